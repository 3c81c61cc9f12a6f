import Standards

extension InspectionReport {
    /// What helps where fingerprints or irises were asked for and not read: it concerns the terminal, not the document.
    var stepsForTerminal: [String] {
        guard let files = answers.first(where: { $0.answer == .files }),
            let code = files.unread.first?.result.reason?.code
        else { return [] }
        let names = files.unreadNames
        let terminal = checks.first { $0.id == AnswerSummary.terminalCheck }?.result.reason?.code
        switch (code, terminal) {
        case ("notLetIn", "notSigned"):
            return [
                "\(names) stayed unread because the terminal did not sign: put the program, token, key or service right that "
                    + "signs for it, and read the document again."
            ]
        case ("notLetIn", "refused"):
            return [
                "\(names) stayed unread because the chip refused the terminal: see that its certificates are valid, lead to "
                    + "the authority that the chip names and fit the key, and read the document again."
            ]
        case ("notLetIn", _):
            return [
                "\(names) stayed unread because the terminal was not let in: put right what is said at Terminal "
                    + "Authentication below, and read the document again."
            ]
        case ("notEntitled", _):
            return ["To read \(names), get a terminal certificate that grants it, and read the document again."]
        case ("terminalNeeded", _):
            return [
                "To read \(names), give the certificates and the key of a terminal that may ('--cv-certificates' and "
                    + "'--terminal-key'), and read the document again."
            ]
        default: return []
        }
    }
}
