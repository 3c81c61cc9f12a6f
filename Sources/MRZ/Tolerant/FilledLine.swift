/// A line brought to its length by adding or taking out fillers alone.
struct FilledLine {
    let characters: [UInt8]
    let adjustments: [MRZAdjustment]
    let cost: Int

    /// The ways to bring a line to its length; more than one where it has several runs of fillers.
    ///
    /// - Parameter onlyTail: The line ends with a name or optional data, so that only its tail can be at fault.
    static func fits(_ line: [UInt8], _ length: Int, number: Int, onlyTail: Bool) -> [FilledLine] {
        let count = line.count
        if count == length { return [FilledLine(characters: line, adjustments: [], cost: 0)] }
        // Shorter lines have lost more than fillers; longer ones hold something else.
        guard count >= 6, count <= length + 20 else { return [] }
        var fits: [FilledLine] = []
        for run in runs(of: line) where !onlyTail || run.upperBound == count {
            let characters: [UInt8]
            let adjustment: MRZAdjustment
            if count < length {
                characters = line[..<run.upperBound] + fillers(length - count) + line[run.upperBound...]
                adjustment = .addedFillers(line: number, position: run.upperBound + 1, count: length - count)
            } else {
                guard run.count > count - length || run.count == count - length && run.upperBound == count else {
                    continue
                }
                let first = run.upperBound - (count - length)
                characters = Array(line[..<first] + line[run.upperBound...])
                adjustment = .removedFillers(line: number, position: first + 1, count: count - length)
            }
            // A run in the middle is a guess that only check digits can bear out: it costs more than a tail.
            let cost = abs(length - count) + (run.upperBound == count ? 0 : 50)
            fits.append(FilledLine(characters: characters, adjustments: [adjustment], cost: cost))
        }
        return fits
    }

    /// Where fillers stand in a row, the empty run at the end of the line included.
    private static func runs(of line: [UInt8]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for (index, character) in line.enumerated() {
            if character == MRZAlphabet.filler {
                if start == nil { start = index }
            } else if let first = start {
                runs.append(first..<index)
                start = nil
            }
        }
        return Array(runs.suffix(12)) + [(start ?? line.count)..<line.count]
    }

    private static func fillers(_ count: Int) -> [UInt8] {
        Array(repeating: MRZAlphabet.filler, count: count)
    }
}
