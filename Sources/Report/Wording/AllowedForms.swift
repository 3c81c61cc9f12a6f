import Standards

extension Reason {
    /// Remarks on forms that the rules allow and that many issuers use: they stand in the JSON report and on the page,
    /// and would only be in the way of somebody at a desk.
    package static let allowedForms: Set<String> = [
        "Q1-explicit-curve", "Q34-attribute-additional", "Q35-signing-time-missing", "Q36-digest-null",
        "Q36-hashes-unsorted", "Q39-signer-explicit-curve", "Q40-digests-differ", "Q44-curve-224-mix",
        "Q47-ecdsa-plain",
    ]

    /// Whether it says no more than that the rules leave a choice.
    package var isOfAllowedForm: Bool { Self.allowedForms.contains(code) }
}
