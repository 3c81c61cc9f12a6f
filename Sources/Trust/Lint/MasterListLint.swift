import Cryptography
public import PKI
import Standards

/// Holds signed master lists against the profile.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §8.
public struct MasterListLint: Sendable {
    private let keys = PublicKeyCache()
    private let certificates = CertificateLint()

    public init() {}

    /// The rules that a list breaks, in the order of the table.
    public func broken(by signed: SignedData, _ list: MasterList) -> [LintRule] {
        let subject = Subject(signed, list, keys)
        return Self.table.filter { $0.isBroken(subject) }.map(\.rule)
    }

    /// Every rule for master lists.
    public static var rules: [LintRule] { table.map(\.rule) }

    private struct Subject {
        let signed: SignedData
        let list: MasterList
        let signer: Certificate?
        /// Whether a certificate of the list issued the signer's.
        let hasIssuer: Bool
        let signingTime: Timestamp?

        init(_ signed: SignedData, _ list: MasterList, _ keys: PublicKeyCache) {
            self.signed = signed
            self.list = list
            let info = signed.signerInfos.first
            let signer = info.flatMap { SignerSearch.find($0.sid, in: signed.certificates)?.certificate }
            self.signer = signer
            hasIssuer =
                signer.map { signer in
                    list.certificates.contains {
                        ($0.subject.match(signer.issuer) != nil || $0.keyIdentifier == signer.authorityKeyIdentifier)
                            && keys.verifies(signer, with: $0)
                    }
                } ?? false
            signingTime = (try? info?.signedAttributes?.signingTime()) ?? nil
        }
    }

    private struct Row: Sendable {
        let rule: LintRule
        let isBroken: @Sendable (Subject) -> Bool

        init(
            _ id: String, _ severity: LintRule.Severity, _ source: SpecReference, _ words: String,
            _ isBroken: @escaping @Sendable (Subject) -> Bool
        ) {
            rule = LintRule("masterList.\(id)", severity, source, words)
            self.isBroken = isBroken
        }
    }

    private static let profile = SpecReference.doc9303(12, "8")

    private static let table: [Row] = [
        Row("encoding", .error, profile, "it has indefinite lengths, which are not DER") { $0.signed.wasNormalised },
        Row("signedData.version", .error, profile, "the signed data has another version than 3") {
            $0.signed.version != 3
        },
        Row("version", .error, profile, "the list has another version than 0") { $0.list.version != 0 },
        Row("signer.inside", .error, profile, "the signer's certificate is not inside") { $0.signer == nil },
        Row("signer.authority", .error, profile, "an authority signed it with its own key") {
            $0.signer?.claimsAuthority ?? false
        },
        Row("signer.purpose", .error, profile, "the signer's certificate is not one for master lists") {
            $0.signer.map { !($0.extendedKeyUsage?.contains(.cscaMasterListSigningKey) ?? false) } ?? false
        },
        Row("signer.issuer", .error, profile, "the authority of the signer is not in the list") {
            $0.signer != nil && !$0.hasIssuer
        },
        Row("signer.identifier", .warning, profile, "the signer is named by issuer and serial number, not by its key") {
            if case .issuerAndSerialNumber? = $0.signed.signerInfos.first?.sid { true } else { false }
        },
        Row("signingTime", .error, profile, "it does not say when it was signed") { $0.signingTime == nil },
        Row("attributes.sorted", .error, .rfc(5652, "5.4"), "the signed attributes are not in order") {
            $0.signed.signerInfos.first?.signedAttributes.map { $0.storedAsSet != $0.encodedAsDER } ?? false
        },
        Row("revocationLists", .error, profile, "it holds revocation lists") { !$0.signed.crls.isEmpty },
        Row("members.sorted", .warning, profile, "its certificates are not in the order of DER") { !$0.list.isSorted },
        Row("members.once", .error, profile, "a certificate is in it twice") { subject in
            Set(subject.list.certificates.map(\.encoded)).count < subject.list.certificates.count
        },
        Row("members.decodable", .error, profile, "a member is no certificate") {
            !$0.list.malformedCertificates.isEmpty
        },
        Row("members.authorities", .error, profile, "a member is no certificate of an authority") {
            $0.list.certificates.contains { !$0.claimsAuthority }
        },
    ]
}
