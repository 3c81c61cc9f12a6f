import Foundation
import TestSupport
import Testing

@Suite("emrtd bench")
struct BenchCommandTests {
    private struct Matrix: Decodable {
        struct Row: Decodable {
            struct Cell: Decodable {
                let passed: Int
                let cases: Int
            }

            let row: String
            let cells: [String: Cell]
        }

        struct Failure: Decodable { let name: String }

        let rows: [Row]
        let cases: Int
        let randomSessions: Int
        let failures: [Failure]
    }

    /// Mappings and key agreements, with as many sessions for each cipher as there are parameters, passwords and numberings.
    private static let counts = [
        "PACE, generic mapping, DH": 3 * 4, "PACE, generic mapping, ECDH": 11 * 4,
        "PACE, integrated mapping, DH": 3 * 4, "PACE, integrated mapping, ECDH": 10 * 4,
        "PACE, Chip Authentication Mapping, ECDH": 11 * 4, "Chip Authentication, DH": 3 * 3,
        "Chip Authentication, ECDH": 11 * 3,
    ]

    /// Algorithms of one hash, with as many sessions for each as there are curves, chains and numbers of trust points.
    private static let terminalCounts = [
        "ECDSA": ["SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"].map { ($0, 4 * 4) },
        "RSA PKCS #1": ["SHA-1", "SHA-256", "SHA-512"].map { ($0, 4) },
        "RSA-PSS": ["SHA-1", "SHA-256", "SHA-512"].map { ($0, 4) },
    ]

    @Test
    func `runs every combination of access, chip and terminal authentication, and sessions drawn at random`() throws {
        let outcome = try BuiltProgram.run(["bench", "matrix", "--random", "40", "--json"])
        let matrix = try JSONDecoder().decode(Matrix.self, from: Data(outcome.output.utf8))
        #expect(outcome.status == 0)
        #expect(matrix.failures.map(\.name) == [])
        #expect(matrix.randomSessions == 40)
        let terminals = Self.terminalCounts.flatMap { kind, cells in
            [1, 2].map { ("Terminal Authentication \($0), \(kind)", Dictionary(uniqueKeysWithValues: cells)) }
        }
        #expect(Set(matrix.rows.map(\.row)) == Set(Self.counts.keys).union(terminals.map(\.0)))
        for (name, cells) in terminals {
            let row = matrix.rows.first { $0.row == name }?.cells ?? [:]
            #expect(row.mapValues(\.cases) == cells, "\(name)")
            #expect(row.mapValues(\.passed) == cells, "\(name)")
        }
        for row in matrix.rows where !row.row.hasPrefix("Terminal") {
            // Chip Authentication Mapping is not defined for triple DES.
            let ciphers = row.row.contains("Chip Authentication Mapping") ? 3 : 4
            #expect(row.cells.count == ciphers, "\(row.row)")
            for (cipher, cell) in row.cells {
                #expect(cell.cases == Self.counts[row.row], "\(row.row), \(cipher)")
                #expect(cell.passed == cell.cases, "\(row.row), \(cipher)")
            }
        }
    }

    @Test
    func `reads within two parts in a hundred of the floor, in every way`() throws {
        struct Result: Decodable {
            struct Read: Decodable {
                let document: String
                let apduCount: Int
                let floorAPDUCount: Int
                let airSeconds: [Double]
                let floorAirSeconds: [Double]
            }

            let reads: [Read]
        }
        let outcome = try BuiltProgram.run(["bench", "read", "--runs", "1", "--json"])
        let result = try JSONDecoder().decode(Result.self, from: Data(outcome.output.utf8))
        #expect(result.reads.count == 12)
        for document in Set(result.reads.map(\.document)) {
            #expect(result.reads.count { $0.document == document } == 2, "short and extended: \(document)")
        }
        for read in result.reads {
            for (air, floor) in zip(read.airSeconds, read.floorAirSeconds) {
                #expect(air <= floor * 1.02, "\(read.document)")
            }
        }
    }
}
