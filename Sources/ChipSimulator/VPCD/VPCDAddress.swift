/// Where a virtual reader listens.
public struct VPCDAddress: Hashable, Sendable {
    public let host: String
    public let port: UInt16

    /// Where vpcd of the Debian package listens for its first slot.
    public static let standard = VPCDAddress(host: "127.0.0.1", port: 35_963)

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`, or `HOST` or `:PORT` with the rest as in `standard`.
    public init(_ text: String) throws(VPCDError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard !text.isEmpty, parts.count <= 2 else { throw .malformedAddress(text) }
        host = parts[0].isEmpty ? Self.standard.host : String(parts[0])
        guard parts.count == 2 else {
            port = Self.standard.port
            return
        }
        guard let number = UInt16(parts[1]), number > 0 else { throw .malformedAddress(text) }
        port = number
    }
}
