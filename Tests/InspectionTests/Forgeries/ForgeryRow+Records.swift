import Report

extension ForgeryRow {
    /// What states write onto the chip later: it says nothing about whom the document belongs to.
    static let records: [ForgeryRow] = [
        record("record-altered", "failed signatureWrong"),
        record("record-other-signature", "failed signatureWrong"),
        record("record-out-of-order", "failed outOfOrder"),
        record("record-repeated", "failed repeated"),
        record("record-unknown-certificate", "undetermined certificateMissing"),
        record("record-other-state", "failed stateDiffers"),
        record("record-length-bomb", "failed malformed"),
        record("record-nested", "failed notSigned"),
        record("record-self-made-signer", "undetermined noAnchor"),
        record("record-visa-signer", "failed otherPurpose"),
        record("record-count-claims", "undetermined recordsMissing", ["lds2.visa: undetermined recordsMissing"]),
        record("record-endless", "failed repeated", ["lds2.visa: failed repeated"]),
    ]

    private static func record(_ fault: String, _ result: String, _ also: [String] = []) -> ForgeryRow {
        ForgeryRow(.fault(fault), on: "specimen-lds2", "lds2.travel: \(result)", also, verdict: .accepted)
    }
}
