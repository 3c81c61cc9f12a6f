public import ByteCoding
public import PKI
public import Standards

/// EF.CardSecurity: `SecurityInfos` with the issuer's signature, as stored and not verified.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.4; Doc 9303-11 §9.2.11.
public struct CardSecurity: Hashable, Sendable {
    public let signedData: SignedData
    /// The signed content.
    public let securityInfos: SecurityInfos
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.CardSecurity.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        signedData = try Self.contentInfo(of: file)
        guard let content = signedData.eContent else { throw DecodingFailure(.missing("eContent"), at: 0) }
        securityInfos = try SecurityInfos(encoded: content)
        var decoder = TolerantDecoder()
        if signedData.wasNormalised {
            decoder.note("indefiniteLength", "the signed data use indefinite lengths, which DER does not allow")
        }
        if signedData.eContentType != .idSecurityObject {
            decoder.note("wrongContentType", "the content type is \(signedData.eContentType)")
        }
        for failure in signedData.malformedCertificates {
            decoder.note("malformedCertificate", "a certificate of the signed data cannot be decoded: \(failure)")
        }
        if signedData.signerInfos.count != 1 {
            decoder.note("signerCount", "the signed data have \(signedData.signerInfos.count) signers instead of one")
        }
        if signedData.certificates.isEmpty {
            decoder.note("noCertificate", "the signed data hold no document signer certificate")
        }
        decoder.note(securityInfos.notes)
        notes = decoder.notes
    }

    /// Tolerated: filling behind the file.
    static func contentInfo(of file: [UInt8]) throws(DecodingFailure) -> SignedData {
        var reader = ByteReader(file)
        guard let object = try? reader.dataObject(0x30) else { return try SignedData(contentInfo: file) }
        return try SignedData(contentInfo: object.encoded)
    }
}
