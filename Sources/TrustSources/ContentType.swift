import ByteCoding
import PKI

/// What a file is, by its first bytes; its name says nothing.
enum ContentType: Hashable {
    case empty
    /// One or more data objects in DER or BER.
    case dataObjects
    case pem
    case ldif
    case zip
    /// Base64 without lines around it, decoded.
    case base64
    /// Something else: what was seen, for a sentence.
    case other(String)

    /// How far into a text its first meaningful line, or the first line of PEM, is looked for.
    private static let textLimit = 1 << 16

    init(_ file: [UInt8]) {
        guard let first = file.first else {
            self = .empty
            return
        }
        if first == 0x30 {
            self = .dataObjects
        } else if Self.starts(file, with: [[0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06]]) {
            self = .zip
        } else if let name = Self.signatures.first(where: { file.starts(with: $0.bytes) })?.name {
            self = .other(name)
        } else {
            self = Self.text(file)
        }
    }

    private static func starts(_ file: [UInt8], with signatures: [[UInt8]]) -> Bool {
        signatures.contains { file.starts(with: $0) }
    }

    /// Files that people hand in by mistake.
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "a file packed with gzip; unpack it first"), ([0x42, 0x5A, 0x68], "a file packed with bzip2"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "a file packed with xz"), ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive"),
        ([0x52, 0x61, 0x72, 0x21], "a RAR archive"), (Array("%PDF".utf8), "a PDF document"),
        ([0x89, 0x50, 0x4E, 0x47], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
        ([0xD0, 0xCF, 0x11, 0xE0], "an old Office document"), (Array("SQLite format 3".utf8), "an SQLite database"),
        ([0x7F, 0x45, 0x4C, 0x46], "a program"), ([0x60], "a file of the LDS, not trust data"),
        ([0x77], "an EF.SOD, which is no trust data; 'emrtd verify' judges it"),
    ]

    private static func text(_ file: [UInt8]) -> ContentType {
        let head = file.prefix(textLimit)
        guard !head.contains(where: { $0 < 0x09 || ($0 > 0x0D && $0 < 0x20) }) else {
            return .other("bytes \(Hexadecimal.encode(Array(file.prefix(8))))… that begin nothing known")
        }
        let lines = head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        let meaningful = lines.first { $0.first != UInt8(ascii: "#") && $0.first != UInt8(ascii: " ") }
        let start = String(decoding: withoutMark(meaningful ?? []).prefix(16), as: UTF8.self).lowercased()
        if start.hasPrefix("dn:") || start.hasPrefix("version:") { return .ldif }
        if lines.contains(where: { withoutMark($0).starts(with: Array("-----BEGIN ".utf8)) }) { return .pem }
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
            return .other("a web page; download the file that it links to")
        }
        if start.hasPrefix("<") { return .other("XML") }
        if start.hasPrefix("{") || start.hasPrefix("[") { return .other("JSON") }
        let sample = Array(file.prefix(1024).filter { $0 > 0x20 }.prefix(64))
        if start.hasPrefix("mi"), Base64.decode(sample)?.first == 0x30 { return .base64 }
        return .other("text without any line that begins trust data")
    }

    /// The line without a byte order mark.
    private static func withoutMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    }
}
