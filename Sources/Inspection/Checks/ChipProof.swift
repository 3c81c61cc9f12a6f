import LDS
import Report
import Standards
import Trust

/// One way in which a chip can prove that it is no copy, and what came of it.
struct ChipProof {
    let id: CheckID
    let result: CheckResult
    let source: SpecReference
    let evidence: [Finding.Evidence]
    /// Whether an issuer says, as far as is known, that the chip can prove itself in this way.
    let isPromised: Bool
}

extension CheckList {
    /// Whether the chip proved that it is no copy.
    ///
    /// One success suffices, where no proof failed: then one that is open, since it was not asked for, decides nothing.
    ///
    /// Spec: BSI TR-03135-1 §5.6.4.1.
    mutating func addGenuineness(_ proofs: [ChipProof]) {
        let isProven = proofs.contains { $0.isPromised && result(of: $0.id, $0.result) == .successful }
        for proof in proofs {
            var rule: Obligations.Rule?
            if !proof.isPromised { rule = Obligations.unlistedKey }
            if isProven, proof.isPromised, result(of: proof.id, proof.result).isOpen {
                rule = Obligations.provenOtherwise
            }
            add(proof.id, proof.result, source: proof.source, evidence: proof.evidence, rule: rule)
        }
    }
}
