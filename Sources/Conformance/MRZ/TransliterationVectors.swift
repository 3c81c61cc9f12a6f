package import MRZ

/// A Latin letter and how the zone writes it.
package struct LatinLetterVector: ConformanceVector {
    package static let places = ["mrz/transliteration/doc9303-3-latin.json"]

    package let id: String
    package let character: String
    package let mrz: String
    package let alternatives: [String]?

    package func check() throws {
        try compare("mrz", written(character), with: mrz)
        // The small letter of U+0130 is i, which is not written as the dotted capital is.
        if id != "U+0130" { try compare("mrz of the small letter", written(character.lowercased()), with: mrz) }
        let forms = try Transliteration.LatinForm.allCases.map {
            try written(character, Transliteration(latinForm: $0))
        }
        for alternative in alternatives ?? [] {
            try require("alternatives", forms, is: "'\(alternative)' among them") { $0.contains(alternative) }
        }
    }
}

/// A Cyrillic letter and how the zone writes it, by language.
package struct CyrillicLetterVector: ConformanceVector {
    package static let places = ["mrz/transliteration/doc9303-3-cyrillic.json"]

    package let id: String
    package let character: String
    package let mrz: String
    /// Another form by language, or at the beginning of a Ukrainian word.
    package let exceptions: [String: String]?

    package func check() throws {
        try compare("mrz", written("А" + character), with: "A" + mrz)
        for (condition, form) in (exceptions ?? [:]).sorted(by: { $0.key < $1.key }) {
            let isFirst = condition == "ukrainian_first_character"
            let name = isFirst ? "ukrainian" : condition
            guard let language = Transliteration.CyrillicLanguage(rawValue: name) else {
                throw Mismatch("exceptions", expected: "a language", found: name)
            }
            let transliteration = Transliteration(cyrillicLanguage: language)
            guard isFirst else {
                try compare("exceptions.\(condition)", written("А" + character, transliteration), with: "A" + form)
                continue
            }
            try compare("exceptions.\(condition)", written(character, transliteration), with: form)
            try compare("mrz within a word", written("А" + character, transliteration), with: "A" + mrz)
        }
    }
}

/// An Arabic letter and how the zone writes it.
package struct ArabicLetterVector: ConformanceVector {
    package static let places = ["mrz/transliteration/doc9303-3-arabic.json"]

    package let id: String
    package let character: String
    package let mrz: String
    package let atEnd: String?

    package func check() throws {
        try compare("mrz", written(character + "\u{0627}"), with: mrz + "A")
        try compare("atEnd", written("\u{0627}" + character), with: "A" + (atEnd ?? mrz))
    }
}

/// A whole Arabic name and how the zone writes it.
package struct ArabicNameVector: ConformanceVector {
    package static let places = ["mrz/transliteration/doc9303-3-arabic-names.json"]

    package let id: String
    package let name: String
    package let mrz: String
    /// As the publication prints it, in two places against its own table.
    package let printed: String

    package func check() throws {
        try compare("mrz", written(name), with: mrz)
    }
}

/// A text as the zone writes it, its parts with fillers between them.
package func written(_ text: String, _ transliteration: Transliteration = Transliteration()) throws -> String {
    try transliteration.components(of: text).joined(separator: "<")
}
