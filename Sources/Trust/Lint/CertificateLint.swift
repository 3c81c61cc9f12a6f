import ByteCoding
import Cryptography
public import PKI
import Standards

/// Holds certificates against the profiles of Doc 9303-12 and the checks of the ICAO PKD on upload.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §4.4 and §7.1; RFC 5280 §4.
public struct CertificateLint: Sendable {
    private let keys = PublicKeyCache()

    public init() {}

    /// The rules that a certificate breaks, in the order of the table.
    ///
    /// - Parameter standing: Where it was found.
    public func broken(by certificate: Certificate, standing: CertificateStanding = .byItself) -> [LintRule] {
        let subject = Subject(certificate, role(of: certificate, standing: standing), keys)
        return Self.table.filter { $0.isBroken(subject) }.map(\.rule)
    }

    /// Every rule for certificates.
    public static var rules: [LintRule] { table.map(\.rule) }

    /// Which profile a certificate belongs to.
    ///
    /// - Parameter standing: Where it was found: what a list vouches for as an authority is held against the profile of
    ///   authorities even where it denies being one.
    public func role(of certificate: Certificate, standing: CertificateStanding = .byItself) -> CertificateRole {
        for role in [CertificateRole.masterListSigner, .deviationListSigner, .defectListSigner] {
            if let purpose = role.purpose, certificate.extendedKeyUsage?.contains(purpose) == true { return role }
        }
        if keys.verifies(certificate, with: certificate, accepting: [.digestInfoWithoutNull]) { return .csca }
        if standing == .authority, certificate.extendedKeyUsage == nil || certificate.claimsAuthority { return .link }
        if certificate.documentTypeList != nil, certificate.basicConstraints?.isAuthority != true {
            return .documentSigner
        }
        if certificate.claimsAuthority { return .link }
        // Objects of LDS2 and seals have signers of their own, with a purpose.
        return certificate.extendedKeyUsage == nil ? .documentSigner : .other
    }

    /// A certificate in the light of its role.
    struct Subject {
        let certificate: Certificate
        let role: CertificateRole
        let encoding: CertificateEncoding?
        let scheme: SignatureScheme?
        let key: PublicKey?

        init(_ certificate: Certificate, _ role: CertificateRole, _ keys: PublicKeyCache) {
            self.certificate = certificate
            self.role = role
            encoding = CertificateEncoding(certificate: certificate.encoded)
            scheme = try? SignatureScheme(certificate.signatureAlgorithm)
            key = try? keys.key(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
        }

        /// An extension, as it is stored.
        subscript(oid: OID) -> CertificateExtension? { certificate[oid] }
    }

    struct Row: Sendable {
        let rule: LintRule
        let isBroken: @Sendable (Subject) -> Bool

        init(
            _ id: String, _ severity: LintRule.Severity, _ source: SpecReference, _ words: String,
            _ isBroken: @escaping @Sendable (Subject) -> Bool
        ) {
            rule = LintRule("certificate.\(id)", severity, source, words)
            self.isBroken = isBroken
        }
    }

    static let table: [Row] = fields + names + key + extensions + purposes

    /// Whether an extension is there with the wrong mark.
    static func isMarked(_ subject: Subject, _ oid: OID, critical: Bool) -> Bool {
        subject[oid].map { $0.isCritical == critical } ?? false
    }
}
