/// Why a simulated chip is not, or no longer, in a virtual reader.
public enum VPCDError: Error, Hashable, Sendable {
    /// `HOST:PORT` cannot be read as one.
    case malformedAddress(String)
    /// The host has no IPv4 address.
    case unknownHost(String)
    /// Nothing listens there.
    case notListening(host: String, port: UInt16)
    /// No connection for another reason, by its errno.
    case notConnected(code: Int32)
    /// The other side closed the connection.
    case closed
    /// A message broke off in the middle.
    case truncated
}

extension VPCDError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformedAddress(let text): "'\(text)' is not HOST:PORT"
        case .unknownHost(let host): "the host '\(host)' is not known"
        case .notListening(let host, let port): "no virtual reader listens on \(host):\(port)"
        case .notConnected(let code): "no connection to the virtual reader (error \(code))"
        case .closed: "the virtual reader closed the connection"
        case .truncated: "a message of the virtual reader broke off"
        }
    }
}
