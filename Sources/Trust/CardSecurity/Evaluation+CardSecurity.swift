import Cryptography
import LDS
import PKI
import Standards

/// EF.CardSecurity is judged as EF.SOD is, by the same steps.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §5.1 and §9.2.11; BSI TR-03135-1 §5.6.4.2.
extension Evaluation {
    mutating func runCardSecurity() -> CardSecurityResult {
        let signed = readSecurityObject()
        checkAlgorithms(signed)
        let hasDigest = checkMessageDigest(signed)
        let signer = findDocumentSigner(signed)
        let hasSignature = checkSignature(signed, signer)
        let infos = readSecurityInfos(signed)
        let isSigned = hasDigest && hasSignature && result(of: .sodStructure) == .successful

        signingTime = isSigned ? signed?.signingTime : nil
        if context.policy.validityTime == .signing { validityTime = signingTime ?? reading.startedAt }
        let chain = judgement(of: signer)
        take(chain, Set(chain.findings.map(\.id)))
        checkStrength(of: signer, and: chain.anchor)
        findDefects(signed, signer)
        applyDefects(to: Self.chain)
        let trust = concludeTrust()
        nameQuirks(of: signed, signer, nil)
        return CardSecurityResult(
            findings: cardSecurityFindings(), trust: trust,
            signer: signer.map { CertificateSummary($0, sha256: HashAlgorithm.sha256.hash($0.encoded)) },
            quirks: quirks, verified: isSigned ? infos.map { VerifiedCardSecurity($0, trust: trust) } : nil)
    }

    private mutating func readSecurityInfos(_ signed: SignedContent?) -> SecurityInfos? {
        let source = SpecReference.doc9303(11, "9.2.11")
        guard let signed else {
            skip(.cardSecurityContent, noObject, source)
            return nil
        }
        var draft = Draft()
        var infos: SecurityInfos?
        do {
            infos = try SecurityInfos(encoded: signed.content)
        } catch {
            draft.fail("malformed", "the signed content of EF.CardSecurity cannot be decoded: \(error)")
        }
        conclude(.cardSecurityContent, draft, source)
        return infos
    }

    /// The findings under names of their own; those of certificates as one, which says what came of each.
    private func cardSecurityFindings() -> [Finding] {
        let names: [(CheckID, CheckID)] = [
            (.sodStructure, .cardSecurityStructure), (.sodAlgorithms, .cardSecurityAlgorithms),
            (.sodMessageDigest, .cardSecurityMessageDigest), (.documentSignerFound, .cardSecuritySigner),
            (.sodSignature, .cardSecuritySignature), (.cardSecurityContent, .cardSecurityContent),
            (.issuerTrust, .cardSecurityTrust),
        ]
        return names.compactMap { name, ownName in
            guard let finding = findings.first(where: { $0.id == name }) else { return nil }
            let details = name == .issuerTrust ? chainDetails : []
            return Finding(
                ownName, finding.result, source: finding.source, evidence: finding.evidence + details,
                leniency: finding.leniency)
        }
    }

    /// The checks of certificates that did not simply succeed, each with the code of its reason.
    private var chainDetails: [Finding.Evidence] {
        findings.filter { $0.id.rawValue.hasPrefix("pa.documentSigner.") || $0.id.rawValue.hasPrefix("pa.issuer.") }
            .compactMap { finding in
                guard finding.id != .issuerTrust, let reason = finding.result.reason else { return nil }
                return Finding.Evidence(finding.id.rawValue, reason.code)
            }
    }
}
