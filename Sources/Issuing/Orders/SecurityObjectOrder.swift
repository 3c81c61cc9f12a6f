public import Cryptography
import LDS
public import Standards

/// A security object that is to be signed over data groups.
public struct SecurityObjectOrder: Sendable {
    public var options: SODOptions
    /// What the signer signs with; nil takes the usual algorithm of its key.
    public var algorithm: SignatureAlgorithm?

    public init(signingTime: Timestamp) {
        options = SODOptions(signingTime: signingTime)
    }

    /// Takes over what a JSON file says; the keys are described in `TestVectors/profiles/README.md`.
    ///
    /// - Parameter load: The bytes of a file that is named there; nil where it cannot be read.
    /// - Throws: `IssuingError` with the place in the file.
    public mutating func read(json: [UInt8], load: (String) -> [UInt8]?) throws(IssuingError) {
        try withoutActuallyEscaping(load) { (load) throws(IssuingError) in
            try read(ProfileNode(json: json), ProfileReader(load: load))
        }
    }

    private mutating func read(_ node: ProfileNode, _ reader: ProfileReader) throws(IssuingError) {
        try node.allow(
            "note", "version", "groupDigest", "messageDigest", "signerIdentifier", "includesCertificate", "signingTime",
            "indefiniteLengths", "namesKeyAlgorithmOnly", "algorithm", "contentType", "otherCertificates", "deviations")
        try reader.read(node, into: &options)
        if let name = node["algorithm"] { algorithm = try reader.algorithm(name) }
        if let type = node["contentType"] { options.contentType = try type.identifier() }
        for file in try node["otherCertificates"]?.elements() ?? [] {
            options.otherCertificates.append(try reader.certificate(file))
        }
        for element in try node["deviations"]?.elements() ?? [] {
            options.deviations.insert(try element.choice(SODOptions.Deviation.named))
        }
    }
}

extension SODOptions.Deviation {
    /// The deviations that profiles and command lines can name; those of one group have its name behind a hyphen:
    /// `wrongHash-DG2`.
    public static let named: [String: SODOptions.Deviation] = {
        let plain: [SODOptions.Deviation] = [
            .withoutSignedAttributes, .withoutMessageDigest, .wrongMessageDigest, .withoutContentType,
            .wrongContentType, .brokenSignature, .otherSigner, .otherStringType, .wrongSignerVersion,
            .signedDataVersion1, .digestMissingFromList, .secondSigner, .longAttribute, .unsortedAttributes,
            .digestNull, .unsortedHashes, .digestInfoWithoutNull, .withoutWrapper,
        ]
        var names = Dictionary(uniqueKeysWithValues: plain.map { ("\($0)", $0) })
        for group in DataGroup.allCases {
            names["wrongHash-DG\(group.rawValue)"] = .wrongHash(group)
            names["withoutHash-DG\(group.rawValue)"] = .withoutHash(group)
            names["additionalHash-DG\(group.rawValue)"] = .additionalHash(group)
        }
        return names
    }()
}
