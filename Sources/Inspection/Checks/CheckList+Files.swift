import ByteCoding
import LDS
import Report
import Standards

extension CheckList {
    /// Whether the read is complete, and what became of each file that a document has or says it has.
    mutating func addFiles(_ reading: ChipReading, _ contents: DocumentContents) {
        let complete: CheckResult =
            switch reading.ending {
            case .complete: .successful
            case .brokenOff(let reason): .aborted(reason)
            }
        add(.filesComplete, complete, source: .doc9303(10, "3.6"))
        add(.filesCOM, Self.com(reading, contents), source: .doc9303(10, "4.6.1"))
        add(.filesSOD, Self.result(of: .sod, reading, contents, isExpected: true), source: .doc9303(10, "4.6.2"))
        for group in DataGroup.allCases {
            let isEssential = group == .dg1 || group == .dg2
            let isListed = contents.listsInSOD(group) || contents.listsInCOM(group)
            let wasRead = reading[.dataGroup(group)].map { $0.outcome != .skipped } ?? false
            guard isEssential || isListed || wasRead else { continue }
            add(
                .file(group),
                Self.result(of: .dataGroup(group), reading, contents, isExpected: isEssential || isListed),
                source: .doc9303(10, "4.7.\(group.rawValue)"),
                rule: isEssential ? Obligations.essentialGroup : Obligations.otherGroup)
        }
    }

    /// EF.COM is going out of use: a chip without it is not at fault.
    private static func com(_ reading: ChipReading, _ contents: DocumentContents) -> CheckResult {
        guard case .absent = reading[.com]?.outcome else {
            return result(of: .com, reading, contents, isExpected: true)
        }
        return .notSupported(Reason("absent", "The chip has no EF.COM; EF.SOD lists its data groups."))
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
