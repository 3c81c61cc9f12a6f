import Standards

extension InspectionReport {
    /// Why the chip stayed closed, so that nothing else could be judged; nil where it was opened, or something failed.
    ///
    /// Every other check is open then for this one reason; pages name it once and count them.
    var reasonUnopened: Reason? {
        guard verdict == .undecided, reading.accessProtocol == nil, !hasEvidence else { return nil }
        let ways = checks.filter { $0.id == "access.pace" || $0.id == "access.bac" }
        return ways.last { check in
            if case .aborted = check.result { return true }
            return check.result.isFailure
        }?.result.reason
    }

    /// The answers that say something.
    var tellingAnswers: [AnswerSummary] {
        reasonUnopened == nil ? answers : answers.filter { $0.answer == .access || $0.result.isFailure }
    }

    /// What pages say of the checks that they leave out; nil where they leave none out.
    var unmadeChecks: String? {
        let told = Set(tellingAnswers.map(\.answer))
        let count = checks.count { !told.contains($0.answer) }
        return count == 0 ? nil : "\(Wording.count(count, "further check")) could not be made: the chip stayed closed."
    }

    /// Whether anything was read that only an opened chip gives out: nothing else is kept of a broken-off read.
    var hasEvidence: Bool {
        files.contains { file in
            let isOfApplication = file.name.hasPrefix("DG") || file.name == "COM" || file.name == "SOD"
            return isOfApplication && [.read, .partial, .damaged].contains(file.state)
        }
    }
}
