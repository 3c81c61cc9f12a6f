import Cryptography
import LDS
import PKI
import Standards

/// What is odd and tolerated in everything that a judgement rests on.
extension Evaluation {
    /// Names the quirks of a signer's certificate, of its issuer's, and of the revocation lists that were used.
    ///
    /// Nothing here changes a result: what policies rule on was met in the checks.
    mutating func nameQuirks(of signer: Certificate?, as role: CertificateRole, and anchor: Certificate?) {
        guard let signer else { return }
        let memory = context.quirks
        note(
            memory.quirks(of: signer, as: role, keys: context.keys), in: .signer, but: CertificateQuirk.judgedInSigners)
        if let anchor {
            let generation = context.material.generation
            let found = memory.quirks(of: anchor, generation: generation, keys: context.keys) {
                CertificateCountry.state(of: anchor).map { context.material.anchors(ofCountry: $0).certificates } ?? []
            }
            note(found, in: .issuer, but: CertificateQuirk.judgedInIssuers)
        }
        for country in revocationCountries(of: signer, and: anchor) {
            let question = StateRevocationCache.Key(
                country: country, generation: context.material.generation, time: context.time)
            let found = memory.quirks(ofLists: question, keys: context.keys) { revocation(ofState: country).lists }
            note(found, in: .revocationList, but: [])
        }
    }

    /// Names what the signed object has that others do not have.
    mutating func nameQuirks(of signed: SignedContent?, _ signer: Certificate?, _ content: LDSSecurityObject?) {
        guard let signed else { return }
        for quirk in SecurityObjectQuirks.quirks(of: signed, signer, content, keys: context.keys) {
            note(quirk.quirk)
        }
    }

    private mutating func note(
        _ found: [CertificateQuirk], in place: Quirk.Place, but judged: Set<CertificateQuirk>
    ) {
        for quirk in found where !judged.contains(quirk) { note(quirk.quirk(in: place)) }
    }
}

extension CertificateQuirk {
    /// What the checks of a signer meet by themselves, under a name of theirs.
    static let judgedInSigners: Set<CertificateQuirk> = [
        .authorityKeyIdentifierMissing, .signerWithoutKeyUsage, .signerWithoutCountry, .weakHash, .exponent3,
    ]
    /// What the checks of a signer's issuer meet by themselves.
    static let judgedInIssuers: Set<CertificateQuirk> = [.exponent3]
}
