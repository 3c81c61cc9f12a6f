public import ByteCoding
public import PKI
public import Standards

/// EF.SOD: the LDS security object and the issuer's signature over it, as stored and not verified.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2.
public struct SOD: Hashable, Sendable {
    /// The signed data.
    public let signedData: SignedData
    /// The signed content.
    public let securityObject: LDSSecurityObject
    /// What was tolerated, also in the security object.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// Tolerated: signed data without the tag 0x77 around it, indefinite lengths, and other content types than
    /// `id-icao-ldsSecurityObject`, of drafts and of one state (trust quirks Q30, Q32, Q42, Q43).
    ///
    /// - Parameter file: The whole of EF.SOD.
    /// - Throws: `DecodingFailure`, whose offset counts from the start of the part that could not be decoded.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let contentInfo = try decoder.contentInfo(of: file)
        signedData = try SignedData(contentInfo: contentInfo)
        if signedData.wasNormalised {
            decoder.note("indefiniteLength", "the signed data use indefinite lengths, which DER does not allow")
        }
        guard let content = signedData.eContent else { throw DecodingFailure(.missing("eContent"), at: 0) }
        decoder.noteContentType(signedData.eContentType)
        securityObject = try LDSSecurityObject(encoded: content)
        decoder.note(securityObject.notes)
        for failure in signedData.malformedCertificates {
            decoder.note("malformedCertificate", "a certificate of the signed data cannot be decoded: \(failure)")
        }
        if signedData.signerInfos.count != 1 {
            decoder.note("signerCount", "the signed data have \(signedData.signerInfos.count) signers instead of one")
        }
        if signedData.certificates.isEmpty {
            decoder.note("noCertificate", "the signed data hold no document signer certificate")
        }
        notes = decoder.notes
    }
}

extension TolerantDecoder {
    /// The ContentInfo of EF.SOD, by itself.
    fileprivate mutating func contentInfo(of file: [UInt8]) throws(DecodingFailure) -> ArraySlice<UInt8> {
        var bytes = file
        do {
            _ = try wholeObject(bytes[...])
        } catch {
            guard error.reason == .indefiniteLength else { throw error }
            note("indefiniteLength", "EF.SOD uses indefinite lengths, which DER does not allow")
            bytes = try BERNormaliser.normalise(bytes)
        }
        guard bytes.first != 0x30 else {
            note("missingWrapper", "EF.SOD holds the signed data without the tag 77 around them")
            return try notingRest(bytes[...])
        }
        return try notingRest(outermost(of: bytes, tag: 0x77).value)
    }

    /// Walks the lengths that decide where the ContentInfo ends.
    private func wholeObject(_ bytes: ArraySlice<UInt8>) throws(DecodingFailure) -> DataObject {
        var reader = ByteReader(bytes)
        let object = try reader.dataObject()
        guard object.tag == 0x77 else { return object }
        var inner = object.reader
        return try inner.dataObject()
    }

    private mutating func notingRest(_ bytes: ArraySlice<UInt8>) throws(DecodingFailure) -> ArraySlice<UInt8> {
        var reader = ByteReader(bytes)
        let object = try reader.dataObject(0x30)
        if !reader.isAtEnd { note("trailingBytes", "\(reader.remaining) bytes follow the signed data") }
        return object.encoded
    }

    fileprivate mutating func noteContentType(_ type: OID) {
        if type == .ldsSecurityObject { return }
        if LDSSecurityObject.contentTypes.contains(type) {
            note("draftContentType", "the content type \(type) is that of a draft")
        } else {
            note("wrongContentType", "the content type is \(type) instead of that of an LDS security object")
        }
    }
}
