import Foundation

/// What a user hands in: a file, or standard input under the name `-`.
enum InputText {
    /// Reads the bytes of a file or of standard input.
    static func bytes(_ path: String, limit: Int) throws -> [UInt8] {
        let handle: FileHandle
        if path == "-" {
            handle = .standardInput
        } else {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw CommandError("there is no '\(path)'")
            }
            guard !isFolder.boolValue else { throw CommandError("'\(path)' is a folder, and a file is wanted") }
            guard let opened = FileHandle(forReadingAtPath: path) else {
                throw CommandError("'\(path)' cannot be read", hint: "look at its permissions with 'ls -l'")
            }
            handle = opened
        }
        var content: [UInt8] = []
        while let block = try block(of: handle, path, upTo: 1 << 16) {
            content += block
            guard content.count <= limit else {
                throw CommandError("'\(path)' has more than \(limit) bytes, which is too much for this")
            }
        }
        return content
    }

    /// The next bytes; nil at the end.
    static func block(of handle: FileHandle, _ path: String, upTo count: Int) throws -> Data? {
        do { return try handle.read(upToCount: count).flatMap { $0.isEmpty ? nil : $0 } } catch {
            let name = path == "-" ? "standard input" : "'\(path)'"
            throw CommandError("\(name) cannot be read: \(CommandError.words(of: error))")
        }
    }

    /// Reads text; bytes that are no UTF-8 become replacement characters.
    static func read(_ path: String, limit: Int = 1 << 20) throws -> String {
        String(decoding: try bytes(path, limit: limit), as: UTF8.self)
    }
}
