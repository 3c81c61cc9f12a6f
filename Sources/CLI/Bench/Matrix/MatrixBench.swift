import ChipSimulator
import Cryptography
import Issuing
import LDS

/// Runs every combination of variants, and sessions drawn from them at random.
enum MatrixBench {
    struct Result: Encodable {
        let name = "matrix"
        let rows: [Row]
        let cases: Int
        let randomSessions: Int
        let failures: [Failure]
        let seconds: Double
        var passed: Bool { failures.isEmpty }
    }

    /// One row of a table: how many cases there are by cipher, or by hash for a terminal, and how many passed.
    struct Row: Encodable {
        let row: String
        var cells: [String: Cell] = [:]
    }

    struct Cell: Encodable {
        var passed = 0
        var cases = 0
    }

    struct Failure: Encodable {
        let name: String
        let problem: String
    }

    /// Every case, in the order of the table.
    static func cases() throws -> [MatrixCase] {
        try MatrixCase.pace() + MatrixCase.chipAuthentication() + MatrixCase.terminalAuthentication()
    }

    /// - Parameter progress: told how much of the work is done, 0 to 1.
    static func run(randomSessions: Int, progress: (Double) -> Void) throws -> Result {
        let start = ContinuousClock.now
        let cases = try cases()
        let total = Double(cases.count + randomSessions)
        var rows: [Row] = []
        var failures: [Failure] = []
        for (index, one) in cases.enumerated() {
            progress(Double(index) / total)
            if rows.last?.row != one.row { rows.append(Row(row: one.row)) }
            let problem = problem { try one.run() }
            rows[rows.count - 1].cells[one.column, default: Cell()].cases += 1
            if let problem {
                failures.append(Failure(name: one.name, problem: problem))
            } else {
                rows[rows.count - 1].cells[one.column, default: Cell()].passed += 1
            }
        }
        for index in 0..<randomSessions {
            progress(Double(cases.count + index) / total)
            let session = try RandomSession(from: cases)
            if let problem = problem(session.run) { failures.append(Failure(name: session.name, problem: problem)) }
        }
        return Result(
            rows: rows, cases: cases.count, randomSessions: randomSessions, failures: failures,
            seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    private static func problem(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }
}

/// A session with everything drawn: how access is opened, how the chip proves itself, how long commands may be.
private struct RandomSession {
    private let access: MatrixCase
    private let proof: MatrixCase
    /// One session in three lets a terminal in too.
    private let terminal: MatrixCase?
    private let maximumCommandByteCount: Int
    private let readByteCount: Int

    init(from cases: [MatrixCase]) throws {
        guard let access = cases.filter({ $0.row.hasPrefix("PACE") }).randomElement(),
            let proof = cases.filter({ $0.row.hasPrefix("Chip") }).randomElement()
        else { throw MatrixFailure("there are no cases to draw from") }
        self.access = access
        self.proof = proof
        terminal =
            Int.random(in: 0..<3) == 0 ? cases.filter { $0.terminal != nil }.randomElement() : nil
        maximumCommandByteCount = [261, 65_544].randomElement() ?? 261
        readByteCount = Int.random(in: 24...4096)
    }

    var name: String {
        let proofs = [access, proof, terminal].compactMap { $0?.name }.joined(separator: ", then ")
        return "at random: \(proofs), commands of \(maximumCommandByteCount) bytes, reads of \(readByteCount)"
    }

    func run() throws {
        var both = access
        // Chip Authentication Mapping has a key of its own already.
        let hasKey = access.profile.chipAuthentication?.keys.contains { $0.places.contains(.cardSecurity) } == true
        if !hasKey { both.profile.chipAuthentication = proof.profile.chipAuthentication }
        var behaviour = ChipBehaviour()
        behaviour.maximumReadByteCount = readByteCount
        behaviour.chainsCommands = true  // for certificates of RSA over a reader for short commands
        if let terminal, terminal.isSecondVersion {
            // Its access and its key belong together.
            try terminal.run(maximumCommandByteCount: maximumCommandByteCount, behaviour: behaviour)
            return
        }
        if let terminal {
            both.profile.terminalAuthentication = terminal.profile.terminalAuthentication
            both.profile.files.merge(terminal.profile.files) { $1 }
        }
        var session = MatrixCase(
            row: both.row, column: both.column, details: both.details, profile: both.profile, password: both.password
        ) { [access, proof, terminal] reading in
            try access.expectation(reading)
            if !hasKey { try proof.expectation(reading) }
            try terminal?.expectation(reading)
        }
        session.terminal = terminal?.terminal
        try session.run(maximumCommandByteCount: maximumCommandByteCount, behaviour: behaviour)
    }
}
