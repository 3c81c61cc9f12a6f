import Conformance

/// The JSON form of a run over vectors.
struct VectorsView: Encodable {
    let passed: Int
    let failed: Int
    let skipped: Int
    let files: [FileView]
    let notVectors: [ExclusionView]

    struct FileView: Encodable {
        let file: String
        let source: String
        let passed: Int
        let failed: Int
        let skipped: Int
        let vectors: [VectorView]
    }

    struct VectorView: Encodable {
        let id: String
        /// `passed`, `failed` or `skipped`.
        let result: String
        /// What was expected and what was found, or why the vector was skipped.
        let reason: String?
    }

    struct ExclusionView: Encodable {
        /// A file, or a folder, which ends in `/`.
        let place: String
        let files: Int
        let reason: String
    }

    init(_ report: ConformanceReport) {
        passed = report.passedCount
        failed = report.failedCount
        skipped = report.skippedCount
        files = report.files.map { file in
            FileView(
                file: file.path, source: file.source, passed: file.passedCount, failed: file.failures.count,
                skipped: file.skips.count, vectors: file.vectors.map(VectorView.init))
        }
        notVectors = report.exclusions.map { ExclusionView(place: $0.place, files: $0.fileCount, reason: $0.reason) }
    }
}

extension VectorsView.VectorView {
    init(_ vector: ConformanceReport.VectorResult) {
        id = vector.id
        switch vector.outcome {
        case .passed: (result, reason) = ("passed", nil)
        case .failed(let problem): (result, reason) = ("failed", problem)
        case .skipped(let cause): (result, reason) = ("skipped", cause)
        }
    }
}
