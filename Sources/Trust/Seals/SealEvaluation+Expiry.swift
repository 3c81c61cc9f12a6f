import MRZ
import Seals
import Standards

/// Until when the sealed document holds.
extension SealEvaluation {
    /// The document that carries the seal has not expired, by the zone that is sealed.
    ///
    /// A date that nobody vouches for keeps a seal from being accepted, and is no ground to reject it.
    ///
    /// Spec: BSI TR-03135-1 §5.7.1, as for documents.
    mutating func checkExpiry() {
        var draft = Draft()
        judgeExpiry(&draft)
        evaluation.conclude(.sealExpiry, draft, .tr03135("5.7.1"))
    }

    private func judgeExpiry(_ draft: inout Draft) {
        guard case .constrained(let seal) = seal, let sealed = seal.machineReadableZone else {
            return draft.pass(over: "noExpiry", "the seal does not say until when its document holds")
        }
        let time = evaluation.context.time
        let date = sealed.padded?.dateOfExpiry(asOf: time)
        guard let date, let isOver = date.isOver(at: time) else {
            return draft.leaveOpen("expiryUnknown", "the date of expiry in the seal is not a whole date")
        }
        draft.show("date of expiry", "\(date)")
        guard isOver else { return }
        let document = seal.documentType?.name ?? "document"
        if isProven {
            draft.fail("documentExpired", "the \(document) is over since \(date)")
        } else {
            draft.leaveOpen(
                "documentExpired",
                "the seal says that its \(document) is over since \(date), and no trusted issuer vouches for it")
        }
    }

    /// Whether a signer of a trusted state signed what the seal says.
    private var isProven: Bool {
        [.sealSignature, .issuerFound, .documentSignerSignature].allSatisfy {
            evaluation.result(of: $0) == .successful
        }
    }
}
