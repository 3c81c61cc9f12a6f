/// How the letters of a name become those of the MRZ.
///
/// Latin, Cyrillic and Arabic letters follow the tables. A Latin letter with a mark that the table lacks loses its mark.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.6 (punctuation), §6 (tables).
public struct Transliteration: Hashable, Sendable {
    /// The language that decides where Cyrillic letters have several forms; nil for the form without exception.
    public var cyrillicLanguage: CyrillicLanguage?
    /// Which of the forms that the Latin table leaves to the issuer.
    public var latinForm: LatinForm

    /// The languages with exceptions in table B.
    public enum CyrillicLanguage: String, CaseIterable, Hashable, Sendable {
        case belarusian
        case bulgarian
        case macedonian
        case serbian
        case ukrainian
    }

    /// The choices of table A, for Ä, Å, Ñ, Ö and Ü.
    public enum LatinForm: String, CaseIterable, Hashable, Sendable {
        /// AE, AA, N, OE, UE.
        case expanded
        /// A, A, N, O, U.
        case plain
        /// NXX and UXX; elsewhere as expanded.
        case marked
    }

    public init(cyrillicLanguage: CyrillicLanguage? = nil, latinForm: LatinForm = .expanded) {
        self.cyrillicLanguage = cyrillicLanguage
        self.latinForm = latinForm
    }

    /// The choices of an issuing State.
    public init(issuingState: some StringProtocol) {
        let languages: [String: CyrillicLanguage] = [
            "BLR": .belarusian, "BGR": .bulgarian, "MKD": .macedonian, "SRB": .serbian, "UKR": .ukrainian,
        ]
        self.init(cyrillicLanguage: languages[String(issuingState)])
    }

    /// Writes a name in MRZ letters: one text for each component between spaces, hyphens, commas or fillers.
    ///
    /// Apostrophes and other punctuation are dropped.
    ///
    /// - Throws: The first character that cannot be written, such as a digit.
    public func components(of name: some StringProtocol) throws(UnwritableCharacter) -> [String] {
        var components: [String] = []
        var current: [Piece] = []
        for character in name.uppercased() + " " {
            if Self.separates(character) {
                if !current.isEmpty { components.append(write(current)) }
                current = []
            } else {
                current += try Self.pieces(of: character)
            }
        }
        return components.filter { !$0.isEmpty }
    }

    /// A character that has no form in the MRZ.
    public struct UnwritableCharacter: Error, Hashable, Sendable {
        public let character: Character
    }

    /// One letter to be written, or the sign that doubles the one before.
    private enum Piece {
        case letters(String)
        case entry(Entry)
        case doubling
    }

    private func write(_ pieces: [Piece]) -> String {
        var text = ""
        var last = ""
        let end = pieces.lastIndex { if case .entry(let entry) = $0 { !entry.isSilent } else { true } }
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .letters(let letters): last = letters
            case .doubling: break
            case .entry(let entry) where entry.isSilent: continue  // a vowel sign may stand before the doubling sign
            case .entry(let entry): last = form(of: entry, isFirst: text.isEmpty, isLast: index == end)
            }
            text += last
        }
        return text
    }

    private func form(of entry: Entry, isFirst: Bool, isLast: Bool) -> String {
        switch entry.script {
        case .latin:
            switch latinForm {
            case .expanded: return entry.form
            case .plain: return entry.others["plain"] ?? entry.form
            case .marked: return entry.others["marked"] ?? entry.form
            }
        case .cyrillic:
            if isFirst, cyrillicLanguage == .ukrainian, let form = entry.others["ukrainianFirst"] { return form }
            return cyrillicLanguage.flatMap { entry.others[$0.rawValue] } ?? entry.form
        case .arabic:
            return isLast ? entry.others["end"] ?? entry.form : entry.form
        }
    }

    private static func separates(_ character: Character) -> Bool {
        if character.isWhitespace || character == "," || character == "<" { return true }
        return character.unicodeScalars.first?.properties.generalCategory == .dashPunctuation
    }

    private static func pieces(of character: Character) throws(UnwritableCharacter) -> [Piece] {
        if let entry = entries[character] { return [.entry(entry)] }  // canonically equal, so composed or not
        var pieces: [Piece] = []
        for scalar in character.unicodeScalars {
            if scalar == TransliterationTable.shadda {
                pieces.append(.doubling)
            } else if ("A"..."Z").contains(scalar) {
                pieces.append(.letters(String(scalar)))
            } else if let entry = entries[Character(scalar)] {
                pieces.append(.entry(entry))
            } else if let letters = baseLetters(of: scalar) {
                pieces.append(.letters(letters))
            } else if !isDropped(scalar) {
                throw UnwritableCharacter(character: character)
            }
        }
        return pieces
    }

    /// The letters of a marked Latin letter outside the table, by its Unicode name.
    private static func baseLetters(of scalar: Unicode.Scalar) -> String? {
        guard let name = scalar.properties.name, name.hasPrefix("LATIN CAPITAL LETTER ") else { return nil }
        let words = name.split(separator: " ")
        guard words.count > 4, words[4] == "WITH", words[3].utf8.count <= 2 else { return nil }
        return String(words[3])
    }

    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .format, .modifierSymbol, .modifierLetter, .connectorPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}

extension Transliteration {
    /// A row of a table.
    struct Entry: Sendable {
        let script: Script
        let form: String
        /// Forms under a condition, by its name.
        let others: [String: String]

        enum Script: Sendable { case latin, cyrillic, arabic }

        /// Whether nothing is written for it.
        var isSilent: Bool { form.isEmpty }
    }

    static let entries: [Character: Entry] = {
        var entries: [Character: Entry] = [:]
        let tables: [(String, Entry.Script)] = [
            (TransliterationTable.latin, .latin), (TransliterationTable.cyrillic, .cyrillic),
            (TransliterationTable.arabic, .arabic),
        ]
        for (table, script) in tables {
            for row in table.split(separator: "\n") {
                let columns = row.split(separator: " ").map(String.init)
                guard let number = UInt32(columns[0], radix: 16), let scalar = Unicode.Scalar(number) else { continue }
                entries[Character(scalar)] = Entry(
                    script: script, form: columns[1] == "-" ? "" : columns[1],
                    others: conditions(columns.dropFirst(2), script))
            }
        }
        return entries
    }()

    private static func conditions(_ columns: ArraySlice<String>, _ script: Entry.Script) -> [String: String] {
        switch script {
        case .latin:
            Dictionary(zip(["plain", "marked"], columns), uniquingKeysWith: { first, _ in first })
        case .arabic:
            Dictionary(zip(["end"], columns), uniquingKeysWith: { first, _ in first })
        case .cyrillic:
            Dictionary(
                columns.map { column in
                    let parts = column.split(separator: "=")
                    return (String(parts[0]), String(parts[1]))
                }, uniquingKeysWith: { first, _ in first })
        }
    }
}
