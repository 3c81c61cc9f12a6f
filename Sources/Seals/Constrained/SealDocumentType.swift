import MRZ

/// A kind of document with a seal, and the features it has.
///
/// Spec: ICAO Doc 9303-7 (8th ed.) Appendix (visa), Doc 9303-8 (emergency travel document); BSI TR-03137-1 (the others).
public struct SealDocumentType: Hashable, Sendable {
    /// The name for people: `visa`.
    public let name: String
    let features: [UInt8: FeatureDefinition]

    /// The type of a feature definition reference and a category; nil where it is not known.
    public init?(reference: UInt8, category: UInt8) {
        guard let known = Self.all[[reference, category]] else { return nil }
        self = known
    }

    private init(_ name: String, _ features: [UInt8: FeatureDefinition]) {
        self.name = name
        self.features = features
    }

    private static let zone = FeatureDefinition("machine readable zone", .zone(.td2))
    private static let passportNumber = FeatureDefinition(SealFeature.passportNumberName, .text)

    private static let addressSticker: [UInt8: FeatureDefinition] = [
        1: .init("document number", .text), 2: .init("community number", .text), 3: .init("address", .text),
    ]

    private static let all: [[UInt8]: SealDocumentType] = [
        [0x5D, 0x01]: .init(
            "visa",
            [
                1: .init("machine readable zone", .zone(.mrvA)), 2: .init("machine readable zone", .zone(.mrvB)),
                3: .init("number of entries", .entries), 4: .init("duration of stay", .duration), 5: passportNumber,
                6: .init("type of visa", .octets), 7: .init("additional feature", .octets),
            ]),
        [0x5E, 0x03]: .init("emergency travel document", [2: zone]),
        [0xFD, 0x02]: .init("arrival attestation", [2: zone, 3: .init("register number", .text)]),
        [0xFC, 0x04]: .init(
            "social insurance card",
            [
                1: .init("social insurance number", .text), 2: .init("surname", .utf8),
                3: .init("given names", .utf8), 4: .init("name at birth", .utf8),
            ]),
        [0xFB, 0x06]: .init("residence permit", [2: zone, 3: passportNumber]),
        [0xFA, 0x06]: .init(
            "supplementary sheet of a residence permit", [4: zone, 5: .init("number of the sheet", .text)]),
        [0xF9, 0x08]: .init("address sticker of an identity card", addressSticker),
        [0xF9, 0x0C]: .init("address sticker of a residence permit", addressSticker),
        [0xF8, 0x0A]: .init(
            "address sticker of a passport",
            [
                1: .init("document number", .text), 2: .init("community number", .text),
                3: .init("postal code", .text),
            ]),
    ]
}

/// What a feature is called and how its value is written.
struct FeatureDefinition: Hashable, Sendable {
    let name: String
    let coding: Coding

    enum Coding: Hashable, Sendable {
        case zone(DocumentFormat)
        case text, utf8, entries, duration, octets
    }

    init(_ name: String, _ coding: Coding) {
        self.name = name
        self.coding = coding
    }
}

extension FeatureDefinition.Coding {
    /// The value as this coding reads it; nil where it cannot.
    func content(of value: ArraySlice<UInt8>) -> SealFeature.Content? {
        switch self {
        case .zone(let format):
            guard let text = try? C40.decode(value, "machine readable zone") else { return nil }
            return Self.zone(format, Array(text.utf8)).map { .zone($0) }
        case .text: return (try? C40.decode(value, "text")).map { .text($0) }
        case .utf8: return String(validating: value, as: UTF8.self).map { .text($0) }
        case .entries: return value.count == 1 ? value.first.map { .entries(Int($0)) } : nil
        case .duration:
            let parts = value.map { Int($0) }
            return parts.count == 3 ? .duration(days: parts[0], months: parts[1], years: parts[2]) : nil
        case .octets: return .octets
        }
    }

    private static func zone(_ format: DocumentFormat, _ characters: [UInt8]) -> SealedZone? {
        let lengths = SealedZone.lengths(format)
        guard characters.count == lengths.reduce(0, +) else { return nil }
        var lines: [String] = []
        var rest = characters[...]
        for length in lengths {
            let line = rest.prefix(length).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "<") : $0 }
            lines.append(String(decoding: line, as: UTF8.self))
            rest = rest.dropFirst(length)
        }
        return SealedZone(format: format, lines: lines)
    }
}
