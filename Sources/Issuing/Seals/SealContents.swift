public import MRZ
public import Seals
public import Standards

/// What a seal of bytes is to say.
///
/// Spec: ICAO Doc 9303-13 (8th ed.) §2.3.
public struct ConstrainedSealContents: Hashable, Sendable {
    /// 3 or 4.
    public var version = 4
    public var issuingCountry: String
    /// Four characters: country and name of the signer's certificate.
    public var signerIdentifier: String
    /// Hexadecimal digits; five in version 3.
    public var certificateReference: String
    public var documentIssueDate: Timestamp
    public var signatureCreationDate: Timestamp
    public var featureDefinitionReference: UInt8
    public var typeCategory: UInt8
    public var features: [Feature]
    /// What is to be wrong with the seal.
    public var deviations: Set<SealDeviation> = []

    /// A tag and its octets.
    public struct Feature: Hashable, Sendable {
        public var tag: UInt8
        public var value: [UInt8]

        public init(_ tag: UInt8, _ value: [UInt8]) {
            self.tag = tag
            self.value = value
        }
    }

    public init(
        issuingCountry: String, signerIdentifier: String, certificateReference: String, documentIssueDate: Timestamp,
        signatureCreationDate: Timestamp, featureDefinitionReference: UInt8, typeCategory: UInt8, features: [Feature]
    ) {
        self.issuingCountry = issuingCountry
        self.signerIdentifier = signerIdentifier
        self.certificateReference = certificateReference
        self.documentIssueDate = documentIssueDate
        self.signatureCreationDate = signatureCreationDate
        self.featureDefinitionReference = featureDefinitionReference
        self.typeCategory = typeCategory
        self.features = features
    }
}

extension ConstrainedSealContents.Feature {
    /// A machine readable zone, of a visa without the end of its second line.
    public static func zone(_ tag: UInt8, _ zone: MachineReadableZone) throws(IssuingError) -> Self {
        let lines = zone.lines
        let isVisa = zone.format == .mrvA || zone.format == .mrvB
        let text = isVisa ? lines[0] + lines[1].prefix(28) : lines.joined()
        return try .text(tag, text)
    }

    /// Text of upper-case letters, digits and blanks.
    public static func text(_ tag: UInt8, _ text: some StringProtocol) throws(IssuingError) -> Self {
        guard let value = C40Encoder.encode(text) else {
            throw .invalidField(path: "features", problem: "only upper-case letters, digits and blanks can be sealed")
        }
        return Self(tag, value)
    }
}

/// What a seal in JSON is to say.
///
/// Spec: ICAO Technical Report VDS-NC §3.
public struct NonConstrainedSealContents: Hashable, Sendable {
    /// What the message is, such as `icao.test`.
    public var type: String
    public var version = 1
    /// The issuing State in three letters.
    public var issuer: String
    public var message: SealJSON
    /// What is to be wrong with the seal.
    public var deviations: Set<SealDeviation> = []

    public init(type: String, issuer: String, message: SealJSON) {
        self.type = type
        self.issuer = issuer
        self.message = message
    }
}

/// A departure of a seal from the rules, for tests of verifiers.
public enum SealDeviation: String, CaseIterable, Hashable, Sendable {
    /// One bit of the signature is flipped.
    case brokenSignature
    /// One bit of the last feature, or of the message, is flipped after signing.
    case changedContent
    /// The signature is DER instead of two numbers.
    case derSignature
    /// The first feature is there twice.
    case repeatedFeature
    /// A byte, or a character, follows the seal.
    case trailingByte
    /// A version that nobody knows.
    case unknownVersion
    /// A seal in JSON leaves its certificate out.
    case withoutCertificate
    /// A seal in JSON writes its algorithm with a blank.
    case spacedAlgorithm
    /// A seal in JSON names another algorithm than that of its key.
    case otherAlgorithm
}
