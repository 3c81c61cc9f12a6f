import ByteCoding
public import Standards

/// Why data groups behind Terminal Authentication stayed unread.
extension ChipReading {
    /// What stayed unread though it was asked for, by number or by giving a terminal; each with the reason.
    public var unreadThoughAskedFor: [Reason] { [DataGroup.dg3, .dg4].compactMap(reasonUnread) }

    /// Why a group that was asked for stayed unread; nil where it was read, is not there, or was not asked for.
    public func reasonUnread(_ group: DataGroup) -> Reason? {
        guard group.needsTerminalAuthentication else { return nil }
        let isRefused: Bool
        switch self[.dataGroup(group)]?.outcome {
        case .protected: isRefused = false
        case .refused: isRefused = true
        default: return nil
        }
        let isNamed = isRefused || remarks.contains { $0.code == Self.remark(askedFor: group).code }
        let start = "\(group.name) was asked for and not read."
        switch terminalAuthentication?.outcome {
        case .accepted(let groups) where groups.contains(group):
            return isRefused
                ? Reason("refused", "\(start) The chip refuses it, though it let the terminal in.")
                : Reason("notLetIn", "\(start) The session in which the terminal was let in did not last.")
        case .accepted(let groups):
            // A terminal for the other group, or for records, was not given for this one.
            guard isNamed || (groups.isEmpty && recordFiles.isEmpty) else { return nil }
            return Reason(
                "notEntitled", "\(start) The terminal's certificates do not give it the right to read it.")
        case .refused(let status, let step):
            let word = Hexadecimal.encode([UInt8(status >> 8), UInt8(status & 0xFF)])
            return Reason("notLetIn", "\(start) The chip did not let the terminal in (\(word) at \(step)).")
        case .notTried(let reason): return Reason("notLetIn", "\(start) \(reason.text)")
        case nil:
            guard isNamed else { return nil }
            return Reason(
                "terminalNeeded",
                "\(start) It is given out after terminal authentication only, and no terminal was given.")
        }
    }

    /// What is noted where a group that stays protected was asked for by its number.
    public static func remark(askedFor group: DataGroup) -> Reason {
        Reason(
            "askedFor\(group.name)",
            "\(group.name) was asked for by its number; it is given out after terminal authentication only.")
    }
}
