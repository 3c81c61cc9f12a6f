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

    /// How to have evidence, as a part of a sentence.
    var keepingEvidence: String {
        switch reading.evidence {
        case .notKept: "read it again with '--out DIR' (nothing was kept)"
        case .kept(let folder): "keep the evidence (in \(folder))"
        case nil: "keep the evidence"
        }
    }

    /// How to judge once more, as a part of a sentence.
    var judgingAgain: String {
        switch reading.evidence {
        case .notKept: "read the document again, with '--out DIR' (nothing was kept)"
        case .kept(let folder): "judge the evidence in \(folder) again"
        case nil: "judge the stored evidence again"
        }
    }

    /// How to judge once more with another certificate, as a part of a sentence.
    var judgingByAnchor: String {
        switch reading.evidence {
        case .notKept: "read the document again with '--csca FILE', and with '--out DIR' (nothing was kept)"
        case .kept(let folder): "judge the stored evidence again with 'emrtd verify \(folder) --csca FILE'"
        case nil: "judge the stored evidence again with 'emrtd verify DIR --csca FILE'"
        }
    }
}

extension Check {
    /// Whether it is the comparison with the printed lines, and there were none.
    var isPrintUncompared: Bool {
        guard id == "consistency.printedMRZ", case .notSupported(let reason) = result else { return false }
        return reason.code == "notTyped"
    }

    /// Whether it was the card access number that the chip did not take.
    var isAboutCAN: Bool { result.reason?.text.contains("CAN") == true }
}
