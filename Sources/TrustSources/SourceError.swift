/// Why a source cannot be read at all.
public enum SourceError: Error, Hashable, Sendable {
    /// There is no such file or folder.
    case notFound(path: String)
    /// It is there, and the system does not give it out, for this reason.
    case unreadable(path: String, detail: String)
    /// A file, or what came on standard input, has more bytes than anything that is published.
    case tooLarge(name: String, limit: Int)
    /// A folder with more files than any collection has.
    case tooManyFiles(path: String, limit: Int)
}

extension SourceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "there is no '\(path)'"
        case .unreadable(let path, let detail): "'\(path)' cannot be read: \(detail)"
        case .tooLarge(let name, let limit): "'\(name)' has more than \(limit) bytes, which is too much for this"
        case .tooManyFiles(let path, let limit): "'\(path)' holds more than \(limit) files"
        }
    }
}
