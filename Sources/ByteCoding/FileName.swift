/// Names of files as text, whatever their bytes.
///
/// For the system a name is bytes, and not all of them are UTF-8. Each byte that is not becomes a character of its own
/// from a block for private use that nobody else is known to use; where a name holds such a character itself, its bytes
/// are taken so, too. So each name has one text, which leads back to its bytes, and names in UTF-8 are their own text.
public enum FileName {
    /// The character of byte 0 would be this.
    private static let base: UInt32 = 0x10FE00

    /// The text of a name or path.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), isUTF8(text) { return text }
        let bytes = Array(bytes)
        var text = String.UnicodeScalarView()
        var index = 0
        while index < bytes.count {
            if let (scalar, count) = scalar(bytes[index...]), byte(scalar) == nil {
                text.append(scalar)
                index += count
            } else {
                if let stand = Unicode.Scalar(base + UInt32(bytes[index])) { text.append(stand) }
                index += 1
            }
        }
        return String(text)
    }

    /// The bytes of a name or path from its text.
    public static func bytes(_ text: String) -> [UInt8] {
        guard !isUTF8(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in byte(scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// The same for the system's functions; ends at the first byte 0, as every name does.
    public static func cString(_ text: String) -> [CChar] {
        bytes(text).prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
    }

    /// Whether the name is UTF-8, so that its text is the name.
    public static func isUTF8(_ text: String) -> Bool { !text.unicodeScalars.contains { byte($0) != nil } }

    /// The name for people: itself, or `$'b\xE4d.png'` where it is not UTF-8, as shells take it.
    ///
    /// A name that begins so itself is written in this way, too: no two names look the same.
    public static func shown(_ text: String) -> String {
        guard !isUTF8(text) || text.hasPrefix("$'") else { return text }
        return "$'" + text.unicodeScalars.map(escaped).joined() + "'"
    }

    /// The name with each byte that is not UTF-8 as a percent sign and its two digits: part of the name of another file.
    public static func plain(_ text: String) -> String {
        text.unicodeScalars.map { scalar in byte(scalar).map { "%" + Hexadecimal.encode([$0]) } ?? String(scalar) }
            .joined()
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if let byte = byte(scalar) ?? (scalar.value < 0x20 || scalar.value == 0x7F ? UInt8(scalar.value) : nil) {
            return "\\x" + Hexadecimal.encode([byte])
        }
        return scalar == "\\" || scalar == "'" ? "\\\(scalar)" : String(scalar)
    }

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
    }

    /// The first character and how many bytes it takes; nil where they are no UTF-8.
    private static func scalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        for count in 1...min(4, bytes.count) {
            guard let text = String(validating: bytes.prefix(count), as: UTF8.self),
                let scalar = text.unicodeScalars.first
            else { continue }
            return (scalar, count)
        }
        return nil
    }
}
