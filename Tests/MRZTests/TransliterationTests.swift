import Conformance
import MRZ
import TestSupport
import Testing

@Suite("Transliteration: Doc 9303-3 §6")
struct TransliterationTests {
    @Test(arguments: try LatinLetterVector.published())
    func `writes each Latin letter in one of its forms`(_ vector: LatinLetterVector) throws {
        try vector.check()
    }

    @Test(arguments: try CyrillicLetterVector.published())
    func `writes each Cyrillic letter in the form of its language`(_ vector: CyrillicLetterVector) throws {
        try vector.check()
    }

    @Test(arguments: try ArabicLetterVector.published())
    func `writes each Arabic letter`(_ vector: ArabicLetterVector) throws {
        try vector.check()
    }

    @Test(arguments: try ArabicNameVector.published())
    func `writes the worked Arabic names`(_ vector: ArabicNameVector) throws {
        try vector.check()
    }

    @Test(arguments: [
        ("D’Artagnan", "DARTAGNAN"), ("O'Connor", "OCONNOR"), ("Marie-Élise", "MARIE<ELISE"),
        ("Anna, Maria", "ANNA<MARIA"), ("Straße", "STRASSE"), ("St. John", "ST<JOHN"), ("Nguyễn", "NGUYEN"),
        ("Ștefan", "STEFAN"), ("Jose\u{301}", "JOSE"), ("Müller", "MUELLER"), ("Mu\u{308}ller", "MUELLER"),
        ("Щорс’", "SHCHORS"), ("Ольга", "OLGA"), ("ﬁ", "FI"), ("  Anna   Maria ", "ANNA<MARIA"), ("Anna<<B", "ANNA<B"),
    ])
    func `handles punctuation, composed and decomposed marks, and letters outside the table`(
        _ name: String, _ expected: String
    ) throws {
        #expect(try written(name) == expected)
    }

    @Test(arguments: [("Anna2", Character("2")), ("Ωμέγα", "Ω"), ("李", "李"), ("A+B", "+")])
    func `names the character that cannot be written`(_ name: String, _ character: Character) {
        let error = #expect(throws: Transliteration.UnwritableCharacter.self) {
            try Transliteration().components(of: name)
        }
        #expect(error?.character == character)
    }

    @Test func `takes the language from the issuing State`() throws {
        #expect(try written("Григорій", Transliteration(issuingState: "UKR")) == "HRYHORII")
        #expect(try written("Григорий", Transliteration(issuingState: "RUS")) == "GRIGORII")
    }
}
