import Conformance
import MRZ
import TestSupport
import Testing

struct LetterVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let character: String
    let mrz: String
    let alternatives: [String]?
    let exceptions: [String: String]?
    let atEnd: String?
    var testDescription: String { id }
}

struct ArabicNameVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let name: String
    let mrz: String
    var testDescription: String { id }
}

@Suite("Transliteration: Doc 9303-3 §6")
struct TransliterationTests {
    static func letters(_ script: String) throws -> [LetterVector] {
        try VectorFile.load("mrz/transliteration/doc9303-3-\(script).json").vectors
    }

    static func names() throws -> [ArabicNameVector] {
        try VectorFile.load("mrz/transliteration/doc9303-3-arabic-names.json").vectors
    }

    private func write(_ text: String, _ transliteration: Transliteration = Transliteration()) throws -> String {
        try transliteration.components(of: text).joined(separator: "<")
    }

    @Test(arguments: try letters("latin"))
    func `writes each Latin letter in one of its forms`(_ vector: LetterVector) throws {
        #expect(try write(vector.character) == vector.mrz)
        #expect(try write(vector.character.lowercased()) == vector.mrz || vector.id == "U+0130")
        for alternative in vector.alternatives ?? [] {
            let forms = try Transliteration.LatinForm.allCases.map {
                try write(vector.character, Transliteration(latinForm: $0))
            }
            #expect(forms.contains(alternative))
        }
    }

    @Test(arguments: try letters("cyrillic"))
    func `writes each Cyrillic letter in the form of its language`(_ vector: LetterVector) throws {
        #expect(try write("А" + vector.character) == "A" + vector.mrz)
        for (condition, form) in vector.exceptions ?? [:] {
            let isFirst = condition == "ukrainian_first_character"
            let language = try #require(
                Transliteration.CyrillicLanguage(rawValue: isFirst ? "ukrainian" : condition))
            let transliteration = Transliteration(cyrillicLanguage: language)
            #expect(try write((isFirst ? "" : "А") + vector.character, transliteration) == (isFirst ? "" : "A") + form)
            if isFirst { #expect(try write("А" + vector.character, transliteration) == "A" + vector.mrz) }
        }
    }

    @Test(arguments: try letters("arabic"))
    func `writes each Arabic letter`(_ vector: LetterVector) throws {
        #expect(try write(vector.character + "\u{0627}") == vector.mrz + "A")
        #expect(try write("\u{0627}" + vector.character) == "A" + (vector.atEnd ?? vector.mrz))
    }

    @Test(arguments: try names())
    func `writes the worked Arabic names`(_ vector: ArabicNameVector) throws {
        #expect(try write(vector.name) == vector.mrz)
    }

    @Test(arguments: [
        ("D’Artagnan", "DARTAGNAN"), ("O'Connor", "OCONNOR"), ("Marie-Élise", "MARIE<ELISE"),
        ("Anna, Maria", "ANNA<MARIA"), ("Straße", "STRASSE"), ("St. John", "ST<JOHN"), ("Nguyễn", "NGUYEN"),
        ("Ștefan", "STEFAN"), ("Jose\u{301}", "JOSE"), ("Müller", "MUELLER"), ("Mu\u{308}ller", "MUELLER"),
        ("Щорс’", "SHCHORS"), ("Ольга", "OLGA"), ("ﬁ", "FI"), ("  Anna   Maria ", "ANNA<MARIA"), ("Anna<<B", "ANNA<B"),
    ])
    func `handles punctuation, composed and decomposed marks, and letters outside the table`(
        _ name: String, _ written: String
    ) throws {
        #expect(try write(name) == written)
    }

    @Test(arguments: [("Anna2", Character("2")), ("Ωμέγα", "Ω"), ("李", "李"), ("A+B", "+")])
    func `names the character that cannot be written`(_ name: String, _ character: Character) {
        let error = #expect(throws: Transliteration.UnwritableCharacter.self) {
            try Transliteration().components(of: name)
        }
        #expect(error?.character == character)
    }

    @Test func `takes the language from the issuing State`() throws {
        #expect(try write("Григорій", Transliteration(issuingState: "UKR")) == "HRYHORII")
        #expect(try write("Григорий", Transliteration(issuingState: "RUS")) == "GRIGORII")
    }
}
