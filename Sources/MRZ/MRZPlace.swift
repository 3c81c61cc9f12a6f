/// Where a character of a zone stands.
public struct MRZPlace: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The position in the line, from 1.
    public let position: Int
    /// The field; nil for a character between fields, of which no format of today has one.
    public let field: MRZField?

    public init(line: Int, position: Int, field: MRZField?) {
        self.line = line
        self.position = position
        self.field = field
    }
}

extension MRZPlace: CustomStringConvertible {
    /// `line 2 position 5 (document number)`.
    public var description: String {
        "line \(line) position \(position)" + (field.map { " (\($0.label))" } ?? "")
    }
}

/// A place where two zones have different characters.
public struct MRZDifference: Hashable, Sendable {
    public let place: MRZPlace
    /// The character of the zone that was asked.
    public let character: Character
    /// The character of the other zone.
    public let other: Character
}

extension MachineReadableZone {
    /// Every place where another zone has another character, in order; nil for another format.
    public func characterDifferences(from other: MachineReadableZone) -> [MRZDifference]? {
        guard format == other.format else { return nil }
        return characters.indices.filter { characters[$0] != other.characters[$0] }.map { index in
            MRZDifference(
                place: place(at: index), character: character(at: index), other: other.character(at: index))
        }
    }

    /// Where a character stands, counted from 0 through all lines.
    func place(at index: Int) -> MRZPlace {
        let place = format.place(of: index)
        return MRZPlace(line: place.line, position: place.position, field: field(at: index))
    }

    /// The index of a place; nil where the format has none such.
    package func index(line: Int, position: Int) -> Int? {
        guard (1...format.lineCount).contains(line), (1...format.lineLength).contains(position) else { return nil }
        return (line - 1) * format.lineLength + position - 1
    }

    /// The character, harmless to print.
    func character(at index: Int) -> Character {
        let byte = characters[index]
        return Character(Unicode.Scalar((0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?")))
    }

    /// The zone with some characters replaced.
    func replacing(_ replacements: [Int: UInt8]) -> MachineReadableZone {
        var characters = characters
        for (index, byte) in replacements where characters.indices.contains(index) { characters[index] = byte }
        return MachineReadableZone(format, characters)
    }

    /// The field that a character belongs to; what a long document number leaves in the optional data is the number's.
    func field(at index: Int) -> MRZField? {
        if let overflow = documentNumberOverflow {
            if overflow.digits.contains(index) { return .documentNumber }
            if overflow.digits.upperBound == index { return .documentNumberCheckDigit }
        }
        return MRZField.allCases.first { layout.range(of: $0)?.contains(index) ?? false }
    }
}
