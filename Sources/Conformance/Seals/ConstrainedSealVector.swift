package import Cryptography
import MRZ
import Seals
import Trust

/// A seal of bytes, all that is in it, and the key that signed it.
package struct ConstrainedSealVector: ConformanceVector {
    package static let places = ["seals/constrained/"]

    package let id: String
    package let encoded: HexBytes
    package let version: Int
    package let issuingCountry: String
    package let signerIdentifier: String
    package let certificateReference: String
    package let documentIssueDate: String
    package let signatureCreationDate: String
    package let featureDefinitionReference: HexBytes
    package let typeCategory: HexBytes
    package let documentType: String?
    package let features: [Feature]
    package let curve: CurveName
    /// The point.
    package let publicKey: HexBytes

    /// One feature, and its value as its type defines it.
    package struct Feature: Codable, Sendable {
        package let tag: HexBytes
        package let value: HexBytes
        package let text: String?
        package let lines: [String]?
    }

    package var requiredAlgorithms: [String] { [curve.curve.name] }

    package func check() throws {
        let seal = try ConstrainedSeal(encoded: encoded.bytes)
        try compare("version", seal.version, with: version)
        try compare("issuingCountry", seal.issuingCountry, with: issuingCountry)
        try compare("signerIdentifier", seal.signerIdentifier, with: signerIdentifier)
        try compare("certificateReference", seal.certificateReference, with: certificateReference)
        try compare("documentIssueDate", seal.documentIssueDate.description, with: documentIssueDate)
        try compare("signatureCreationDate", seal.signatureCreationDate.description, with: signatureCreationDate)
        try compare(
            "featureDefinitionReference", [seal.featureDefinitionReference], with: featureDefinitionReference.bytes)
        try compare("typeCategory", [seal.typeCategory], with: typeCategory.bytes)
        try compare("documentType", seal.documentType?.name, with: documentType)
        try compare("number of features", seal.features.count, with: features.count)
        for (index, (found, expected)) in zip(seal.features, features).enumerated() {
            try compare("features[\(index)].tag", [found.tag], with: expected.tag.bytes)
            try compare("features[\(index)].value", found.value, with: expected.value.bytes)
            try compare("features[\(index)].text", found.text, with: expected.text)
            try compare("features[\(index)].lines", found.lines, with: expected.lines)
        }
        try compare("signature", SealSignature.isValid(seal, by: key()), with: true)
    }

    /// The key that signed.
    package func key() throws -> PublicKey {
        try PublicKey(point: CurvePoint(publicKey.bytes, on: curve.curve))
    }
}

extension SealFeature {
    /// The lines of a zone.
    fileprivate var lines: [String]? {
        if case .zone(let zone) = content { zone.lines } else { nil }
    }
}
