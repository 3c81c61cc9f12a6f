/// Reads the blocks of a PEM file one after another, whatever they hold.
///
/// Text outside the blocks is passed over, and so are headers inside (RFC 1421 §4.4). A block that is broken is a fault,
/// and the next call goes on behind it.
///
/// Spec: RFC 7468 §2 and §3.
public struct PEMReader: Sendable {
    private var rest: ArraySlice<UInt8>
    private var lineNumber = 0

    /// One block.
    public struct Block: Hashable, Sendable {
        /// What stands behind `BEGIN`, such as `CERTIFICATE`.
        public let label: String
        /// The number of its first line, from 1.
        public let line: Int
        /// What it holds; nil where that is no Base64, or its end is missing.
        public let content: [UInt8]?
    }

    public init(_ file: [UInt8]) {
        rest = file[...]
    }

    /// The next block; nil at the end of the file.
    public mutating func next() -> Block? {
        while let line = nextLine() {
            guard let label = Self.label(line, "-----BEGIN ") else { continue }
            return block(label, lineNumber)
        }
        return nil
    }

    private mutating func block(_ label: String, _ first: Int) -> Block {
        var text: [UInt8] = []
        while let line = nextLine() {
            if Self.label(line, "-----END ") != nil {
                return Block(label: label, line: first, content: Base64.decode(text))
            }
            if line.contains(UInt8(ascii: ":")) { continue }
            text += line.filter { $0 > 0x20 }
        }
        return Block(label: label, line: first, content: nil)
    }

    private static func label(_ line: ArraySlice<UInt8>, _ mark: String) -> String? {
        guard line.starts(with: mark.utf8) else { return nil }
        let words = String(decoding: line.dropFirst(mark.utf8.count).prefix(64), as: UTF8.self)
        return words.split(separator: "-", maxSplits: 1).first.map(String.init) ?? ""
    }

    private mutating func nextLine() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        lineNumber += 1
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var line = rest[..<end]
        rest = end < rest.endIndex ? rest[(end + 1)...] : rest[end...]
        while let last = line.last, last <= 0x20 { line = line.dropLast() }
        while let first = line.first, first <= 0x20 || first >= 0x80 { line = line.dropFirst() }
        return line
    }
}
