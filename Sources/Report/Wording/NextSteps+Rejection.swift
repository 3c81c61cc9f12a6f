import Standards

extension Check {
    /// Whether a failure might be put right by another reading, a date, or a list.
    var mayBePutRight: Bool {
        Self.codesToPutRight.contains(result.reason?.code ?? "") || answer == .files
    }

    private static let codesToPutRight: Set<String> = [
        "crlStale", "crlUnusable", "damaged", "downgraded", "noCRL", "notYetValid", "paceHidden",
    ]
}

extension InspectionReport {
    /// Whether no printed line was compared with those of the chip.
    var isPrintUncompared: Bool { checks.contains(where: \.isPrintUncompared) }

    /// What becomes of what was read, as a part of a sentence.
    var keepingEvidence: String { "keep the evidence" }
}

extension Check {
    /// Whether it is the comparison with the printed lines, and there were none.
    var isPrintUncompared: Bool {
        guard id == "consistency.printedMRZ", case .notSupported(let reason) = result else { return false }
        return reason.code == "notTyped"
    }
}
