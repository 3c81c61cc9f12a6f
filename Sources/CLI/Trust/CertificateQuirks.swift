import Cryptography
import PKI
import Standards

/// How a country signing certificate departs from the profile, as real ones do.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1.
enum CertificateQuirks {
    /// The departures of a certificate, in a fixed order.
    static func of(_ certificate: Certificate) -> [QuirkView] {
        rules.filter { $0.applies(certificate) }.map { QuirkView(id: $0.id, words: $0.words) }
    }

    private struct Rule: Sendable {
        let id: String
        let words: String
        let applies: @Sendable (Certificate) -> Bool
    }

    private static let rules: [Rule] = [
        Rule(id: "explicit-parameters", words: "the key spells out the numbers of its curve") {
            (try? PublicKey(subjectPublicKeyInfo: $0.subjectPublicKeyInfo))?.kind.hasExplicitParameters ?? false
        },
        Rule(id: "rsa-exponent-3", words: "its RSA key has the exponent 3") {
            guard let key = try? PublicKey(subjectPublicKeyInfo: $0.subjectPublicKeyInfo),
                case .rsa(_, exponent: [3]) = key.kind
            else { return false }
            return true
        },
        Rule(id: "key-unusable", words: "the key cannot be used here") {
            (try? PublicKey(subjectPublicKeyInfo: $0.subjectPublicKeyInfo)) == nil
        },
        Rule(id: "weak-hash", words: "it is signed over SHA-1") {
            (try? SignatureScheme($0.signatureAlgorithm))?.digest == .sha1
        },
        Rule(id: "algorithms-differ", words: "inside and outside, it names different signature algorithms") {
            $0.signatureAlgorithm != $0.signedAlgorithm
        },
        Rule(id: "aki-missing", words: "it does not name its issuer's key") { $0.authorityKeyIdentifier == nil },
        Rule(id: "ski-missing", words: "it does not name its own key") { $0.subjectKeyIdentifier == nil },
        Rule(id: "basic-constraints-missing", words: "it does not say that it is an authority's") {
            $0.basicConstraints?.isAuthority != true
        },
        Rule(id: "key-usage-missing", words: "it does not say that its key signs certificates") {
            $0.keyUsage?.contains(.keyCertSign) != true
        },
        Rule(id: "serial-negative", words: "its serial number is negative") { ($0.serialNumber.first ?? 0) >= 0x80 },
        Rule(id: "serial-zero", words: "its serial number is zero") { $0.serialNumber.allSatisfy { $0 == 0 } },
        Rule(id: "country-unusual", words: "its country is not written as two upper-case letters") {
            let code = $0.subject.value(of: .countryName) ?? ""
            return code.count != 2 || code != code.uppercased()
        },
        Rule(id: "extension-malformed", words: "an extension cannot be decoded") { !$0.malformedExtensions.isEmpty },
    ]
}

extension PublicKey.Kind {
    fileprivate var hasExplicitParameters: Bool {
        if case .ellipticCurve(_, .explicit) = self { return true }
        return false
    }
}
