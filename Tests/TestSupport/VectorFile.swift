public import Foundation

/// One file of `TestVectors`: its source and its cases.
public struct VectorFile<Vector: Decodable & Sendable>: Decodable, Sendable {
    public let format: Int
    public let source: String
    public let vectors: [Vector]

    /// Reads `TestVectors/<path>`.
    public static func load(_ path: String) throws -> VectorFile<Vector> {
        try JSONDecoder().decode(Self.self, from: Data(contentsOf: Repository.testVectors.appending(path: path)))
    }
}

/// Where tests find files.
public enum Repository {
    /// The root of the checkout.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The published vectors.
    public static let testVectors = root.appending(path: "TestVectors")
    /// Real lists and samples beside the checkout, which a checkout alone does not have.
    public static let shared = root.deletingLastPathComponent().appending(path: "shared")
    /// Whether those are here; a test that needs them skips otherwise.
    public static var hasShared: Bool {
        FileManager.default.fileExists(atPath: shared.appending(path: "DESIGN.md").path)
    }
}
