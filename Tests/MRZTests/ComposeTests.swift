import Conformance
import MRZ
import Standards
import TestSupport
import Testing

@Suite("Composing: Doc 9303-4 to -7 §4.2.2")
struct ComposeTests {
    private static func contents(_ format: DocumentFormat = .td3) throws -> MRZContents {
        let code = [DocumentFormat.td3: "PP", .mrvA: "V", .mrvB: "V"][format] ?? "I"
        return MRZContents(
            format: format, documentCode: code, issuingState: "UTO", primaryIdentifier: "Eriksson",
            secondaryIdentifier: "Anna Maria", documentNumber: "L898902C3", nationality: "UTO",
            dateOfBirth: try #require(PartialDate(year: 1974, month: 8, day: 12)), sex: .female,
            dateOfExpiry: PartialDate(year: 2034, month: 4, day: 15))
    }

    private func compose(_ contents: MRZContents) throws -> MachineReadableZone {
        try MachineReadableZone(composing: contents, referenceDate: reference)
    }

    @Test func `writes the specimen passport`() throws {
        var contents = try Self.contents()
        contents.optionalData = "ZE184226B"
        #expect(try compose(contents).lines == passportLines)
    }

    @Test(arguments: try SpecimenTests.rightOnes())
    func `writes every printed specimen from its own fields`(_ vector: SpecimenVector) throws {
        let printed = try MachineReadableZone(concatenated: Array(vector.lines.joined().utf8))
        guard vector.issuingState != "YTO" else { return }
        let contents = MRZContents(
            format: printed.format, documentCode: printed.documentCode, issuingState: printed.issuingState,
            primaryIdentifier: printed.name.primary, secondaryIdentifier: printed.name.secondary,
            documentNumber: printed.documentNumber, nationality: printed.nationality,
            dateOfBirth: try #require(printed.dateOfBirth(asOf: reference)), sex: try #require(printed.sex),
            dateOfExpiry: printed.dateOfExpiry(asOf: reference), optionalData: printed.optionalData,
            optionalData2: printed.optionalData2)
        #expect(try compose(contents) == printed)
    }

    @Test(arguments: DocumentFormat.allCases.filter { $0 != .frenchIdentityCard })
    func `breaks no rule in any format`(_ format: DocumentFormat) throws {
        let zone = try compose(Self.contents(format))
        #expect(zone.format == format)
        #expect(strictFaults(zone.lines.text) == [])
    }

    @Test func `writes the French identity card`() throws {
        var contents = try Self.contents(.frenchIdentityCard)
        contents.documentCode = "ID"
        contents.issuingState = "FRA"
        contents.nationality = ""
        contents.primaryIdentifier = "Berthier"
        contents.secondaryIdentifier = "Corinne"
        contents.documentNumber = "880692310285"
        contents.dateOfBirth = try #require(PartialDate(year: 1965, month: 12, day: 6))
        contents.dateOfExpiry = nil
        #expect(
            try compose(contents).lines == [
                "IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "8806923102858CORINNE<<<<<<<6512068F6",
            ])
        contents.issuingOffice = "932013"
        contents.secondaryIdentifier = "Christiane Nicole"
        let zone = try compose(contents)
        #expect(zone.issuingOffice == "932013")
        #expect(zone.name.secondaryParts == ["CHRISTIANE", "NI"])
        #expect(zone.name.mayBeTruncated)
        #expect(strictFaults(zone.lines.text) == [])
    }

    @Test func `writes a French identity card for France alone`() throws {
        var contents = try Self.contents(.frenchIdentityCard)
        contents.documentCode = "ID"
        contents.dateOfExpiry = nil
        contents.nationality = ""
        #expect(throws: MRZError.unusable(.issuingState, .notACode)) { try compose(contents) }
        contents.nationality = "UTO"
        #expect(throws: MRZError.unusable(.nationality, .notInThisFormat)) { try compose(contents) }
    }

    @Test(arguments: [DocumentFormat.td1, .td2])
    func `writes a long document number into the optional data`(_ format: DocumentFormat) throws {
        var contents = try Self.contents(format)
        contents.documentNumber = "D23145890734"
        let zone = try compose(contents)
        #expect(zone.documentNumber == "D23145890734")
        #expect(zone.lines.joined().contains("7349<"))
        #expect(strictFaults(zone.lines.text) == [])
        contents.documentNumber = String(repeating: "1", count: format == .td1 ? 23 : 15)
        #expect(throws: MRZError.unusable(.documentNumber, .tooLong(limit: format == .td1 ? 22 : 14))) {
            try compose(contents)
        }
    }

    @Test func `writes the first nine characters of a long visa number`() throws {
        var contents = try Self.contents(.mrvA)
        contents.documentNumber = "123456789012"
        #expect(try compose(contents).documentNumber == "123456789")
    }

    @Test func `transliterates names by the issuing State`() throws {
        var contents = try Self.contents()
        contents.issuingState = "UKR"
        contents.primaryIdentifier = "Шевченко"
        contents.secondaryIdentifier = "Григорій"
        #expect(try compose(contents).lines[0].hasPrefix("PPUKRSHEVCHENKO<<HRYHORII<<<"))
        contents.transliteration = Transliteration()
        #expect(try compose(contents).lines[0].hasPrefix("PPUKRSHEVCHENKO<<GRIGORII<<<"))
    }

    static let faults: [(MRZField, MRZError.Problem, @Sendable (inout MRZContents) -> Void)] = [
        (.documentCode, .notACode, { $0.documentCode = "V" }),
        (.issuingState, .notACode, { $0.issuingState = "ZZZ" }),
        (.nationality, .notACode, { $0.nationality = "" }),
        (.name, .empty, { $0.primaryIdentifier = " - " }),
        (.name, .character("2"), { $0.secondaryIdentifier = "Anna 2" }),
        (.documentNumber, .empty, { $0.documentNumber = " " }),
        (.documentNumber, .tooLong(limit: 9), { $0.documentNumber = "1234567890" }),
        (.documentNumber, .character("É"), { $0.documentNumber = "É" }),
        (.optionalData, .tooLong(limit: 14), { $0.optionalData = "123456789012345" }),
        (.optionalData2, .notInThisFormat, { $0.optionalData2 = "1" }),
        (.issuingOffice, .notInThisFormat, { $0.issuingOffice = "1" }),
        (
            .dateOfBirth, .outsideCentury,
            { $0.dateOfBirth = PartialDate(year: 1870, month: 1, day: 1) ?? $0.dateOfBirth }
        ),
        (
            .dateOfBirth, .outsideCentury,
            { $0.dateOfBirth = PartialDate(year: 2026, month: 12, day: 1) ?? $0.dateOfBirth }
        ),
        (.dateOfExpiry, .outsideCentury, { $0.dateOfExpiry = PartialDate(year: 2042, month: 1, day: 1) }),
        (.dateOfExpiry, .notADate, { $0.dateOfExpiry = PartialDate(year: 2030, month: 1, day: nil) }),
        (.dateOfExpiry, .empty, { $0.dateOfExpiry = nil }),
    ]

    @Test(arguments: faults.indices)
    func `says which field cannot be written`(_ index: Int) throws {
        let (field, problem, change) = Self.faults[index]
        var contents = try Self.contents()
        change(&contents)
        #expect(throws: MRZError.unusable(field, problem)) { try compose(contents) }
    }

    @Test func `writes an unspecified sex as a filler`() throws {
        var contents = try Self.contents()
        contents.sex = .unspecifiedAsX
        #expect(try compose(contents).sex == .unspecified)
    }
}

@Suite("French identity card: 2 lines of 36")
struct FrenchIdentityCardTests {
    static let lines = ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "8806923102858CORINNE<<<<<<<6512068F6"]

    @Test func `reads every field of the printed card`() throws {
        let zone = try MachineReadableZone(strict: Self.lines.text, referenceDate: reference)
        #expect(zone.format == .frenchIdentityCard)
        #expect(zone.name.primary == "BERTHIER")
        #expect(zone.name.secondary == "CORINNE")
        #expect(zone.documentNumber == "880692310285")
        #expect(zone.dateOfBirth(asOf: reference)?.description == "1965-12-06")
        #expect(zone.dateOfExpiry(asOf: reference) == nil)
        #expect(zone.sex == .female)
        #expect(zone.nationality == "FRA")
        #expect(zone.keyInformation == nil)
        #expect(zone.checkDigits.map(\.id) == [.documentNumber, .dateOfBirth, .composite])
    }

    @Test(arguments: 0..<72)
    func `covers every character by a check digit`(_ index: Int) throws {
        var bytes = Array(Self.lines.joined().utf8)
        bytes[index] = bytes[index] == UInt8(ascii: "<") ? UInt8(ascii: "1") : bytes[index] ^ 1
        let zone = try MachineReadableZone(concatenated: bytes)
        #expect(zone.faults(asOf: reference).contains { $0.rule == .checkDigit })
    }

    @Test func `tells a French TD2 by its check digits`() throws {
        let birth = try #require(PartialDate(year: 1974, month: 8, day: 12))
        let td2 = try MachineReadableZone(
            composing: MRZContents(
                format: .td2, documentCode: "ID", issuingState: "FRA", primaryIdentifier: "Berthier",
                secondaryIdentifier: "Corinne", documentNumber: "X4RTBPFW4", nationality: "FRA", dateOfBirth: birth,
                sex: .female, dateOfExpiry: birth),
            referenceDate: reference)
        #expect(try MachineReadableZone(strict: td2.lines.text, referenceDate: reference).format == .td2)
    }
}
