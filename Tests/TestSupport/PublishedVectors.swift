package import Conformance
import Foundation

extension VectorFile {
    /// Reads `TestVectors/<path>`.
    package static func load(_ path: String) throws -> VectorFile<Vector> {
        try VectorFile(json: Data(contentsOf: Repository.testVectors.appending(path: path)))
    }
}

extension ConformanceVector {
    /// All vectors of this kind in `TestVectors`, in the order of their files.
    package static func published() throws -> [Self] {
        try places.flatMap { place in
            guard place.hasSuffix("/") else { return [place] }
            return try FileManager.default.contentsOfDirectory(
                atPath: Repository.testVectors.appending(path: place).path()
            ).sorted().map { place + $0 }
        }
        .filter { VectorRegistry.all.kind(of: $0) == Self.self }
        .flatMap { try VectorFile<Self>.load($0).vectors }
    }
}
