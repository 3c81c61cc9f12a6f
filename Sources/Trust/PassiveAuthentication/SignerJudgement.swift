import PKI
import Standards

/// What comes of a document signer certificate, whatever it signed.
///
/// A function of the certificate, the trust material, the policy, the time of checking, and of the moments that
/// `Evaluation` takes from the object: `validityTime`, and `signingTime`, which counts only for a signer that is revoked.
struct SignerJudgement: Sendable {
    let findings: [Finding]
    let quirks: [Quirk]
    let digestsInUse: [(use: String, digest: OID)]
    /// The country signing certificate whose key signed it.
    let anchor: Certificate?
    let hasRevocationLists: Bool
}

extension Evaluation {
    /// Steps 13 to 15, 17, 18 and 21, by themselves.
    func judgement(of signer: Certificate?) -> SignerJudgement {
        var evaluation = Evaluation(context, reading, of: object)
        evaluation.validityTime = validityTime
        evaluation.signingTime = signingTime
        let position = evaluation.findIssuer(of: signer)
        let anchor = position.map { evaluation.anchors.certificates[$0] }
        evaluation.checkValidity(of: signer, and: position)
        evaluation.checkExtensions(of: signer)
        evaluation.checkProfile(of: signer)
        evaluation.checkKeyUsage(of: signer)
        evaluation.checkRevocation(of: signer, and: anchor)
        evaluation.nameQuirks(of: signer, as: .documentSigner, and: anchor)
        return SignerJudgement(
            findings: evaluation.findings, quirks: evaluation.quirks, digestsInUse: evaluation.digestsInUse,
            anchor: anchor, hasRevocationLists: evaluation.hasRevocationLists)
    }
}
