public import PKI
import Standards

/// Holds revocation lists against the profile.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.4; RFC 5280 §5.
public struct RevocationListLint: Sendable {
    public init() {}

    /// The rules that a list breaks, in the order of the table.
    public func broken(by list: CertificateRevocationList) -> [LintRule] {
        let encoding = CertificateEncoding(revocationList: list.encoded)
        return Self.table.filter { $0.isBroken(list, encoding) }.map(\.rule)
    }

    /// Every rule for revocation lists.
    public static var rules: [LintRule] { table.map(\.rule) }

    private struct Row: Sendable {
        let rule: LintRule
        let isBroken: @Sendable (CertificateRevocationList, CertificateEncoding?) -> Bool

        init(
            _ id: String, _ severity: LintRule.Severity, _ source: SpecReference, _ words: String,
            _ isBroken: @escaping @Sendable (CertificateRevocationList, CertificateEncoding?) -> Bool
        ) {
            rule = LintRule("revocationList.\(id)", severity, source, words)
            self.isBroken = isBroken
        }
    }

    private static let profile = SpecReference.doc9303(12, "7.1.4")
    /// The longest time between two lists, and some days to publish.
    private static let longestSeconds: Int64 = 95 * 86_400

    private static func has(_ list: CertificateRevocationList, _ oid: OID) -> Bool {
        list.extensions.contains { $0.oid == oid }
    }

    private static let known: Set<OID> = [.authorityKeyIdentifier, .crlNumber, .issuerAlternativeName]

    private static let table: [Row] = [
        Row("version", .error, profile, "the version is not 2") { _, encoding in encoding?.version != 1 },
        Row("issuer.country", .error, profile, "the issuer has no country") { list, _ in
            list.issuer.value(of: .countryName) == nil
        },
        Row("issuer.countryForm", .error, profile, "the country is not written as two upper-case letters") { list, _ in
            list.issuer.value(of: .countryName).map { code in
                code.count != 2 || !code.allSatisfy { $0.isASCII && $0.isUppercase }
            } ?? false
        },
        Row("algorithms.agree", .error, .rfc(5280, "5.1.1.2"), "the signed signature algorithm is another") {
            list, encoding in
            encoding?.signedAlgorithm != list.signatureAlgorithm
        },
        Row(
            "algorithms.hash", .warning, .doc9303(12, "4.4"), "the signature rests on SHA-1, which is no longer allowed"
        ) {
            list, _ in (try? SignatureScheme(list.signatureAlgorithm))?.digest == .sha1
        },
        Row("times.form", .error, .rfc(5280, "5.1.2.4"), "a time is not in the form that its year asks for") {
            _, encoding in encoding?.times.contains { !$0.isWellFormed } ?? true
        },
        Row("nextUpdate.present", .error, profile, "it does not say when the next one comes") { list, _ in
            list.nextUpdate == nil
        },
        Row("nextUpdate.period", .warning, .doc9303(12, "5"), "the next one comes later than after 90 days") {
            list, _ in
            list.nextUpdate.map { $0.secondsSince1970 - list.thisUpdate.secondsSince1970 > longestSeconds } ?? false
        },
        Row("authorityKeyIdentifier.present", .error, profile, "it does not name the key that signed") { list, _ in
            list.authorityKeyIdentifier == nil
        },
        Row("number.present", .error, profile, "it has no number") { list, _ in !has(list, .crlNumber) },
        Row("delta", .error, profile, "it holds changes to another list only") { list, _ in
            has(list, .deltaCRLIndicator)
        },
        Row("partial", .error, profile, "it covers a part of the certificates, or those of others") { list, _ in
            has(list, .issuingDistributionPoint)
        },
        Row("extensions.unknownCritical", .error, .rfc(5280, "5.2"), "a critical extension is not one that is known") {
            list, _ in
            let other: Set<OID> = [.deltaCRLIndicator, .issuingDistributionPoint]
            return list.extensions.contains {
                $0.isCritical && !known.contains($0.oid) && !other.contains($0.oid)
            }
        },
        Row("entries.extensions", .error, profile, "its entries have extensions") { list, _ in list.hasEntryExtensions
        },
    ]
}
