import Foundation

/// A place in the network that trust data is taken from.
public struct NetworkSource: Hashable, Sendable {
    /// As it was given.
    public let location: String
    let scheme: Scheme

    enum Scheme: String, Hashable, Sendable { case https, ldap, ldaps }

    /// Whom to believe, and how much to take.
    public struct Access: Hashable, Sendable {
        /// A file with the certificates of the authorities to believe, in PEM; nil for those of the system.
        public var authoritiesFile: String?
        /// The key that the server must have: `sha256//` and the Base64 of the hash of its SubjectPublicKeyInfo.
        public var pinnedKey: String?
        /// How long a server may be silent, and how long everything may take, in seconds.
        public var connectSeconds = 15
        public var totalSeconds = 600
        /// How many entries of a directory are asked for at once; some servers give out fewer.
        public var pageSize = 500
        /// The most bytes.
        public var byteLimit = SourceLimits.standard.fileByteCount

        public init() {}

        /// Base64 of the pinned hash.
        var pinnedHash: String? { pinnedKey.map { String($0.dropFirst("sha256//".count)) } }
    }

    /// - Throws: `NetworkError.address` for another scheme, a user or a password in it, or no host.
    public init(_ location: String) throws(NetworkError) {
        guard let parts = URLComponents(string: location), let scheme = parts.scheme?.lowercased(),
            let known = Scheme(rawValue: scheme), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.fragment == nil
        else { throw .address(location) }
        self.location = location
        self.scheme = known
    }

    /// Whether a text names a place in the network.
    public static func isLocation(_ text: String) -> Bool { text.contains("://") }
}

/// Why nothing could be taken from the network.
public enum NetworkError: Error, Hashable, Sendable {
    /// The address is none that can be used.
    case address(String)
    /// The pin is not `sha256//` and a hash in Base64.
    case malformedPin
    /// A file that was named cannot be read.
    case unreadableFile(path: String)
    /// The library that speaks the protocol is not installed.
    case missingLibrary(String)
    /// No answer came, in the library's words.
    case unreachable(location: String, words: String)
    /// The server answered with a status other than 200.
    case refused(location: String, status: Int)
    /// The server sends elsewhere, which is not followed.
    case redirected(location: String, to: String)
    /// The directory gives out no more than so many entries for one question, and there are more.
    case entryLimit(location: String, count: Int)
    /// More bytes than are taken.
    case tooLarge(location: String, limit: Int)
}

extension NetworkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .address(let text): "'\(text)' is no address of the form https://…, ldap://… or ldaps://…"
        case .malformedPin: "a pin is 'sha256//' and the hash of a key in Base64"
        case .unreadableFile(let path): "'\(path)' cannot be read"
        case .missingLibrary(let name): "the library \(name) is not installed"
        case .unreachable(let location, let words): "\(location) gives no answer: \(words)"
        case .refused(let location, let status): "\(location) answered with status \(status)"
        case .redirected(let location, let target): "\(location) sends to \(target), which is not followed"
        case .entryLimit(let location, let count):
            "\(location) gives out no more than \(count) entries for one question, and has more"
        case .tooLarge(let location, let limit): "\(location) sends more than \(limit) bytes"
        }
    }
}

extension NetworkSource.Access {
    /// Makes sure that pins and files can be used.
    func check() throws(NetworkError) {
        if let pinnedKey {
            guard pinnedKey.hasPrefix("sha256//"), Data(base64Encoded: pinnedHash ?? "")?.count == 32 else {
                throw .malformedPin
            }
        }
        if let file = authoritiesFile, !FileManager.default.isReadableFile(atPath: file) {
            throw .unreadableFile(path: file)
        }
    }
}
