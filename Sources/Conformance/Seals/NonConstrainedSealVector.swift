import Cryptography
import PKI
import Seals
import Trust

/// A seal in JSON, the form of it that is signed, and the certificate of its signer.
package struct NonConstrainedSealVector: ConformanceVector {
    package static let places = ["seals/non-constrained/"]

    package let id: String
    package let json: String
    package let type: String
    package let version: Int
    package let issuer: String
    package let algorithm: String
    /// What is signed.
    package let canonical: String
    package let sha256: HexBytes
    package let signature: HexBytes
    package let holder: Holder
    /// The certificate of the signer.
    package let signer: HexBytes
    /// Whether the seal brings the certificate along.
    package let hasCertificate: Bool

    /// Who the seal is for.
    package struct Holder: Codable, Hashable, Sendable {
        package let name: String?
        package let dateOfBirth: String?
        package let sex: String?
        package let documentNumber: String?
    }

    package func check() throws {
        let seal = try NonConstrainedSeal(json: Array(json.utf8))
        try compare("type", seal.type, with: type)
        try compare("version", seal.version, with: version)
        try compare("issuer", seal.issuer, with: issuer)
        try compare("algorithm", seal.algorithmName, with: algorithm)
        try compare("canonical", String(decoding: seal.signedPart, as: UTF8.self), with: canonical)
        try compare("sha256", HashAlgorithm.sha256.hash(seal.signedPart), with: sha256.bytes)
        try compare("signature", seal.signature, with: signature.bytes)
        try compare(
            "holder",
            seal.holder.map {
                Holder(name: $0.name, dateOfBirth: $0.dateOfBirth, sex: $0.sex, documentNumber: $0.documentNumber)
            }, with: holder)
        try compare("hasCertificate", seal.certificate != nil, with: hasCertificate)
        if let certificate = seal.certificate { try compare("signer", certificate.encoded, with: signer.bytes) }
        let certificate = try Certificate(encoded: signer.bytes)
        let key = try PublicKey(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
        try compare("valid", SealSignature.isValid(seal, by: key), with: true)
    }
}
