import Standards

/// Text that has not the lines of any format: what is wrong with them.
struct StrictLines {
    private let lines: [[UInt8]]

    /// Splits UTF-8 at line feeds; every character becomes one byte, `?` where it is not ASCII.
    init(_ text: [UInt8]) {
        var lines = String(decoding: text, as: UTF8.self).unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") } }
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    /// The faults of the lines, then of their characters.
    var error: MRZError {
        guard lines.contains(where: { !$0.isEmpty }) else { return .notAZone }
        var faults =
            lines.count == 2 || lines.count == 3
            ? lengthFaults
            : [
                MRZFault(.lineCount, line: nil, positions: nil, clause: .doc9303(3, "4.2"))
            ]
        for (number, line) in lines.enumerated().prefix(3) {
            faults += MRZFault.strangeCharacters(Array(line.prefix(90)), line: number + 1)
        }
        return .broken(faults)
    }

    private var lengthFaults: [MRZFault] {
        let longest = lines.map(\.count).max() ?? 0
        let expected = lines.count == 3 ? 30 : longest > 40 ? 44 : 36
        let clause: SpecReference =
            lines.count == 3 ? .doc9303(5, "4.2.2") : expected == 44 ? .doc9303(4, "4.2.2") : .doc9303(6, "4.2.2")
        return lines.enumerated().filter { $0.element.count != expected }.map { number, line in
            // From the first missing or surplus position to the last.
            let first = min(line.count, expected) + 1
            return MRZFault(
                .lineLength, line: number + 1, positions: first...max(line.count, expected), clause: clause)
        }
    }
}
