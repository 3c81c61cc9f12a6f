import Report
import Standards
import Trust

extension Quirk {
    /// What a report says of it.
    ///
    /// - Parameter object: The signed object that was judged.
    func remark(of object: String) -> Reason {
        switch place {
        case .document: tolerated(in: object)
        case .signer: tolerated(in: "the certificate of the signer of \(object)")
        case .issuer: tolerated(in: "the certificate of the issuer")
        case .revocationList: tolerated(in: "a revocation list")
        case .trustData: Reason(description, "Of the trust data: \(words).")
        }
    }

    private func tolerated(in place: String) -> Reason {
        let isAllowed = Reason.allowedForms.contains(description)
        return Reason(description, "\(isAllowed ? "Seen" : "Tolerated") in \(place): \(words).")
    }
}
