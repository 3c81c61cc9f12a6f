import ByteCoding

/// The parts of a SEQUENCE by name, so that one can be changed or left out.
struct Parts<Name: CaseIterable & Hashable & Sendable>: Sendable where Name.AllCases: Sendable {
    private var encoded: [Name: [UInt8]] = [:]

    /// Takes a data object apart whose parts are those named, in this order.
    ///
    /// - Throws: `DecodingFailure` where there are fewer or more of them.
    init(of object: [UInt8], _ names: [Name]) throws {
        var reader = ByteReader(object)
        let children = try reader.dataObject().children(limit: 64)
        guard children.count == names.count else { throw DecodingFailure(.invalidValue("parts"), at: 0) }
        for (name, child) in zip(names, children) { encoded[name] = Array(child.encoded) }
    }

    /// One part with its tag and length; nil where it is left out.
    subscript(name: Name) -> [UInt8]? {
        get { encoded[name] }
        set { encoded[name] = newValue }
    }

    /// The parts put together again.
    func encode(_ tag: Int = 0x30) -> [UInt8] {
        DataObjectWriter.encode(tag, containing: Name.allCases.compactMap { encoded[$0] })
    }
}

/// The fields of a TBSCertificate.
///
/// Spec: RFC 5280 §4.1.
enum SignedCertificateField: CaseIterable, Hashable, Sendable {
    case version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo, extensions
}

/// The fields of a Certificate.
enum CertificateField: CaseIterable, Hashable, Sendable {
    case signed, signatureAlgorithm, signatureValue
}

/// The fields of SignedData; the certificates are left out where the signer's is not inside.
///
/// Spec: RFC 5652 §5.1.
enum SignedDataField: CaseIterable, Hashable, Sendable {
    case version, digestAlgorithms, content, certificates, signerInfos
}

/// The fields of EncapsulatedContentInfo.
enum ContentField: CaseIterable, Hashable, Sendable {
    case type, content
}

/// The fields of SignerInfo.
///
/// Spec: RFC 5652 §5.3.
enum SignerInfoField: CaseIterable, Hashable, Sendable {
    case version, identifier, digestAlgorithm, signedAttributes, signatureAlgorithm, signature
}

/// The fields of LDSSecurityObject; the versions are in version 1 alone.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) Appendix D.
enum SecurityObjectField: CaseIterable, Hashable, Sendable {
    case version, hashAlgorithm, hashes, versions
}
