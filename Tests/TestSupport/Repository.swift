public import Foundation

/// Where tests find files.
public enum Repository {
    /// The root of the checkout.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The published vectors.
    public static let testVectors = root.appending(path: "TestVectors")
    /// The texts that commands and reports are compared with.
    public static let golden = root.appending(path: "Tests/Golden")
    /// Real lists and samples beside the checkout, which a checkout alone does not have.
    public static let shared = root.deletingLastPathComponent().appending(path: "shared")
    /// Whether those are here; a test that needs them skips otherwise.
    public static var hasShared: Bool {
        FileManager.default.fileExists(atPath: shared.appending(path: "DESIGN.md").path)
    }
}
