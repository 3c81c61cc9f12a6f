import ByteCoding
import LDS
import Report
import Standards
import Trust

extension CheckList {
    /// Whether the read is complete, and what became of each file that a document has or says it has.
    mutating func addFiles(_ reading: ChipReading, _ contents: DocumentContents) {
        let complete: CheckResult =
            switch reading.ending {
            case .complete: .successful
            case .brokenOff(let reason): .aborted(reason)
            }
        add(.filesComplete, complete, source: .doc9303(10, "3.6"))
        if case .read = reading[.attributes]?.outcome {
            addFile(.filesAttributes, .attributes, reading, contents, source: .doc9303(10, "3.11.1"))
        }
        if case .absent = reading[.com]?.outcome {
            add(.filesCOM, .notSupported(Self.noCOM), source: .doc9303(10, "4.6.1"))
        } else {
            addFile(.filesCOM, .com, reading, contents, source: .doc9303(10, "4.6.1"))
        }
        addFile(.filesSOD, .sod, reading, contents, source: .doc9303(10, "4.6.2"))
        for group in DataGroup.allCases {
            let isEssential = group == .dg1 || group == .dg2
            let isListed = contents.listsInSOD(group) || contents.listsInCOM(group)
            let wasRead = reading[.dataGroup(group)].map { $0.outcome != .skipped } ?? false
            guard isEssential || isListed || wasRead else { continue }
            addFile(
                .file(group), .dataGroup(group), reading, contents, isExpected: isEssential || isListed,
                source: .doc9303(10, "4.7.\(group.rawValue)"),
                rule: isEssential ? Obligations.essentialGroup : Obligations.otherGroup)
        }
    }

    /// DG1 and DG2, where they are signed and came neither as a file nor as a hash value with the security object.
    mutating func addMissing(_ passive: PassiveAuthenticationResult) {
        for group in [DataGroup.dg1, .dg2]
        where passive.dataGroups.contains(where: { $0.group == group && $0.integrity == .present }) {
            add(
                .file(group), .undetermined(Reason("notRead", "\(group.name) is signed and did not come.")),
                source: .doc9303(10, "4.7.\(group.rawValue)"), rule: Obligations.essentialGroup)
        }
    }

    /// EF.COM is going out of use: a chip without it is not at fault.
    private static let noCOM = Reason("absent", "The chip has no EF.COM; EF.SOD lists its data groups.")

    /// A file that was read is judged by its form too, as far as the policy wants that.
    private mutating func addFile(
        _ id: CheckID, _ file: ElementaryFile, _ reading: ChipReading, _ contents: DocumentContents,
        isExpected: Bool = true, source: SpecReference, rule: Obligations.Rule? = nil
    ) {
        var result = Self.result(of: file, reading, contents, isExpected: isExpected)
        var evidence: [Finding.Evidence] = []
        var rule = rule ?? Obligations.rule(for: id)
        var leniency: Reason?
        if result == .successful, let faults = contents.formFaults[file], let first = faults.first {
            let reason = Reason(first.code, "\(file) departs from its form: \(first.text).")
            let deviation = Self.deviation(of: file)
            if policy.makesFail(deviation) { rule = rule.mandatoryOnFailure }
            switch policy.ruling(on: deviation) {
            case .fails: result = .failed(reason)
            case .leavesOpen: result = .undetermined(reason)
            case .isNoted: leniency = policy.leniency(towards: deviation, first.text)
            }
            evidence = faults.map { .init(result == .successful ? "tolerated" : "form", "\($0.code): \($0.text)") }
        }
        add(id, result, source: source, evidence: evidence, rule: rule, leniency: leniency)
    }

    /// Under which name the policy rules on faults of the form of a file.
    private static func deviation(of file: ElementaryFile) -> Deviation {
        switch file {
        case .com: .comForm
        case .attributes: .attributesForm
        case .dataGroup(.dg1): .zoneForm
        case .dataGroup(.dg2), .dataGroup(.dg3), .dataGroup(.dg4): .biometricForm
        default: .securityInfosForm
        }
    }

    private static func result(
        of file: ElementaryFile, _ reading: ChipReading, _ contents: DocumentContents, isExpected: Bool
    ) -> CheckResult {
        let unread = file.dataGroup.flatMap(reading.reasonUnread)
        switch reading[file]?.outcome {
        case .read:
            guard let fault = contents.undecodable[file] else { return .successful }
            return .failed(Reason("malformed", "\(file) was read and is not well-formed: \(fault)."))
        case .damaged(_, let reason):
            return .failed(Reason("damaged", "What the chip gives out as \(file) is no such file: \(reason.text)"))
        case .partial(let bytes, let total):
            let size = total.map { " of \($0)" } ?? ""
            return .aborted(
                Reason("partial", "\(file) was read in part: \(bytes.count)\(size) bytes. Read the chip again."))
        case .absent(let status):
            let reason = Reason("absent", "The chip says that it has no \(file) (\(hexadecimal(status))).")
            return isExpected ? .failed(reason) : .notSupported(reason)
        case .refused(let status) where reading.isProtected(file):
            return .notSupported(
                unread
                    ?? Reason(
                        "protected",
                        "\(file) is given out after terminal authentication only, and the chip refuses it "
                            + "(\(hexadecimal(status)))."))
        case .refused(let status):
            return .undetermined(Reason("refused", "The chip refuses \(file) (\(hexadecimal(status)))."))
        case .protected where file.dataGroup?.needsTerminalAuthentication != true:
            return .undetermined(
                Reason("notGivenOut", "\(file) was not given out, and terminal authentication is no ground for that."))
        case .protected:
            return .notSupported(
                unread
                    ?? Reason(
                        "protected", "\(file) is given out after terminal authentication only, and was not asked for."))
        case .skipped:
            return .notSupported(Reason("skipped", "\(file) was left out, or taken out of the evidence, on request."))
        case nil:
            guard case .brokenOff(let reason) = reading.ending else {
                return .undetermined(Reason("notRead", "\(file) is not among what was read."))
            }
            return .aborted(Reason(reason.code, "The read ended before \(file)."))
        }
    }

    private static func hexadecimal(_ status: UInt16) -> String {
        Hexadecimal.encode([UInt8(status >> 8), UInt8(status & 0xFF)])
    }
}

extension ChipReading {
    /// Whether a file is one that the chip need not have given out to this terminal.
    fileprivate func isProtected(_ file: ElementaryFile) -> Bool {
        guard let group = file.dataGroup, group.needsTerminalAuthentication else { return false }
        guard case .accepted(let groups) = terminalAuthentication?.outcome else { return true }
        return !groups.contains(group)
    }
}
