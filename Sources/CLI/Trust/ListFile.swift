import Foundation
import PKI
import Trust

/// A signed list that somebody named where another kind of file is asked for.
enum ListFile {
    private static let byteLimit = 64 << 20

    /// The kind of the list in a file; nil where it is none.
    static func kind(at path: String) -> ListKind? {
        guard (try? RegularFile.require(path)) != nil, let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let content = try? file.read(upToCount: byteLimit + 1), content.count <= byteLimit,
            let signed = try? SignedData(contentInfo: Array(content))
        else { return nil }
        return ListKind(contentType: signed.eContentType)
    }

    /// The error that says where the list at a path belongs; nil where there is none.
    static func misplaced(at path: String) -> CommandError? {
        kind(at: path).map {
            CommandError(
                "\(path) is a \($0.name), which belongs into a trust store",
                hint: "take it in with: emrtd trust import \(ShellWord.quoted(path))")
        }
    }
}

/// An argument as a shell takes it.
enum ShellWord {
    /// The text as it is where a shell does not read anything into it, else in quotation marks.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._-+:@,".utf8.contains(byte)
            }
        }
        return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
