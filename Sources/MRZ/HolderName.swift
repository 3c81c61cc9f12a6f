/// The holder's name: a primary identifier, and a secondary one where the document has it.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.6.
public struct HolderName: Hashable, Sendable {
    /// The parts of the primary identifier (the surname), in order.
    public let primaryParts: [String]
    /// The parts of the secondary identifier (the given names), in order; empty where there is none.
    public let secondaryParts: [String]
    /// Whether the field is full to its last position, so that the name may have been cut.
    public let mayBeTruncated: Bool

    /// Reads a name field: `ERIKSSON<<ANNA<MARIA<<<`.
    init(field: ArraySlice<UInt8>) {
        let separator = Self.separator(in: field)
        self.init(
            primary: field[..<separator], secondary: field[separator...],
            mayBeTruncated: field.last.map(MRZAlphabet.isLetter) ?? false)
    }

    init(primary: ArraySlice<UInt8>, secondary: ArraySlice<UInt8>, mayBeTruncated: Bool) {
        primaryParts = Self.parts(of: primary)
        secondaryParts = Self.parts(of: secondary)
        self.mayBeTruncated = mayBeTruncated
    }

    /// The primary identifier with spaces.
    public var primary: String { primaryParts.joined(separator: " ") }

    /// The secondary identifier with spaces; empty where there is none.
    public var secondary: String { secondaryParts.joined(separator: " ") }

    /// Where the first two fillers in a row stand; the end of the field where there are none.
    static func separator(in field: ArraySlice<UInt8>) -> Int {
        var index = field.startIndex
        while index + 1 < field.endIndex {
            if field[index] == MRZAlphabet.filler, field[index + 1] == MRZAlphabet.filler { return index }
            index += 1
        }
        return field.endIndex
    }

    private static func parts(of slice: ArraySlice<UInt8>) -> [String] {
        slice.split(separator: MRZAlphabet.filler).map { part in
            String(decoding: part.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        }
    }
}
