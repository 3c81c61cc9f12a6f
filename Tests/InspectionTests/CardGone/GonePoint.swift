import Testing

/// Where in a session the document is taken away.
enum GonePoint: String, CaseIterable, CustomTestStringConvertible {
    case afterNonce = "after PACE step 1"
    case afterMapping = "after PACE step 2"
    case afterSelection = "after MSE:Set AT of CA"
    case inChain = "between two chained GENERAL AUTHENTICATEs of CA"
    case inPortrait = "in the middle of DG2"

    var testDescription: String { rawValue }

    /// After how many commands that is; nil where the session has no such place.
    func commandCount(in commands: [[UInt8]]) -> Int? {
        switch self {
        case .afterNonce: agreements(commands).first
        case .afterMapping: agreements(commands).dropFirst().first
        case .afterSelection: commands.firstIndex { $0.starts(with: [0x0C, 0x22, 0x41, 0xA4]) }.map { $0 + 1 }
        case .inChain: commands.firstIndex { $0.starts(with: [0x1C, 0x86]) }.map { $0 + 1 }
        // The file has more blocks than four.
        case .inPortrait: commands.firstIndex { $0.starts(with: [0x0C, 0xB0, 0x82]) }.map { $0 + 4 }
        }
    }

    /// The chained commands of PACE.
    private func agreements(_ commands: [[UInt8]]) -> [Int] {
        commands.indices.filter { commands[$0].starts(with: [0x10, 0x86]) }.map { $0 + 1 }
    }

    /// Every session with every place that it has.
    static func table() throws -> [(GoneSession, GonePoint)] {
        try GoneSession.allCases.flatMap { session in
            let commands = try session.fixture().commands
            return allCases.filter { $0.commandCount(in: commands) != nil }.map { (session, $0) }
        }
    }
}
