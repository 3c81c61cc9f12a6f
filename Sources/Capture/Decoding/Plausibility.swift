import MRZ
import Standards

/// Whether lines of the right length are a zone at all, or a serial number, a page of OCR-B, an accident.
///
/// A document that prints one thing wrong is still a document; one that breaks half of what its layout asks is none.
struct Plausibility {
    /// What the lines keep of what their layout asks, as they are held to be printed, and as the picture alone says.
    private let kept: Kept
    private let keptByPicture: Kept
    /// The share of cells in which the picture shows no character, or another than is held to be printed.
    private let unsupported: Double

    /// A zone that was seen badly still shows most of its characters as they are.
    static let mostUnsupported = 0.15

    /// Whether too few cells show a character at all for any reading of them to be a zone.
    static func isHopeless(presence: [Float]) -> Bool {
        Double(presence.count { $0 < 0.5 }) > mostUnsupported * Double(presence.count)
    }

    /// - Parameters:
    ///   - printed: What the picture alone says of each cell.
    ///   - presence: How probable it is that a character stands in each cell.
    init(_ zone: MachineReadableZone, printed: [UInt8], presence: [Float]) {
        let count = zip(zone.characters, zip(printed, presence)).count { $0 != $1.0 || $1.1 < 0.5 }
        unsupported = Double(count) / Double(max(zone.characters.count, 1))
        kept = Kept(zone)
        keptByPicture = (try? MachineReadableZone(concatenated: printed)).map(Kept.init) ?? Kept(zone)
    }

    /// More than half of what is asked is kept, by characters that are really there, and a third even by the picture
    /// alone.
    var isZone: Bool {
        kept.share > 0.5 && keptByPicture.share > 0.33 && unsupported <= Self.mostUnsupported
    }
}

/// How much lines keep of what their layout asks.
private struct Kept {
    private var kept = 0
    private var asked = 0

    var share: Double { Double(kept) / Double(max(asked, 1)) }

    init(_ zone: MachineReadableZone) {
        let layout = MRZLayout.of(zone.format)
        for range in [layout.issuingState, layout.nationality].compactMap({ $0 }) {
            ask(CountryCode(String(decoding: zone.characters[range], as: UTF8.self)) != nil)
        }
        let dates = [layout.dateOfBirth, layout.dateOfExpiry].compactMap { $0 }
        for range in dates { ask(Self.isDate(zone.characters[range])) }
        ask(zone.sex != nil)
        ask(Self.isName(zone.characters[layout.name]))
        for digit in zone.checkDigits { ask(digit.isCorrect) }
    }

    private mutating func ask(_ isKept: Bool) {
        asked += 1
        if isKept { kept += 1 }
    }

    private static func isDate(_ characters: ArraySlice<UInt8>) -> Bool {
        let text = Array(characters)
        let isOfDigits = text.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "<")
        }
        guard isOfDigits, text.count == 6 else { return false }
        return text[2] <= UInt8(ascii: "1") || text[2] == UInt8(ascii: "<")
    }

    /// Letters and fillers, a letter first.
    private static func isName(_ characters: ArraySlice<UInt8>) -> Bool {
        guard let first = characters.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
            return false
        }
        return characters.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "<") }
    }
}
