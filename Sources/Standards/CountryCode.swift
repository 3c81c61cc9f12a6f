/// A code for an issuing State, an issuing organisation or a nationality.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §5.
public struct CountryCode: Hashable, Sendable {
    /// The code without fillers: three letters, but `D` for Germany.
    public let code: String
    /// The two letters that certificates use; some special codes have none.
    public let alpha2: String?
    /// The name in English.
    public let name: String
    /// Which list it comes from.
    public let group: Group

    /// The lists a code may come from; the letters are those of the parts of Doc 9303-3 §5.
    public enum Group: String, CaseIterable, Hashable, Sendable {
        case iso3166 = "ISO 3166-1"
        case additional = "A"
        case reserved = "B"
        case unitedNations = "C"
        case organisation = "D"
        case withoutNationality = "E"
        case withdrawn = "F"
        case specimen = "G"
        case icao = "H"
    }

    /// Finds a code as the MRZ writes it, with or without fillers; `DEU` is not one, since Germany is `D`.
    public init?(_ code: some StringProtocol) {
        var letters = Array(code.utf8)
        while letters.last == UInt8(ascii: "<") { letters.removeLast() }
        guard let found = Self.index[letters] else { return nil }
        self = found
    }

    /// Finds the code that belongs to two letters, such as those of a certificate.
    public init?(alpha2: some StringProtocol) {
        guard let found = Self.all.first(where: { $0.alpha2 == alpha2.uppercased() }) else { return nil }
        self = found
    }

    /// Every code, the special ones first.
    public static let all: [CountryCode] = parsedSpecial + parsedISO

    /// Whether three characters of an MRZ, fillers included, are a code of the list.
    public static func isListed(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        guard let index = position(first, second, third) else { return false }
        return listed[index >> 6] & (1 << UInt64(index & 63)) != 0
    }

    private init(
        _ code: some StringProtocol, _ alpha2: some StringProtocol, _ name: some StringProtocol, _ group: Group
    ) {
        self.code = String(code)
        self.alpha2 = alpha2 == "-" ? nil : String(alpha2)
        self.name = String(name)
        self.group = group
    }

    private static let index = Dictionary(
        all.map { (Array($0.code.utf8), $0) }, uniquingKeysWith: { first, _ in first })

    private static var parsedISO: [CountryCode] {
        iso3166.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, parts[0] != "DEU" else { return nil }  // replaced by D, part A
            return CountryCode(parts[0], parts[1], parts[2], .iso3166)
        }
    }

    private static var parsedSpecial: [CountryCode] {
        special.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 3)
            guard parts.count == 4, let group = Group(rawValue: String(parts[0])) else { return nil }
            return CountryCode(parts[1], parts[2], parts[3], group)
        }
    }

    /// One bit for each triple of letters or fillers: the parser asks twice for every document.
    private static let listed: [UInt64] = {
        var bits = [UInt64](repeating: 0, count: (27 * 27 * 27 + 63) / 64)
        for country in all {
            let letters = Array(country.code.utf8) + [UInt8(ascii: "<"), UInt8(ascii: "<")]
            if let index = position(letters[0], letters[1], letters[2]) {
                bits[index >> 6] |= 1 << UInt64(index & 63)
            }
        }
        return bits
    }()

    private static func position(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
        guard let first = digit(first), let second = digit(second), let third = digit(third) else { return nil }
        return (first * 27 + second) * 27 + third
    }

    private static func digit(_ letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter - UInt8(ascii: "A")) + 1
        case UInt8(ascii: "<"): 0
        default: nil
        }
    }
}
