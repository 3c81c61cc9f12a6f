import Foundation
import MRZ
import Standards

extension Command {
    static let benchMRZ = Command(
        "bench", "mrz",
        summary: "measure how many machine readable zones a second are parsed",
        discussion: """
            Sixty-four different passports are read in turn on one core, in strict mode: every rule and check digit, and \
            every field as text or date. What counts is the CPU time of this program.
            """,
        options: [
            .value("seconds", "N", "how long to measure (default 2)"), .flag("json", "print JSON"),
        ],
        examples: [Example("emrtd bench mrz --seconds 1", "parses a second, beside the figure to reach")]
    ) { invocation in
        let seconds = try invocation.integer("seconds", in: 1...600) ?? 2
        let result = try MRZBench.run(seconds: Double(seconds))
        if invocation[flag: "json"] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            Terminal.print(String(decoding: try encoder.encode(result), as: UTF8.self))
        } else {
            let verdict = result.reached ? "reached" : "not reached"
            Terminal.print(
                """
                \(result.parsesPerSecond) full TD3 parses a second on one core (to reach: \(result.target), \(verdict))
                \(result.parses) parses in \(result.cpuSeconds) s of CPU time
                """)
        }
        return .success
    }
}

/// The benchmark of the parser.
enum MRZBench {
    struct Result: Encodable {
        let name = "mrz"
        let parses: Int
        let cpuSeconds: Double
        let parsesPerSecond: Int
        let target = 300_000
        let reached: Bool
    }

    static func run(seconds: Double) throws -> Result {
        let reference = Timestamp(secondsSince1970: 1_769_817_600)  // 31 January 2026
        let texts = try (0..<64).map { try passport($0, reference) }
        var parses = 0
        var characters = 0
        let start = CPUClock.now
        var elapsed = 0.0
        while elapsed < seconds {
            for _ in 0..<32 {
                for text in texts {
                    let zone = try MachineReadableZone(strict: text, referenceDate: reference)
                    characters += readAll(zone, reference)
                }
            }
            parses += 32 * texts.count
            elapsed = CPUClock.now - start
        }
        // What was read is counted, so that no field can be left out.
        guard characters > parses * 40 else { throw CommandError("the parser lost fields") }
        let rate = Double(parses) / elapsed
        return Result(
            parses: parses, cpuSeconds: (elapsed * 1000).rounded() / 1000, parsesPerSecond: Int(rate),
            reached: rate >= 300_000)
    }

    /// Asks for every field; the sum of the lengths.
    private static func readAll(_ zone: MachineReadableZone, _ reference: Timestamp) -> Int {
        let name = zone.name
        var count = zone.documentCode.utf8.count + zone.issuingState.utf8.count + zone.nationality.utf8.count
        count += name.primaryParts.reduce(0) { $0 + $1.utf8.count }
        count += name.secondaryParts.reduce(0) { $0 + $1.utf8.count }
        count += zone.documentNumber.utf8.count + zone.optionalData.utf8.count
        count += zone.dateOfBirth(asOf: reference)?.day ?? 0
        count += zone.dateOfExpiry(asOf: reference)?.day ?? 0
        return count + (zone.sex == nil ? 0 : 1)
    }

    private static func passport(_ number: Int, _ reference: Timestamp) throws -> [UInt8] {
        guard let birth = PartialDate(year: 1950 + number % 60, month: number % 12 + 1, day: number % 28 + 1) else {
            throw CommandError("the benchmark has a date that does not exist")
        }
        let zone = try MachineReadableZone(
            composing: MRZContents(
                format: .td3, documentCode: "PP", issuingState: ["UTO", "D", "GBR", "XXA"][number % 4],
                primaryIdentifier: ["Eriksson", "Van der Muellen", "Papandropoulous"][number % 3],
                secondaryIdentifier: ["Anna Maria", "Jonathon Warren Trevor", "Ming"][number / 3 % 3],
                documentNumber: "L\(89_890_200 + number)", nationality: ["UTO", "FRA"][number % 2],
                dateOfBirth: birth, sex: [.female, .male, .unspecified][number % 3],
                dateOfExpiry: PartialDate(year: 2026 + number % 10, month: number % 12 + 1, day: 15),
                optionalData: "ZE18422\(100 + number)"),
            referenceDate: reference)
        return Array(zone.lines.joined(separator: "\n").utf8)
    }
}
