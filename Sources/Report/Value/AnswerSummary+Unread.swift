import Standards

extension AnswerSummary {
    /// The check of Terminal Authentication, which says why a terminal was not let in.
    static let terminalCheck: CheckID = "ta.terminal"
    /// The code of an answer that is open because of what stayed unread.
    static let unreadCode = "unreadThoughAskedFor"

    /// The checks of files that were asked for and stayed unread behind Terminal Authentication.
    var unread: [Check] {
        guard answer == .files else { return [] }
        return checks.filter { check in
            guard check.id == "files.DG3" || check.id == "files.DG4" else { return false }
            return switch check.result {
            case .notSupported(let reason): Self.unreadCodes.contains(reason.code)
            case .undetermined: true
            case .successful, .failed, .aborted: false
            }
        }
    }

    private static let unreadCodes: Set<String> = ["notLetIn", "notEntitled", "terminalNeeded"]

    /// `DG3`, `DG3 and DG4`.
    var unreadNames: String {
        unread.map { String($0.id.rawValue.dropFirst("files.".count)) }.joined(separator: " and ")
    }

    /// What stayed unread, and why.
    var reasonUnread: Reason? {
        guard let first = unread.first?.result.reason else { return nil }
        let why =
            switch first.code {
            case "notLetIn":
                checks.first { $0.id == Self.terminalCheck }?.result.reason?.text ?? "The terminal was not let in."
            case "notEntitled": "The terminal's certificates do not give it the right to read that."
            case "terminalNeeded": "That takes terminal authentication, and no terminal was given."
            default: "The chip does not give that out."
            }
        return Reason(Self.unreadCode, "Asked for and not read: \(unreadNames). \(why)")
    }
}
