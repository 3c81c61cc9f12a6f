import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Reads the files of the application: DG14 with Chip Authentication, DG15 with Active Authentication, DG1, the small
    /// groups, DG2; at last, behind Terminal Authentication, DG3 and DG4, since a chip may end the session over them.
    mutating func readApplication() throws(ReadInterruption) {
        let com = state.reading.bytes(of: .com).flatMap { try? COM(encoded: $0).dataGroups }
        let sod = state.reading.bytes(of: .sod).flatMap { try? SOD(encoded: $0).securityObject.dataGroups }
        if (com ?? []).isEmpty, (sod ?? []).isEmpty { remark(Remark.noGroupList) }
        let plan = ReadPlan(com: com, sod: sod, request: state.request)

        for group in plan.protected { leaveProtected(group) }
        for group in plan.skipped where state.reading[.dataGroup(group)] == nil { enter(.dataGroup(group), .skipped) }
        let groups = plan.beforeAuthentication + plan.afterAuthentication
        for group in plan.beforeAuthentication {
            try read(.dataGroup(group))
            guard group == .dg14, plan.authenticatesChip else { continue }
            let next = groups.first { $0 != .dg14 && state.reading[.dataGroup($0)] == nil }
            try authenticateChip(before: next.map { .dataGroup($0) })
        }
        if plan.authenticates, state.reading.bytes(of: .dataGroup(.dg15)) != nil { try authenticateActively() }
        for group in plan.afterAuthentication { try read(.dataGroup(group)) }
        try readProtectedGroups(plan)
        try proveActivelyAgain()
        try readRecords()
        try proveActivelyAgain()
    }

    /// Enters a group that stays protected; one that was asked for by its number with a remark that says so.
    private mutating func leaveProtected(_ group: DataGroup) {
        let groups = state.request.groups
        if let groups, groups.contains(group) { remark(ChipReading.remark(askedFor: group)) }
        // With a terminal, and other groups asked for by number, this one was left out on request.
        let isLeftOut = groups.map { !$0.contains(group) } ?? false
        enter(.dataGroup(group), isLeftOut && state.request.terminal != nil ? .skipped : .protected)
    }

    /// After a loss, the chip that gave the last file proves itself too.
    private mutating func proveActivelyAgain() throws(ReadInterruption) {
        guard state.reading.activeAuthentication?.isSigned == true, !state.hasProofOfPresence else { return }
        try selectAgain()
        try authenticateActively()
    }

    /// Reads what the terminal is let in for; what it is not stays protected.
    private mutating func readProtectedGroups(_ plan: ReadPlan) throws(ReadInterruption) {
        guard let credential = state.request.terminal,
            !plan.afterTerminalAuthentication.isEmpty || !recordApplications.isEmpty
        else { return }
        let granted = try authenticateTerminal(credential)
        for group in plan.afterTerminalAuthentication {
            if granted.contains(group) {
                try read(.dataGroup(group))
            } else if state.reading[.dataGroup(group)] == nil {
                leaveProtected(group)
            }
        }
    }
}

extension ActiveAuthenticationReading {
    fileprivate var isSigned: Bool { if case .signature = answer { true } else { false } }
}
