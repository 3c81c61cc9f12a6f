package import MRZ
package import Standards

/// The day from which the vectors tell centuries: 30 November 2026.
package let mrzReferenceDate = Timestamp(secondsSince1970: 1_796_000_000)

extension MRZFault {
    /// `rule line:first-last`, as the vectors write it.
    package var vectorName: String {
        let line = line.map { " \($0)" } ?? ""
        let positions = positions.map { ":\($0.lowerBound)-\($0.upperBound)" } ?? ""
        return rule.rawValue + line + positions
    }
}

/// The faults that strict mode names; none where it takes the text.
package func strictFaults(_ text: String) -> [String] {
    do {
        _ = try MachineReadableZone(strict: text, referenceDate: mrzReferenceDate)
        return []
    } catch {
        guard case .broken(let faults) = error else { return ["\(error)"] }
        return faults.map(\.vectorName)
    }
}
