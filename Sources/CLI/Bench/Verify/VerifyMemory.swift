import Foundation
import Inspection
import Report

/// The memory of a long stream: what the program holds early on, and at the end.
enum VerifyMemory {
    struct Result: Encodable {
        let records: Int
        /// In KiB, after a tenth of the records and after all.
        let early: Int
        let late: Int
        let recordsPerSecond: Int
        let jobs: Int
    }

    static func run(records: Int, jobs: Int) throws -> Result {
        let documents = try VerifyBenchDocuments(VerifyBenchCase.all[0], count: 1000)
        let settings = StreamJudge.Settings(
            trust: documents.trust, component: .init(name: "emrtd", version: Program.version))
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CommandError("there is no pipe for the benchmark") }
        let (source, sink) = (ends[0], ends[1])
        let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer {
            close(source)
            close(output)
        }
        let rounds = max(records / documents.count, 10)
        let feeder = Feeder(documents.hashLines, rounds, sink)
        Thread { feeder.run() }.start()
        let start = ContinuousClock.now
        let (counts, failure) = try StreamPipeline(
            settings, .init(input: source, output: output, jobs: jobs)
        ).run()
        let seconds = Double((ContinuousClock.now - start).components.seconds) + 0.5
        guard failure == 0, counts.accepted == rounds * documents.count else {
            throw CommandError("\(counts.accepted) of \(rounds * documents.count) records were accepted")
        }
        return Result(
            records: counts.all, early: feeder.early, late: residentKiB,
            recordsPerSecond: Int(Double(counts.all) / seconds),
            jobs: jobs)
    }

    /// What is in memory now, in KiB.
    fileprivate static var residentKiB: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return 0 }
        return Int(line.filter(\.isNumber)) ?? 0
    }

    /// Writes the same lines again and again.
    private final class Feeder: @unchecked Sendable {
        private let lines: [UInt8]
        private let rounds: Int
        private let sink: Int32
        /// Written by the thread before it closes the pipe, read after its end was seen.
        private(set) var early = 0

        init(_ lines: [UInt8], _ rounds: Int, _ sink: Int32) {
            (self.lines, self.rounds, self.sink) = (lines, rounds, sink)
        }

        func run() {
            for round in 0..<rounds {
                if round == rounds / 10 { early = residentKiB }
                Terminal.write(lines, to: sink)
            }
            close(sink)
        }
    }
}
