import Issuing
import LDS
import MRZ
import Standards
import Testing

@Suite("DG1, DG11 and DG12 in the forms that are met: field notes 63, 64 and 66")
struct DetailFormTests {
    static let person = PersonalDetails(
        fullName: "LUMEN<<ADA", otherNames: ["LUMEN<<A", "LUX<<ADA"], dateOfBirth: "19640812")
    static let document = DocumentDetails(
        dateOfIssue: "20250901", otherPersons: ["LUMEN<<BO"], personalizationTime: "20250901101500")

    @Test(arguments: DetailForm.Dates.allCases)
    func `write dates in each form`(_ dates: DetailForm.Dates) throws {
        let form = DetailForm(dates: dates)
        let person = try DG11(encoded: FileEncoder.dg11(Self.person, form: form))
        let document = try DG12(encoded: FileEncoder.dg12(Self.document, form: form))

        #expect(person.dateOfBirth?.description == (dates == .year ? "1964" : "1964-08-12"))
        #expect(document.dateOfIssue?.description == (dates == .year ? "2025" : "2025-09-01"))
        #expect(document.personalizedAt?.description == (dates == .year ? "2025" : "2025-09-01T10:15:00"))
        #expect(person.notes.map(\.code) == (dates == .digits ? [] : ["unusualDate"]))
    }

    @Test
    func `write dates of four and seven bytes where two digits share one`() {
        let form = DetailForm(dates: .packed)
        #expect(FileEncoder.dg11(Self.person, form: form).containsSequence([0x5F, 0x2B, 0x04, 0x19, 0x64, 0x08, 0x12]))
        #expect(
            FileEncoder.dg12(Self.document, form: form).containsSequence([
                0x5F, 0x55, 0x07, 0x20, 0x25, 0x09, 0x01, 0x10, 0x15, 0x00,
            ]))
    }

    @Test(arguments: DetailForm.Lists.allCases, [false, true])
    func `write other names inside and outside of their template`(
        _ lists: DetailForm.Lists, announcesTemplate: Bool
    ) throws {
        let form = DetailForm(lists: lists, announcesTemplate: announcesTemplate)
        let group = try DG11(encoded: FileEncoder.dg11(Self.person, form: form))

        #expect(group.otherNames.count == (lists == .both ? 3 : 2))
        #expect(Set(group.notes.map(\.code)) == (lists == .inside ? [] : ["outsideList"]))
    }

    @Test
    func `write elements that are there and empty`() throws {
        let form = DetailForm(hasEmptyElements: true)
        let person = try DG11(encoded: FileEncoder.dg11(PersonalDetails(fullName: "LUMEN"), form: form))

        #expect(person.telephone == "" && person.dateOfBirth == nil && person.title == "")
        #expect(try DG11(encoded: FileEncoder.dg11(PersonalDetails(fullName: "LUMEN"))).telephone == nil)
    }

    static let zones: [(format: String, code: String)] = [
        ("TD1", "I"), ("TD2", "I"), ("TD3", "P"), ("MRV-A", "V"), ("MRV-B", "V"),
    ]

    @Test(arguments: zones.indices)
    func `hold a zone of each format`(_ index: Int) throws {
        let (format, code) = Self.zones[index]
        let json = """
            {"format": 1, "mrz": {"format": "\(format)", "documentCode": "\(code)", "issuingState": "UTO",
            "primaryIdentifier": "LUMEN", "documentNumber": "UT7402193", "nationality": "UTO",
            "dateOfBirth": "1990-02-17", "dateOfExpiry": "2035-08-31", "referenceDate": "2025-09-01"}}
            """
        let document = try DocumentProfile(json: Array(json.utf8)) { _ in nil }.issue()
        let group = try DG1(encoded: #require(document.files[.dataGroup(.dg1)]))

        #expect(group.notes.isEmpty)
        let zone = try group.machineReadableZone()
        #expect(zone.format.rawValue == format)
        #expect(zone.lines == document.mrzLines)
    }
}

extension [UInt8] {
    fileprivate func containsSequence(_ part: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
