/// What a run over a folder of vectors showed.
package struct ConformanceReport: Sendable {
    package let files: [FileResult]
    /// Files and folders that hold no vectors, each with what it is.
    package let exclusions: [Exclusion]

    package struct Exclusion: Hashable, Sendable {
        /// The path of a file, or of a folder, which ends in `/`.
        package let place: String
        package let reason: String
        package let fileCount: Int
    }

    /// The vectors of a file and how each ended.
    package struct FileResult: Sendable {
        /// The path below the folder: `cryptography/hash/fips180.json`.
        package let path: String
        /// Edition, clause and page, as the file names them; empty where it could not be read.
        package let source: String
        package let vectors: [VectorResult]

        package var passedCount: Int { vectors.count { $0.outcome == .passed } }
        package var failures: [VectorResult] { vectors.filter(\.outcome.isFailure) }
        package var skips: [VectorResult] { vectors.filter(\.outcome.isSkip) }
    }

    /// One vector and how it ended. What concerns a whole file is the one result of an empty id.
    package struct VectorResult: Sendable {
        package let id: String
        package let outcome: Outcome
    }

    package enum Outcome: Hashable, Sendable {
        case passed
        /// A figure is not reproduced, or the file cannot be run: what was expected and what was found.
        case failed(String)
        /// The vector could not be run here, for the reason given.
        case skipped(String)

        var isFailure: Bool { if case .failed = self { true } else { false } }
        var isSkip: Bool { if case .skipped = self { true } else { false } }
    }

    package var passedCount: Int { files.reduce(0) { $0 + $1.passedCount } }
    package var failedCount: Int { files.reduce(0) { $0 + $1.failures.count } }
    package var skippedCount: Int { files.reduce(0) { $0 + $1.skips.count } }
}
