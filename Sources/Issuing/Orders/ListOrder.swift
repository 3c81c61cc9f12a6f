import ByteCoding
public import Cryptography
public import Standards

/// A list that is to be signed, with its content.
public struct ListOrder: Sendable {
    public let kind: CertificateProfile.ListKind
    public var options: ListOptions
    /// What the signer signs with; nil takes the usual algorithm of its key.
    public var algorithm: SignatureAlgorithm?
    /// What a master list holds, in DER.
    public var certificates: [[UInt8]] = []
    /// What a deviation list says.
    public var deviationList = DeviationListContents(deviations: [])
    /// What a defect list says.
    public var defectList = DefectListContents(defects: [])

    public init(_ kind: CertificateProfile.ListKind, signingTime: Timestamp) {
        self.kind = kind
        options = ListOptions(signingTime: signingTime)
    }

    /// Signs the list.
    public func issue(by signer: ListSigner) throws(IssuingError) -> [UInt8] {
        switch kind {
        case .masterList: try signer.masterList(certificates, options: options)
        case .deviationList: try signer.deviationList(deviationList, options: options)
        case .defectList: try signer.defectList(defectList, options: options)
        }
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
        switch kind {
        case .masterList:
            try node.allow(
                "note", "signingTime", "signerIdentifier", "messageDigest", "algorithm", "deviations", "certificates")
            for file in try node["certificates"]?.elements() ?? [] {
                certificates.append(try reader.certificate(file))
            }
        case .deviationList, .defectList:
            try node.allow(
                "note", "signingTime", "signerIdentifier", "messageDigest", "algorithm", "deviations", "digest",
                "entries")
        }
        if let moment = node["signingTime"] {
            options.signingTime = try moment.unlessNone { (node) throws(IssuingError) in try node.moment() }
        }
        if let identifier = node["signerIdentifier"] {
            options.signerIdentifier = try identifier.choice(SODOptions.SignerIdentifier.self)
        }
        if let hash = node["messageDigest"] { options.messageDigest = try hash.choice(ProfileReader.hashes) }
        if let name = node["algorithm"] { algorithm = try reader.algorithm(name) }
        if let list = node["deviations"] { options.deviations = try reader.choices(list, ListOptions.Deviation.self) }
        switch kind {
        case .masterList: break
        case .deviationList: deviationList = try reader.deviationList(node)
        case .defectList: defectList = try reader.defectList(node)
        }
    }
}
