/// What helps where the trust store does not know enough.
extension InspectionReport {
    /// What to put into the store for an obstacle; nil where nothing was looked up in a store.
    func step(forStore code: String) -> String? {
        guard let store = trustLists.first(where: { $0.kind == "store" }) else { return nil }
        return switch code {
        case "noAnchor" where store.certificateCount == 0:
            "Nothing in the store is trusted yet: pin the issuer of a list with 'emrtd trust pin add PIN' ('emrtd trust list "
                + "--kind source' shows the lists), then judge again. Until then rely on the printed security features."
        case "noAnchor":
            "Import a list that has the state's CSCA certificate with 'emrtd trust import FILE', and judge again. Until "
                + "then rely on the printed security features."
        case "crlUnusable":
            "The revocation list at hand cannot be relied on: import the issuing state's current and complete one with "
                + "'emrtd trust import FILE', and judge again."
        case "noCRL":
            "Import the issuing state's current revocation list with 'emrtd trust import FILE', and judge again. "
                + "\(Self.rule(policy)) nothing is accepted without one."
        case "crlStale":
            "The list at hand is out of date: import the issuing state's current revocation list with "
                + "'emrtd trust import FILE', and judge again. \(Self.rule(policy)) nothing is accepted by a list that is out "
                + "of date."
        default: nil
        }
    }
}
