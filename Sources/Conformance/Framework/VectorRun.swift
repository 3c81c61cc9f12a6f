import Cryptography
package import Foundation

/// A run of our code over a folder of vectors.
package struct VectorRun: Sendable {
    /// No file of vectors is larger.
    package static let maximumFileByteCount = 16 << 20

    private let folder: VectorFolder
    private let registry: VectorRegistry
    private let missingAlgorithms: Set<String>

    /// Lists the folder.
    ///
    /// - Parameter missingAlgorithms: what the cryptographic library of this installation lacks.
    package init(
        _ folder: URL, registry: VectorRegistry = .all,
        missingAlgorithms: [String] = CryptographicLibrary.missingAlgorithms
    ) throws(ConformanceError) {
        self.folder = try VectorFolder(folder)
        self.registry = registry
        self.missingAlgorithms = Set(missingAlgorithms)
    }

    /// Runs every file, in the order of their names.
    ///
    /// - Parameter progress: is told which file comes next and which part of the work is done, 0 to 1.
    package func report(progress: (_ path: String, _ fraction: Double) -> Void = { _, _ in }) -> ConformanceReport {
        var files: [ConformanceReport.FileResult] = []
        var exclusions: [ConformanceReport.Exclusion] = []
        for (index, path) in folder.paths.enumerated() {
            if let reason = registry.exclusion(of: path) {
                exclusions.append(ConformanceReport.Exclusion(path: path, reason: reason))
                continue
            }
            progress(path, Double(index) / Double(folder.paths.count))
            files.append(result(of: path))
        }
        return ConformanceReport(files: files, exclusions: exclusions)
    }

    private func result(of path: String) -> ConformanceReport.FileResult {
        guard let kind = registry.kind(of: path) else { return failure(of: path, "no runner for this file") }
        do {
            let file = try VectorFile<JSONValue>(json: folder.content(of: path, limit: Self.maximumFileByteCount))
            guard !file.source.isEmpty else { throw ConformanceError.noSource }
            guard !file.vectors.isEmpty else { throw ConformanceError.noVectors }
            var ids: Set<String> = []
            let results = file.vectors.enumerated().map { index, fields in
                let id = fields[text: "id"] ?? ""
                let name = id.isEmpty ? "vector \(index + 1)" : id
                let isNew = ids.insert(name).inserted
                return ConformanceReport.VectorResult(
                    id: name, outcome: isNew ? outcome(of: fields, as: kind) : .failed("the id stands there twice"))
            }
            return ConformanceReport.FileResult(path: path, source: file.source, vectors: results)
        } catch {
            return failure(of: path, "\(error)")
        }
    }

    /// Holds our code against one vector.
    package func outcome<Vector: ConformanceVector>(
        of fields: JSONValue, as kind: Vector.Type
    ) -> ConformanceReport.Outcome {
        do {
            let vector = try JSONDecoder().decode(kind, from: JSONEncoder().encode(fields))
            let known = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(vector))
            let unknown = fields.fields(missingIn: known)
            guard unknown.isEmpty else {
                return .failed("nothing compares the field \(unknown.joined(separator: ", "))")
            }
            let missing = vector.requiredAlgorithms.filter(missingAlgorithms.contains)
            guard missing.isEmpty else {
                return .skipped("the cryptographic library lacks \(missing.joined(separator: ", "))")
            }
            try vector.check()
            return .passed
        } catch let error as DecodingError {
            return .failed(error.place)
        } catch {
            return .failed("\(error)")
        }
    }

    private func failure(of path: String, _ problem: String) -> ConformanceReport.FileResult {
        ConformanceReport.FileResult(
            path: path, source: "", vectors: [ConformanceReport.VectorResult(id: "", outcome: .failed(problem))])
    }
}
