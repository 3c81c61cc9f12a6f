import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Reads the files of the application: DG14, DG15 with Active Authentication, DG1, the small groups, DG2.
    mutating func readApplication() throws(ReadInterruption) {
        let com = state.reading.bytes(of: .com).flatMap { try? COM(encoded: $0).dataGroups }
        let sod = state.reading.bytes(of: .sod).flatMap { try? SOD(encoded: $0).securityObject.dataGroups }
        if (com ?? []).isEmpty, (sod ?? []).isEmpty { remark(Remark.noGroupList) }
        let plan = ReadPlan(com: com, sod: sod, request: state.request)

        for group in plan.protected { enter(.dataGroup(group), .protected) }
        for group in plan.skipped where state.reading[.dataGroup(group)] == nil { enter(.dataGroup(group), .skipped) }
        for group in plan.beforeAuthentication { try read(.dataGroup(group)) }
        if plan.authenticates, state.reading.bytes(of: .dataGroup(.dg15)) != nil { try authenticateActively() }
        for group in plan.afterAuthentication { try read(.dataGroup(group)) }
        if state.reading.activeAuthentication?.isSigned == true, !state.hasProofOfPresence {
            try authenticateActively()  // the chip that gave the last file proves itself too
        }
    }
}

extension ActiveAuthenticationReading {
    fileprivate var isSigned: Bool { if case .signature = answer { true } else { false } }
}
