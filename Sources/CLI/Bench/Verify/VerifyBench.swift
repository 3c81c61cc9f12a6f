import Cryptography
import Foundation
import Inspection
import Report

/// The benchmark of the stream: answers beside bare verifications of the same signatures, on one core, in turns.
enum VerifyBench {
    /// The rates of one algorithm, a second of CPU time each.
    struct Result: Encodable {
        let algorithm: String
        let bareVerifications: Int
        let records: Int
        let recordsWithFace: Int
        /// Records for each bare verification.
        let share: Double
        let target: Double
        let reached: Bool
    }

    static func run(_ bench: VerifyBenchCase, seconds: Double) throws -> Result {
        let documents = try VerifyBenchDocuments(bench, count: 1000)
        let settings = StreamJudge.Settings(
            trust: documents.trust, component: .init(name: "emrtd", version: Program.version))
        let hashes = try TemporaryInput(documents.hashLines)
        let faces = try TemporaryInput(documents.fileLines)
        var (bare, records, withFace) = (Meter(), Meter(), Meter())
        // In short turns, so that whatever else the machine does meets all three alike.
        while bare.seconds + records.seconds + withFace.seconds < seconds {
            try bare.measure(documents.count) { try verifyBare(documents) }
            try records.measure(documents.count) { try answer(hashes, documents.count, settings) }
            let faceCount = min(documents.count, VerifyBenchDocuments.faceCount)
            try withFace.measure(faceCount) { try answer(faces, faceCount, settings) }
        }
        let share = records.rate / bare.rate
        return Result(
            algorithm: bench.name, bareVerifications: Int(bare.rate), records: Int(records.rate),
            recordsWithFace: Int(withFace.rate), share: (share * 1000).rounded() / 1000, target: bench.share,
            reached: share >= bench.share)
    }

    private static func verifyBare(_ documents: VerifyBenchDocuments) throws {
        for (signature, digest) in documents.signatures {
            guard documents.verifier.verify(signature[...], overDigest: digest) else {
                throw CommandError("a signature of the benchmark does not verify")
            }
        }
    }

    /// Reads the lines, judges and writes the answers away. The first lines are those that the caches are filled by.
    private static func answer(_ input: TemporaryInput, _ count: Int, _ settings: StreamJudge.Settings) throws {
        let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(output) }
        let (counts, failure) = try StreamPipeline(
            settings, .init(input: try input.rewound(), output: output)
        ).run()
        guard failure == 0, counts.accepted == count else {
            throw CommandError("\(counts.accepted) of \(count) records of the benchmark were accepted")
        }
    }

    /// A sum of work and of the CPU time it took.
    private struct Meter {
        private(set) var seconds = 0.0
        private var count = 0

        var rate: Double { Double(count) / seconds }

        mutating func measure(_ count: Int, _ work: () throws -> Void) rethrows {
            let start = CPUClock.now
            try work()
            seconds += CPUClock.now - start
            self.count += count
        }
    }
}

/// Bytes in a file without a name, to be read from the beginning again and again.
final class TemporaryInput {
    private let descriptor: Int32

    init(_ bytes: [UInt8]) throws {
        guard let file = tmpfile() else { throw CommandError("there is no place for a temporary file") }
        descriptor = dup(fileno(file))
        fclose(file)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw CommandError("a temporary file cannot be written") }
            rest = rest.dropFirst(count)
        }
    }

    deinit { close(descriptor) }

    func rewound() throws -> Int32 {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw CommandError("a temporary file cannot be read again") }
        return descriptor
    }
}
