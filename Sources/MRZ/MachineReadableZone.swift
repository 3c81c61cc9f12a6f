public import Standards

/// The machine readable zone of one document: as many lines, as long, as its format says.
///
/// The characters are kept as they were read, rule-abiding or not: `faults(asOf:)` names every rule that they break, and
/// `init(strict:referenceDate:)` takes only those that break none. Two zones are equal when their characters are.
///
/// Spec: ICAO Doc 9303-3 to -7 (8th ed.).
public struct MachineReadableZone: Hashable, Sendable {
    /// The layout that the number and length of the lines and their first characters tell.
    public let format: DocumentFormat
    /// All lines, one after the other, without line ends.
    package let characters: [UInt8]

    /// Takes the lines without line ends, as DG1 holds them.
    ///
    /// - Throws: `MRZError.notAZone` where no format has this many characters. What they are is not checked.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.1.
    public init(concatenated characters: some Collection<UInt8>) throws(MRZError) {
        let characters = Array(characters)
        guard let format = DocumentFormat(of: characters) else { throw .notAZone }
        self.init(format, characters)
    }

    /// Reads lines that are separated by a line feed, and breaks off where any rule is broken.
    ///
    /// - Parameter referenceDate: The day from which the centuries of the dates are told.
    /// - Throws: `MRZError.broken` with every fault, or `MRZError.notAZone` where there is no text.
    public init(strict text: some StringProtocol, referenceDate: Timestamp) throws(MRZError) {
        try self.init(strict: Array(text.utf8), referenceDate: referenceDate)
    }

    /// Reads UTF-8 lines that are separated by a line feed, and breaks off where any rule is broken.
    public init(strict text: [UInt8], referenceDate: Timestamp) throws(MRZError) {
        guard let zone = MachineReadableZone(separatedByLineFeeds: text) else {
            throw StrictLines(text).error
        }
        let faults = zone.faults(asOf: referenceDate)
        guard faults.isEmpty else { throw .broken(faults) }
        self = zone
    }

    /// Takes text of which only the number and the length of the lines are right.
    package init?(separatedByLineFeeds text: [UInt8]) {
        var count = text.count
        if text.last == UInt8(ascii: "\n") { count -= 1 }
        let length: Int
        switch count {
        case 89: length = 44
        case 73: length = 36
        case 92: length = 30
        default: return nil
        }
        var characters: [UInt8] = []
        characters.reserveCapacity(90)
        var start = 0
        while start < count {
            guard start + length <= count else { return nil }
            characters.append(contentsOf: text[start..<start + length])
            start += length
            if start < count {
                guard text[start] == UInt8(ascii: "\n") else { return nil }
                start += 1
            }
        }
        guard let format = DocumentFormat(of: characters) else { return nil }
        self.init(format, characters)
    }

    /// Takes characters whose count fits the format.
    init(_ format: DocumentFormat, _ characters: [UInt8]) {
        precondition(characters.count == format.characterCount, "a zone has the characters of its format")
        self.format = format
        self.characters = characters
    }

    /// The lines, without line ends; a byte outside printable ASCII shows as `?`.
    public var lines: [String] {
        (0..<format.lineCount).map { text(in: $0 * format.lineLength..<($0 + 1) * format.lineLength) }
    }

    var layout: MRZLayout { MRZLayout.of(format) }

    /// Characters as text, harmless to print.
    func text(in range: some RangeExpression<Int>) -> String {
        let slice = characters[range]
        guard slice.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return String(decoding: slice.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        }
        return String(decoding: slice, as: UTF8.self)
    }

    /// Characters as text, without the fillers at the end.
    func value(in range: Range<Int>) -> String {
        text(in: range.lowerBound..<end(of: range))
    }

    /// Where the fillers at the end of a field begin.
    func end(of range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, characters[end - 1] == MRZAlphabet.filler { end -= 1 }
        return end
    }
}

extension MachineReadableZone: CustomStringConvertible {
    /// The format alone: what the zone holds opens the chip.
    public var description: String { "machine readable zone \(format.rawValue)" }
}

extension DocumentFormat {
    /// The format of so many characters that begin so; nil where there is none.
    init?(of characters: [UInt8]) {
        switch characters.count {
        case 90: self = .td1
        case 88: self = characters[0] == UInt8(ascii: "V") ? .mrvA : .td3
        case 72 where characters[0] == UInt8(ascii: "V"): self = .mrvB
        case 72 where characters.starts(with: Array("IDFRA".utf8)) && Self.isFrench(characters):
            self = .frenchIdentityCard
        case 72: self = .td2
        default: return nil
        }
    }

    /// A French TD2 begins as the older French card does: what stands where tells them apart.
    ///
    /// In a TD2 nationality and sex stand at positions 11 and 21 of the lower line, in the middle of the card's given
    /// names and before them; on the card the sex is the last character but one.
    private static func isFrench(_ characters: [UInt8]) -> Bool {
        let french = MachineReadableZone(.frenchIdentityCard, characters)
        let td2 = MachineReadableZone(.td2, characters)
        return french.checkDigits.count { $0.isCorrect } >= td2.checkDigits.count { $0.isCorrect }
    }
}
