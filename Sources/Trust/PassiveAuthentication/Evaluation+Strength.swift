import Cryptography
import PKI
import Standards

/// Whether what the proof rests on resists an attacker.
extension Evaluation {
    /// Keys that Doc 9303-12 no longer allows for new certificates, in bits.
    private static let shortBelow = (rsa: 2048, curve: 224)

    /// No digest is weaker than its time allowed, and no key is so short that it proves nothing.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §4.4, which no longer lists SHA-1.
    mutating func checkStrength(of signer: Certificate?, and anchor: Certificate?) {
        let source = SpecReference.doc9303(12, "4.4")
        guard !digestsInUse.isEmpty else { return skip(.algorithmStrength, noObject, source) }
        var draft = Draft()
        for (use, digest) in digestsInUse {
            draft.show(use, Self.name(of: digest))
            guard digest == .sha1 else { continue }
            let isRecent = signer.map { $0.notBefore.date.year > 2015 } ?? false
            meet(isRecent ? .weakHashRecently : .weakHash, "the \(use) rests on SHA-1", in: &draft)
        }
        if let signer { checkKey(of: signer, "document signer", &draft) }
        if let anchor { checkKey(of: anchor, "issuer", &draft) }
        conclude(.algorithmStrength, draft, source)
    }

    private mutating func checkKey(of certificate: Certificate, _ whose: String, _ draft: inout Draft) {
        guard let key = try? context.keys.key(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo) else {
            return  // the check of the signature says so
        }
        draft.show("key of the \(whose)", "\(key)")
        let isCurve = key.curve != nil
        if key.isBreakable {
            draft.fail("brokenKey", "the key of the \(whose) has \(key.bitCount) bits, which anybody can break")
        } else if key.bitCount < (isCurve ? Self.shortBelow.curve : Self.shortBelow.rsa) {
            meet(.shortKey, "the key of the \(whose) has \(key.bitCount) bits", in: &draft)
        }
        if case .rsa(_, let exponent) = key.kind, exponent == [3] {
            meet(
                .smallExponent, "the key of the \(whose) has the exponent 3, which forgives no loose check", in: &draft)
        }
    }
}
