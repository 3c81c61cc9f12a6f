import ByteCoding
import FoundationEssentials

/// A visible digital seal, of either kind.
///
/// Decoded and no more: who signed it, and whether, is for `Trust` to say.
///
/// Spec: ICAO Doc 9303-13 (8th ed.); ICAO Technical Report VDS-NC.
public enum VisibleDigitalSeal: Hashable, Sendable {
    /// Bytes in a bar code on a document.
    case constrained(ConstrainedSeal)
    /// JSON in a bar code, for where there is room.
    case nonConstrained(NonConstrainedSeal)

    /// The most bytes that are looked at; the largest bar codes hold about three thousand.
    public static let byteLimit = 1 << 16

    /// Reads a seal as it comes: its bytes, hexadecimal digits or base64 of them, or JSON. Which, its content tells.
    public init(reading input: [UInt8]) throws(SealError) {
        guard input.count <= Self.byteLimit else { throw .oversized(limit: Self.byteLimit) }
        if let seal = try Self.seal(input) {
            self = seal
            return
        }
        let text = Self.trimmed(input[...])
        guard !text.isEmpty else { throw .empty }
        if let seal = try Self.seal(Array(text)) {
            self = seal
            return
        }
        if let format = Self.picture(input) { throw .picture(format: format) }
        for decoded in [Self.hexadecimal(text), Base64Text.decode(text), Self.latin1(text)] {
            if let decoded, let seal = try Self.seal(decoded) {
                self = seal
                return
            }
        }
        throw .unrecognised
    }

    /// A seal by its first byte; nil where it is none.
    private static func seal(_ bytes: [UInt8]) throws(SealError) -> VisibleDigitalSeal? {
        switch bytes.first {
        case ConstrainedSeal.magic: .constrained(try ConstrainedSeal(encoded: bytes))
        case UInt8(ascii: "{"): .nonConstrained(try NonConstrainedSeal(json: bytes))
        default: nil
        }
    }

    /// Without a byte order mark, and without white space around.
    private static func trimmed(_ input: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let space: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        let start = (input.starts(with: [0xEF, 0xBB, 0xBF]) ? input.dropFirst(3) : input).drop { space.contains($0) }
        let end = start.lastIndex { !space.contains($0) }
        return end.map { start[...$0] } ?? []
    }

    private static func hexadecimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        String(validating: text, as: UTF8.self).flatMap { Hexadecimal.decode($0) }
    }

    /// Tolerated: bytes of a bar code that a scanner took for Latin-1 and handed on as UTF-8.
    private static func latin1(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let characters = String(validating: text, as: UTF8.self)?.unicodeScalars else { return nil }
        let bytes = characters.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == characters.count ? bytes : nil
    }

    private static func picture(_ input: [UInt8]) -> String? {
        if let format = ImageFormat.detect(input) { return format.rawValue }
        let others: [(String, [UInt8])] = [
            ("PDF", Array("%PDF".utf8)), ("GIF", Array("GIF8".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0x00]),
            ("TIFF", [0x4D, 0x4D, 0x00, 0x2A]),
        ]
        if let other = others.first(where: { input.starts(with: $0.1) }) { return other.0 }
        if input.starts(with: Array("RIFF".utf8)), input.dropFirst(8).starts(with: Array("WEBP".utf8)) { return "WebP" }
        return input.dropFirst(4).starts(with: Array("ftyp".utf8)) ? "HEIC" : nil
    }
}

/// Base64, in either alphabet.
///
/// Spec: RFC 4648 §4 and §5.
enum Base64Text {
    /// Text whose alphabet is not known; line ends are skipped.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let characters = text.filter { $0 != 0x0A && $0 != 0x0D }
        return decodeURL(characters) ?? Data(base64Encoded: Data(characters)).map(Array.init)
    }

    /// The alphabet for addresses, with or without padding; nil for anything else.
    static func decodeURL(_ text: some Collection<UInt8>) -> [UInt8]? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.count + 3)
        for character in text {
            switch character {
            case UInt8(ascii: "-"): characters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): characters.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
            default: characters.append(character)
            }
        }
        if !characters.contains(UInt8(ascii: "=")) {
            while !characters.count.isMultiple(of: 4) { characters.append(UInt8(ascii: "=")) }
        }
        return Data(base64Encoded: Data(characters)).map(Array.init)
    }
}
