import ByteCoding
import Glibc

/// The files under what was named, one at a time: folders in the order of their names, hidden names left out.
struct FolderWalk {
    private enum Entry {
        /// What was named, and what was found in a folder at this depth.
        case path(String, depth: Int)
        /// Behind all that lies in a folder which was named.
        case end(String)
    }

    enum Found {
        /// A file, and whether it was named itself and not found in a folder.
        case file(String, isNamed: Bool)
        /// All of a named folder was looked at.
        case endOfFolder(String)
    }

    /// How many of the names were come to, which tells what belongs to one of them.
    private(set) var operand = 0
    /// The last of them in which a folder was left out, since it was searched before.
    private var repeatedOperand = 0
    /// Still to do, the next one last: no more than the names of the open folders.
    private var rest: [Entry]
    /// The folders that were entered, which a link may lead to again.
    private var visited: Set<Identity> = []
    private let depthLimit: Int

    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
    }

    init(_ paths: [String], depthLimit: Int) {
        rest = paths.reversed().map { .path($0, depth: 0) }
        self.depthLimit = depthLimit
    }

    /// The next file, or why a folder cannot be read; nil at the end.
    mutating func next() -> Result<Found, PictureFileError>? {
        while let entry = rest.popLast() {
            guard case .path(let path, let depth) = entry else {
                if case .end(let path) = entry, repeatedOperand != operand { return .success(.endOfFolder(path)) }
                continue
            }
            if depth == 0 { operand += 1 }
            if path == "-", depth == 0 { return .success(.file(path, isNamed: true)) }
            var information = stat()
            guard stat(FileName.cString(path), &information) == 0 else {
                return .failure(FileContent.failure(path, errno))
            }
            guard information.st_mode & S_IFMT == S_IFDIR else {
                return .success(.file(path, isNamed: depth == 0))
            }
            guard
                visited.insert(Identity(device: UInt64(information.st_dev), number: UInt64(information.st_ino)))
                    .inserted
            else {
                repeatedOperand = operand
                continue
            }
            guard depth < depthLimit else { return .failure(PictureFileError(path, .tooDeep(limit: depthLimit))) }
            do {
                let names = try Self.names(in: path)
                let start = path.hasSuffix("/") ? path : path + "/"
                if depth == 0 { rest.append(.end(path)) }
                rest += names.reversed().map { .path(start + $0, depth: depth + 1) }
            } catch { return .failure(error) }
        }
        return nil
    }

    private static func names(in path: String) throws(PictureFileError) -> [String] {
        guard let folder = opendir(FileName.cString(path)) else { throw FileContent.failure(path, errno) }
        defer { closedir(folder) }
        var names: [[UInt8]] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map(FileName.text)
    }
}
