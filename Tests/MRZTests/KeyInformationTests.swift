import Conformance
import MRZ
import TestSupport
import Testing

@Suite("MRZ information: Doc 9303-11 Appendix D.2")
struct KeyInformationTests {
    static func vectors() throws -> [KeyInformationVector] {
        try KeyInformationVector.published()
    }

    @Test(arguments: try vectors())
    func `is the same from the zone and from typed fields`(_ vector: KeyInformationVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors().filter { !$0.lines.isEmpty }, [0, 9, 20])
    func `is none where one of the three check digits is wrong`(_ vector: KeyInformationVector, offset: Int) throws {
        let isTD1 = vector.lines.count == 3
        let place = [0: (isTD1 ? 1 : 2, isTD1 ? 7 : 2), 9: (2, isTD1 ? 2 : 15), 20: (2, isTD1 ? 10 : 23)][offset]
        let (line, position) = try #require(place)
        let lines = vector.lines.replacing(line: line, position: position, with: "Y")
        #expect(try MachineReadableZone(concatenated: Array(lines.joined().utf8)).keyInformation == nil)
    }

    @Test(arguments: [
        ("l898902c", "740812", "340415"), (" L898902C ", "1974-08-12", "2034-04-15"),
        ("L898902C<", "1974-08-12", "340415"),
    ])
    func `pads the number and takes what people type`(_ number: String, _ birth: String, _ expiry: String) throws {
        let key = try MRZKeyInformation(documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry)
        #expect(key.bytes == Array("L898902C<374081223404159".utf8))
    }

    @Test(arguments: ["1", "12", "123", "1234", "12345", "123456", "1234567", "12345678"])
    func `pads numbers of one to eight characters`(_ number: String) throws {
        let key = try MRZKeyInformation(documentNumber: number, dateOfBirth: "740812", dateOfExpiry: "340415")
        let field = number + String(repeating: "<", count: 9 - number.utf8.count)
        let digit = try #require(CheckDigit.compute(over: field))
        #expect(key.bytes == Array("\(field)\(digit)74081223404159".utf8))
    }

    @Test func `writes what is no letter or digit inside the number as a filler`() throws {
        let typed = try MRZKeyInformation(documentNumber: "AB-12 34", dateOfBirth: "740812", dateOfExpiry: "340415")
        let padded = try MRZKeyInformation(documentNumber: "AB<12<34", dateOfBirth: "740812", dateOfExpiry: "340415")
        #expect(typed == padded)
    }

    @Test func `keeps unknown parts of a birth as fillers`() throws {
        let key = try MRZKeyInformation(documentNumber: "1", dateOfBirth: "1974-XX-XX", dateOfExpiry: "340415")
        let same = try MRZKeyInformation(documentNumber: "1", dateOfBirth: "74<<<<", dateOfExpiry: "340415")
        #expect(key == same)
        #expect(key.bytes.dropFirst(10).prefix(6).elementsEqual("74<<<<".utf8))
    }

    @Test(arguments: [
        ("", "740812", "340415", MRZError.unusable(.documentNumber, .empty)),
        ("<<<", "740812", "340415", .unusable(.documentNumber, .empty)),
        ("12345678901234567890123", "740812", "340415", .unusable(.documentNumber, .tooLong(limit: 22))),
        ("12é4", "740812", "340415", .unusable(.documentNumber, .character("É"))),
        ("1", "", "340415", .unusable(.dateOfBirth, .empty)),
        ("1", "741312", "340415", .unusable(.dateOfBirth, .notADate)),
        ("1", "7408123", "340415", .unusable(.dateOfBirth, .notADate)),
        ("1", "74O812", "340415", .unusable(.dateOfBirth, .notADate)),
        ("1", "1974-02-30", "340415", .unusable(.dateOfBirth, .notADate)),
        ("1", "740812", "340431", .unusable(.dateOfExpiry, .notADate)),
        ("1", "740812", "2034-4-15", .unusable(.dateOfExpiry, .notADate)),
    ])
    func `says which typed field is wrong`(_ number: String, _ birth: String, _ expiry: String, _ error: MRZError) {
        #expect(throws: error) {
            try MRZKeyInformation(documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry)
        }
    }

    @Test func `differs from one that only goes on where it ends`() throws {
        let short = try MRZKeyInformation(documentNumber: "000000000", dateOfBirth: "340810", dateOfExpiry: "340416")
        // A number of 22 characters whose check digit and birth begin as the other key ends.
        let text = String(decoding: short.bytes, as: UTF8.self)
        let long = try MRZKeyInformation(
            documentNumber: String(text.prefix(22)), dateOfBirth: "040812", dateOfExpiry: "340415")
        #expect(long.bytes.starts(with: short.bytes))
        #expect(long != short)
    }

    @Test(arguments: [
        ("D23145890", "740812", "340415", true), ("D23145890734", "740812", "340415", true),
        ("D23145890999", "740812", "340415", false), ("D2314589", "740812", "340415", false),
        ("D23145891", "740812", "340415", false), ("D23145890", "740813", "340415", false),
        ("D23145890", "740812", "340416", false),
    ])
    func `is of the same document where a long number was cut, and of no other`(
        number: String, birth: String, expiry: String, isSame: Bool
    ) throws {
        let long = try MRZKeyInformation(
            documentNumber: "D23145890734", dateOfBirth: "740812", dateOfExpiry: "340415")
        let other = try MRZKeyInformation(documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry)
        #expect(long.isOfSameDocument(as: other) == isSame)
        #expect(other.isOfSameDocument(as: long) == isSame)
    }

    @Test func `tells nothing when printed, and not even the mirror does`() throws {
        let key = try MRZKeyInformation(documentNumber: "L898902C", dateOfBirth: "740812", dateOfExpiry: "340415")
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped, "\([key])"] { #expect(!text.contains("898902")) }
        let zone = try MachineReadableZone(strict: passportLines.text, referenceDate: reference)
        #expect(!"\(zone)".contains("898902"))
    }
}
