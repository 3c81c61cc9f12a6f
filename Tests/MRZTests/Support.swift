import Conformance
import MRZ
import Standards

/// The day from which these tests tell centuries: 30 November 2026.
let reference = mrzReferenceDate

/// Two lines of the specimen passport that most cases change.
let passportLines = [
    "PPUTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
    "L898902C36UTO7408122F3404159ZE184226B<<<<<16",
]

extension [String] {
    /// The lines with line feeds between them.
    var text: String { joined(separator: "\n") }

    /// The lines with one character replaced, counted from 1.
    func replacing(line: Int, position: Int, with character: Character) -> [String] {
        var lines = self
        var characters = [Character](lines[line - 1])
        characters[position - 1] = character
        lines[line - 1] = String(characters)
        return lines
    }
}

/// Faults as `rule line:first-last`.
func names(of faults: [MRZFault]) -> [String] { faults.map(\.vectorName) }

/// A pseudo-random sequence that is the same in every run.
struct Xorshift: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed | 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
