import ByteCoding
import LDS
import Report
import Standards

extension CheckList {
    /// Whether the chip let the terminal read what it protects; only where that was tried or could have been.
    ///
    /// A refusal says nothing against the document: the terminal has not the right.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1; BSI TR-03110-3 B.3.
    mutating func addTerminalAuthentication(_ reading: ChipReading) {
        guard let record = reading.terminalAuthentication else { return }
        var evidence: [Finding.Evidence] = [.init("version", "\(record.version)")]
        evidence += record.trustPoints.map { .init("trusted by the chip", $0) }
        evidence += record.chain.map { .init("certificate of", $0) }
        let result: CheckResult
        switch record.outcome {
        case .accepted(let groups):
            evidence.append(
                .init("readable", groups.isEmpty ? "nothing more" : groups.map(\.name).joined(separator: ", ")))
            result = .successful
        case .refused(let status, let step):
            let words = Hexadecimal.encode([UInt8(status >> 8), UInt8(status & 0xFF)])
            result = .undetermined(
                Reason(
                    "refused",
                    "The chip does not take this terminal's right to read (\(words) at \(step)). What it protects stays "
                        + "unread; that says nothing against the document."))
        case .notTried(let reason): result = .notSupported(reason)
        }
        add(.terminalAuthentication, result, source: .doc9303(11, "7.1"), evidence: evidence)
    }
}
