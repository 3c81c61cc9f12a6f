import ByteCoding
import LDS
import Report
import Standards

extension CheckList {
    /// What the chip offered, what opened it, and whether anything was downgraded.
    mutating func addAccess(_ reading: ChipReading, _ contents: DocumentContents) {
        let access = reading.access
        let offered: CheckResult =
            access.offersPACE == nil
            ? .undetermined(Reason("notKnown", "It is not known which access protocols the chip offers.")) : .successful
        add(
            .accessOffered, offered, source: .doc9303(11, "4.2"),
            evidence: [.init("PACE", access.offersPACE.map { $0 ? "offered" : "not offered" } ?? "not known")])
        add(
            .accessOpened, Self.opened(access, reading.ending), source: .doc9303(11, "4.3"),
            evidence: access.used.map { [.init("used", $0 == .bac ? "BAC" : "none needed")] } ?? [])
        add(.accessDowngrade, Self.downgrade(access, contents), source: .doc9303(11, "4.2"))
    }

    private static func opened(_ access: AccessReading, _ ending: ChipReading.Ending) -> CheckResult {
        if let failure = access.failure, access.used == nil { return .failed(failure) }
        switch access.used {
        case .bac, .pace: return .successful
        case .unprotected:
            return .notSupported(Reason("unprotected", "The chip gives its files to everyone; no key was needed."))
        case nil:
            if case .brokenOff(let reason) = ending {
                return .aborted(Reason(reason.code, "The read ended before the chip was opened. \(reason.text)"))
            }
            return .undetermined(Reason("notKnown", "How the chip was opened is not on record."))
        }
    }

    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.2: a chip that offers PACE should be opened by it.
    private static func downgrade(_ access: AccessReading, _ contents: DocumentContents) -> CheckResult {
        let listsPACE = contents.dg14.map { !$0.pace.isEmpty } ?? false
        switch access.offersPACE {
        case true?:
            guard let used = access.used else {
                return .undetermined(Reason("notOpened", "The chip offers PACE, and it was not opened."))
            }
            let way = used == .bac ? "by Basic Access Control, which is weaker" : "without any protocol"
            return .undetermined(
                Reason(
                    "paceNotUsed",
                    "The chip offers PACE and was opened \(way): this program does not speak PACE yet. "
                        + "What was read is judged all the same."))
        case false? where listsPACE:
            return .failed(
                Reason(
                    "paceHidden",
                    "DG14 says that the chip offers PACE, and EF.CardAccess does not: somebody may have hidden it."))
        case false?:
            return .notSupported(
                Reason("paceNotOffered", "The chip offers no PACE, so nothing stronger was left unused."))
        case nil:
            return .undetermined(Reason("notKnown", "It is not known whether the chip offers anything stronger."))
        }
    }
}
