public import Foundation

/// A folder that goes with its owner: a suite that holds one leaves nothing behind.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() {
        url = FileManager.default.temporaryDirectory.appending(
            path: "emrtd-test-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The names in a folder within it, in order.
    public func names(_ path: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: path).path())) ?? []).sorted()
    }

    /// The permission bits of a file within it.
    public func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.appending(path: path).path())
        return (attributes[.posixPermissions] as? Int) ?? 0
    }
}
