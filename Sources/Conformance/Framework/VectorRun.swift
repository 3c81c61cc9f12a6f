import Cryptography
package import Foundation
import Issuing

/// A run of our code over a folder of vectors.
package struct VectorRun: Sendable {
    /// No file of vectors is larger.
    package static let maximumFileByteCount = 16 << 20

    private let folder: VectorFolder
    private let registry: VectorRegistry
    private let missingAlgorithms: Set<String>
    private let profileBase: URL?

    /// Lists the folder.
    ///
    /// - Parameters:
    ///   - missingAlgorithms: what the cryptographic library of this installation lacks.
    ///   - profileBase: where files lie that profiles name and that are not beside them; without it, such profiles
    ///     are left out.
    package init(
        _ folder: URL, registry: VectorRegistry = .all,
        missingAlgorithms: [String] = CryptographicLibrary.missingAlgorithms, profileBase: URL? = nil
    ) throws(ConformanceError) {
        self.folder = try VectorFolder(folder)
        self.registry = registry
        self.missingAlgorithms = Set(missingAlgorithms)
        self.profileBase = profileBase
    }

    /// Runs every file, in the order of their names.
    ///
    /// - Parameter progress: is told which file comes next and which part of the work is done, 0 to 1.
    package func report(progress: (_ path: String, _ fraction: Double) -> Void = { _, _ in }) -> ConformanceReport {
        var files: [ConformanceReport.FileResult] = []
        var excluded: [String: (reason: String, fileCount: Int)] = [:]
        for (index, path) in folder.paths.enumerated() {
            if let (place, reason) = registry.exclusion(of: path) {
                excluded[place, default: (reason, 0)].fileCount += 1
                continue
            }
            progress(path, Double(index) / Double(folder.paths.count))
            do {
                files.append(try result(of: path))
            } catch {
                excluded[path] = (error.reason, 1)
            }
        }
        let exclusions = excluded.sorted { $0.key < $1.key }.map { place, what in
            ConformanceReport.Exclusion(place: place, reason: what.reason, fileCount: what.fileCount)
        }
        return ConformanceReport(files: files, exclusions: exclusions)
    }

    /// A file that turns out to be nothing that can be run.
    private struct Excluded: Error {
        let reason: String
    }

    private func result(of path: String) throws(Excluded) -> ConformanceReport.FileResult {
        if path.hasPrefix(VectorRegistry.profiles), path.hasSuffix(".json") { return try profileResult(of: path) }
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

    private func profileResult(of path: String) throws(Excluded) -> ConformanceReport.FileResult {
        let outcome: ConformanceReport.Outcome
        do {
            let json = try folder.content(of: path, limit: Self.maximumFileByteCount)
            try ProfileCheck(json: [UInt8](json)) { name in
                let content =
                    (try? folder.content(of: VectorRegistry.profiles + name, limit: Self.maximumFileByteCount))
                    ?? profileBase.flatMap { base in
                        try? VectorFolder.content(of: base.appending(path: name), limit: Self.maximumFileByteCount)
                    }
                return content.map { [UInt8]($0) }
            }.check()
            outcome = .passed
        } catch IssuingError.unreadableFile(let name) where profileBase == nil {
            throw Excluded(reason: "names '\(name)', which is not part of this collection")
        } catch {
            outcome = .failed("\(error)")
        }
        return ConformanceReport.FileResult(
            path: path, source: "the profile itself",
            vectors: [ConformanceReport.VectorResult(id: "issued, read and verified", outcome: outcome)])
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
        } catch let error as Unavailable {
            return .skipped(error.reason)
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
