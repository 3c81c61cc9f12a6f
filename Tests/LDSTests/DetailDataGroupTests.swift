import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("DG1, DG15, DG16: Doc 9303-10 §4.7")
struct PlainDataGroupTests {
    struct ZoneVector: DecodingVector {
        let id: String
        let file: String
        let lines, notes: [String]?
        let expect: String?
    }

    struct KeyVector: DecodingVector {
        let id: String
        let file: String
        let subjectPublicKeyInfo, algorithm: String?
        let notes: [String]?
        let expect: String?
    }

    struct PersonsVector: DecodingVector {
        let id: String
        let file: String
        let persons, notes: [String]?
        let expect: String?
    }

    static func zones() throws -> [ZoneVector] {
        try VectorFile.load("lds/dg1/doc9303-10-appendix-a.json").vectors
    }

    static func keys() throws -> [KeyVector] {
        try VectorFile.load("lds/dg15/bsi-tr03105-5.json").vectors
    }

    static func persons() throws -> [PersonsVector] {
        try VectorFile.load("lds/dg16/doc9303-10-appendix-a.json").vectors
    }

    @Test(arguments: try zones())
    func `splits the zone into its lines`(_ vector: ZoneVector) {
        guard let group = vector.decode({ () throws(DecodingFailure) in try DG1(encoded: [UInt8](hex: vector.file)) })
        else { return }

        #expect(group.lines == vector.lines)
        #expect(group.notes.codes == vector.notes)
    }

    @Test(arguments: try keys())
    func `hands out the public key as it is stored`(_ vector: KeyVector) {
        guard let group = vector.decode({ () throws(DecodingFailure) in try DG15(encoded: [UInt8](hex: vector.file)) })
        else { return }

        #expect(group.subjectPublicKeyInfo.hex == vector.subjectPublicKeyInfo)
        #expect(group.algorithm.description == vector.algorithm)
        #expect(group.notes.codes == vector.notes)
    }

    @Test(arguments: try persons())
    func `decodes the persons to notify`(_ vector: PersonsVector) {
        guard let group = vector.decode({ () throws(DecodingFailure) in try DG16(encoded: [UInt8](hex: vector.file)) })
        else { return }

        let persons = group.persons.map { person in
            [
                person.recordedOn?.description ?? "-", person.name?.summary ?? "-", person.telephone ?? "-",
                person.address?.joined(separator: "/") ?? "-",
            ].joined(separator: " ")
        }
        #expect(persons == vector.persons ?? [])
        #expect(group.notes.codes == vector.notes)
    }
}

@Suite("DG11 and DG12: Doc 9303-10 §4.7.11, §4.7.12, field notes 63, 64, 66")
struct DetailDataGroupTests {
    struct HolderVector: DecodingVector {
        let id: String
        let file: String
        let fullName, personalNumber, dateOfBirth, telephone, profession, title, personalSummary: String?
        let proofOfCitizenship, custody: String?
        let otherNames, placeOfBirth, address, otherDocumentNumbers, otherFields: [String]?
        let notes: [String]?
        let expect: String?
    }

    struct DocumentVector: DecodingVector {
        let id: String
        let file: String
        let issuingAuthority, dateOfIssue, endorsements, taxOrExitRequirements, frontImage, rearImage: String?
        let personalizedAt, personalizationDevice: String?
        let otherPeople: [String]?
        let notes: [String]?
        let expect: String?
    }

    static func holders() throws -> [HolderVector] {
        try VectorFile.load("lds/dg11/doc9303-10-appendix-a.json").vectors
    }

    static func documents() throws -> [DocumentVector] { try VectorFile.load("lds/dg12/own.json").vectors }

    @Test(arguments: try holders())
    func `decodes the details of the holder`(_ vector: HolderVector) {
        guard let group = vector.decode({ () throws(DecodingFailure) in try DG11(encoded: [UInt8](hex: vector.file)) })
        else { return }

        #expect(group.fullName?.summary == vector.fullName)
        #expect(group.otherNames.map(\.summary) == vector.otherNames ?? [])
        #expect(group.personalNumber == vector.personalNumber)
        #expect(group.dateOfBirth?.description == vector.dateOfBirth)
        #expect(group.placeOfBirth == vector.placeOfBirth)
        #expect(group.address == vector.address)
        #expect(group.telephone == vector.telephone)
        #expect(group.profession == vector.profession)
        #expect(group.title == vector.title)
        #expect(group.personalSummary == vector.personalSummary)
        #expect(group.proofOfCitizenship?.hex == vector.proofOfCitizenship)
        #expect(group.otherDocumentNumbers == vector.otherDocumentNumbers)
        #expect(group.custody == vector.custody)
        let others = group.otherFields.map { Hexadecimal.number($0.key) + $0.value.hex }.sorted()
        #expect(others == vector.otherFields ?? [])
        #expect(group.notes.codes == vector.notes)
    }

    @Test(arguments: try documents())
    func `decodes the details of the document`(_ vector: DocumentVector) {
        guard let group = vector.decode({ () throws(DecodingFailure) in try DG12(encoded: [UInt8](hex: vector.file)) })
        else { return }

        #expect(group.issuingAuthority == vector.issuingAuthority)
        #expect(group.dateOfIssue?.description == vector.dateOfIssue)
        #expect(group.otherPeople.map(\.summary) == vector.otherPeople ?? [])
        #expect(group.endorsements == vector.endorsements)
        #expect(group.taxOrExitRequirements == vector.taxOrExitRequirements)
        #expect(group.frontImage?.hex == vector.frontImage)
        #expect(group.rearImage?.hex == vector.rearImage)
        #expect(group.personalizedAt?.description == vector.personalizedAt)
        #expect(group.personalizationDevice == vector.personalizationDevice)
        #expect(group.notes.codes == vector.notes)
    }
}

extension RecordedName {
    /// `PRIMARY|SECONDARY`, as the vectors write it.
    fileprivate var summary: String { "\(primary)|\(secondary)" }
}
