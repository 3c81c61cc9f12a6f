extension CapturedMRZ {
    /// What can be said of the key of a chip in a captured zone.
    public enum KeyState: Hashable, Sendable {
        /// The check digits hold and every character of the key is sure.
        case sure
        /// The check digits hold, and some characters may well be others; the key as a whole is rather right than wrong.
        case doubtful([Doubt])
        /// The check digits hold, and so many characters may be others that the key is rather wrong than right.
        case uncertain([Doubt])
        /// A check digit is wrong, or a date is none; with the characters that may well be others.
        case broken([MRZCheckDigit.ID], [Doubt])
        /// Documents with such lines have no chip that they open.
        case noKey
    }

    /// Whether the document number, the two dates and their check digits can be sent to a chip.
    public var keyState: KeyState {
        guard zone.format != .frenchIdentityCard, zone.format != .mrvA, zone.format != .mrvB else { return .noKey }
        let doubts = keyPlaces.filter { evidence[$0].isDoubtful }.map { index in
            Doubt(place: zone.place(at: index), character: zone.character(at: index), evidence: evidence[index])
        }
        guard zone.keyInformation != nil else {
            let wrong = zone.checkDigits.filter { !$0.isCorrect && $0.id != .optionalData && $0.id != .composite }
            return .broken(wrong.map(\.id), doubts)
        }
        guard !doubts.isEmpty else { return .sure }
        return keyChance < Self.leastKeyChance ? .uncertain(doubts) : .doubtful(doubts)
    }

    /// Whether the picture shows each character of the key clearly, whatever its check digits say.
    public var showsKeyClearly: Bool {
        keyPlaces.allSatisfy { !evidence[$0].isDoubtful } && keyChance >= Self.leastKeyChance
    }

    private var keyPlaces: [Int] { Set(keyCells.flatMap { $0.covered + [$0.digit] }).sorted() }

    /// The chance that all characters of the key are right.
    private var keyChance: Double { keyPlaces.reduce(1) { $0 * evidence[$1].confidence } }

    /// Other readings of the key that the check digits allow, the most probable first.
    ///
    /// A character may be what the picture allows beside it, and what is often taken for it. Nothing else of the zone is
    /// read otherwise; a composite check digit that holds keeps holding.
    ///
    /// - Parameter limit: The most readings to give.
    public func keyRereadings(limit: Int = 5) -> [Rereading] {
        guard keyState != .noKey else { return [] }
        var ways: [KeyWay] = [KeyWay(cost: 0, replacements: [:])]
        for cells in keyCells {
            let own = KeyPaths(self, cells).best(Self.waysPerField)
            ways = ways.flatMap { way in own.map(way.joined) }
        }
        let isWhole = zone.checkDigits.allSatisfy { $0.id != .composite || $0.isCorrect }
        let right = ways.filter { way in
            guard !way.replacements.isEmpty else { return true }
            let other = zone.replacing(way.replacements)
            guard other.keyInformation != nil, other.format == zone.format else { return false }
            return !isWhole || other.checkDigits.allSatisfy { $0.id != .composite || $0.isCorrect }
        }.sorted { $0.cost < $1.cost }
        let total = right.reduce(0) { $0 + $1.weight }
        return right.filter { !$0.replacements.isEmpty }.prefix(limit).map { way in
            Rereading(replacements: replacements(of: way), share: total > 0 ? way.weight / total : 0)
        }
    }

    /// Each of the three fields by itself has so many ways at most.
    private static let waysPerField = 12

    private func replacements(of way: KeyWay) -> [Rereading.Replacement] {
        way.replacements.sorted { $0.key < $1.key }.map { index, byte in
            let alternative = Character(Unicode.Scalar(byte))
            return Rereading.Replacement(
                place: zone.place(at: index), character: zone.character(at: index), alternative: alternative,
                isSeen: evidence[index].alternatives.contains { $0.character == alternative }
                    || evidence[index].seen == alternative)
        }
    }

    /// The document number and the two dates, each with its check digit.
    fileprivate var keyCells: [KeyCells] {
        let layout = zone.layout
        var number = Array(layout.documentNumber)
        var digit = layout.documentNumberCheckDigit
        if let overflow = zone.documentNumberOverflow {
            number += Array(overflow.digits)
            digit = overflow.digits.upperBound
        }
        let dates = [layout.dateOfBirth, layout.dateOfExpiry].compactMap { $0 }
        return [KeyCells(covered: number, digit: digit, isNumeric: false)]
            + dates.map { KeyCells(covered: Array($0), digit: $0.upperBound, isNumeric: true) }
    }
}

/// A field of the key.
private struct KeyCells {
    let covered: [Int]
    let digit: Int
    let isNumeric: Bool
}

/// Some characters read otherwise, and how much less probable that is.
private struct KeyWay {
    let cost: Double
    let replacements: [Int: UInt8]

    var weight: Double { exponential(-cost) }

    func joined(with other: KeyWay) -> KeyWay {
        KeyWay(
            cost: cost + other.cost, replacements: replacements.merging(other.replacements) { first, _ in first })
    }
}

/// The most probable ways of reading one field whose check digit holds: found along the ten values that the weighted sum
/// can have, so that the cost does not grow with the number of combinations.
private struct KeyPaths {
    private struct Option {
        let byte: UInt8
        let cost: Double
    }

    private let cells: [(index: Int, options: [Option])]
    private let digit: (index: Int, options: [Option])
    private let current: [UInt8]

    init(_ captured: CapturedMRZ, _ field: KeyCells) {
        cells = field.covered.map { ($0, Self.options(captured, $0, digitsOnly: field.isNumeric)) }
        digit = (field.digit, Self.options(captured, field.digit, digitsOnly: true))
        current = captured.zone.characters
    }

    func best(_ limit: Int) -> [KeyWay] {
        var paths = [[KeyWay]](repeating: [], count: 10)
        paths[0] = [KeyWay(cost: 0, replacements: [:])]
        var weight = 7
        for cell in cells {
            var next = [[KeyWay]](repeating: [], count: 10)
            for option in cell.options {
                guard let value = MRZAlphabet.value(option.byte) else { continue }
                for sum in 0..<10 {
                    next[(sum + value * weight) % 10] += paths[sum].map { extended($0, cell.index, option) }
                }
            }
            paths = next.map { Array($0.sorted { $0.cost < $1.cost }.prefix(limit)) }
            weight = weight == 7 ? 3 : weight == 3 ? 1 : 7
        }
        let whole = digit.options.flatMap { option -> [KeyWay] in
            guard MRZAlphabet.isDigit(option.byte), let value = MRZAlphabet.value(option.byte) else { return [] }
            return paths[value].map { extended($0, digit.index, option) }
        }
        return Array(whole.sorted { $0.cost < $1.cost }.prefix(limit))
    }

    private func extended(_ way: KeyWay, _ index: Int, _ option: Option) -> KeyWay {
        guard option.byte != current[index] else { return way }
        var replacements = way.replacements
        replacements[index] = option.byte
        return KeyWay(cost: way.cost + option.cost, replacements: replacements)
    }

    /// A character that is merely taken for another often is so much less probable than the whole.
    private static let chanceOfConfusion = 0.0005

    /// What may stand in a place; the character that is held to be printed costs nothing.
    private static func options(_ captured: CapturedMRZ, _ index: Int, digitsOnly: Bool) -> [Option] {
        let byte = captured.zone.characters[index]
        let evidence = captured.evidence[index]
        var chances: [UInt8: Double] = [:]
        for other in Confusion.alternatives(to: byte) { chances[other] = chanceOfConfusion }
        if let seen = evidence.seen?.asciiValue { chances[seen] = chanceOfConfusion }
        for alternative in evidence.alternatives {
            guard let other = alternative.character.asciiValue else { continue }
            chances[other] = max(alternative.chance, chanceOfConfusion)
        }
        chances[byte] = nil
        let rest = 1 - chances.values.reduce(0, +)
        let own = max(rest, chanceOfConfusion)
        let others = chances.filter { other, _ in
            MRZAlphabet.contains(other) && (!digitsOnly || !MRZAlphabet.isLetter(other))
        }
        return [Option(byte: byte, cost: 0)]
            + others.sorted { $0.key < $1.key }.map { Option(byte: $0.key, cost: logarithm(own / $0.value)) }
    }
}
