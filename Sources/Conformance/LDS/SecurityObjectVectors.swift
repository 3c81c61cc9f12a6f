package import ByteCoding
package import LDS
import PKI
import Standards

/// The LDS security object, without the signature around it.
package struct SecurityObjectVector: DecodingVector {
    package static let places = ["lds/security-object/"]

    package let id: String
    package let content: HexBytes
    package let version: Int?
    package let hashAlgorithm: String?
    package let groups: [Int]?
    /// By the number of the data group.
    package let hashes: [String: HexBytes]?
    package let noHash: [Int]?
    package let ldsVersion: String?
    package let unicodeVersion: String?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> LDSSecurityObject {
        try LDSSecurityObject(encoded: content.bytes)
    }

    package func compareFields(of object: LDSSecurityObject) throws {
        try compare("version", object.version, with: version)
        try compare("hashAlgorithm", object.hashAlgorithm.description, with: hashAlgorithm)
        try compare("groups", object.dataGroups.map(\.rawValue), with: groups)
        try compare("ldsVersion", object.ldsVersion, with: ldsVersion)
        try compare("unicodeVersion", object.unicodeVersion, with: unicodeVersion)
        try compare(notes: object.notes, with: notes)
        for (number, hash) in (hashes ?? [:]).sorted(by: { $0.key < $1.key }) {
            let group = Int(number).flatMap(DataGroup.init(rawValue:))
            try compare("hashes.\(number)", group.flatMap { object.hash(of: $0) }, with: hash.bytes)
        }
        for number in noHash ?? [] {
            try compare("noHash", DataGroup(rawValue: number).map { object.hash(of: $0) }, with: .some(nil))
        }
    }
}

/// EF.SOD.
package struct SODVector: DecodingVector {
    package static let places = ["lds/sod/"]

    package let id: String
    package let file: HexBytes
    package let groups: [Int]?
    package let hashAlgorithm, contentType: String?
    package let digestAlgorithm, signatureAlgorithm, certificateSignatureAlgorithm: String?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> SOD { try SOD(encoded: file.bytes) }

    package func compareFields(of sod: SOD) throws {
        let signer = sod.signedData.signerInfos.first
        let certificate = sod.signedData.certificates.first
        try compare("groups", sod.securityObject.dataGroups.map(\.rawValue), with: groups)
        try compare("hashAlgorithm", sod.securityObject.hashAlgorithm.description, with: hashAlgorithm)
        try compare("contentType", sod.signedData.eContentType.description, with: contentType)
        try compare("digestAlgorithm", signer?.digestAlgorithm.oid.description, with: digestAlgorithm)
        try compare("signatureAlgorithm", signer?.signatureAlgorithm.oid.description, with: signatureAlgorithm)
        try compare(
            "certificateSignatureAlgorithm", certificate?.signatureAlgorithm.oid.description,
            with: certificateSignatureAlgorithm)
        try compare(notes: sod.notes, with: notes)
    }
}
