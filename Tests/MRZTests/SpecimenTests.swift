import Conformance
import MRZ
import TestSupport
import Testing

struct SpecimenVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let format: String
    let lines: [String]
    let documentCode: String
    let issuingState: String
    let nationality: String
    let documentNumber: String
    let dateOfBirth: String
    let sex: String
    let dateOfExpiry: String
    let name: String
    let optionalData: String
    /// Faults as `rule line:first-last`; none where the print is right.
    let expect: [String]?
    var testDescription: String { id }
}

@Suite("Specimens: Doc 9303-3 to -8 and -11")
struct SpecimenTests {
    static func vectors() throws -> [SpecimenVector] {
        try VectorFile.load("mrz/specimens/doc9303.json").vectors
    }

    static func rightOnes() throws -> [SpecimenVector] { try vectors().filter { $0.expect == nil } }

    @Test(arguments: try vectors())
    func `names the faults of the print and no others`(_ vector: SpecimenVector) {
        #expect(strictFaults(vector.lines.text) == vector.expect ?? [])
    }

    @Test(arguments: try vectors())
    func `reads every field`(_ vector: SpecimenVector) throws {
        let zone = try MRZReading(vector.lines.text, referenceDate: reference).zone
        #expect(zone.format.rawValue == vector.format)
        #expect(zone.documentCode == vector.documentCode)
        #expect(zone.issuingState == vector.issuingState)
        #expect(zone.nationality == vector.nationality)
        #expect(zone.documentNumber == vector.documentNumber)
        #expect(zone.dateOfBirth(asOf: reference)?.mrzCharacters == vector.dateOfBirth)
        #expect(zone.sex?.rawValue == vector.sex)
        #expect(zone.dateOfExpiry(asOf: reference)?.mrzCharacters == vector.dateOfExpiry)
        #expect(zone.optionalData == vector.optionalData.filter { $0 != " " } || vector.expect != nil)
        let parts = vector.name.split(separator: "<").map(String.init)
        #expect(zone.name.primaryParts + zone.name.secondaryParts == parts)
    }

    @Test(arguments: try rightOnes(), 0..<90)
    func `notices any one character that is replaced under a check digit`(_ vector: SpecimenVector, index: Int) throws {
        let characters = vector.lines.joined()
        // Another first letter than V makes another format of a visa.
        guard index < characters.utf8.count, index > 0 || !vector.format.hasPrefix("MRV") else { return }
        var bytes = Array(characters.utf8)
        // 1 more in value, so that no weight of 7, 3 or 1 hides it.
        switch bytes[index] {
        case UInt8(ascii: "<"): bytes[index] = UInt8(ascii: "1")
        case UInt8(ascii: "9"): bytes[index] = UInt8(ascii: "8")
        case UInt8(ascii: "Z"): bytes[index] = UInt8(ascii: "Y")
        default: bytes[index] += 1
        }
        let zone = try MachineReadableZone(concatenated: bytes)
        let length = zone.format.lineLength
        let isLower = index >= length
        let position = index % length + 1
        let isCovered =
            switch zone.format {
            case .td3: isLower && ![11, 12, 13, 21].contains(position)
            case .td2: isLower && ![11, 12, 13, 21].contains(position)
            case .mrvA, .mrvB:
                isLower && (position <= 10 || (14...20).contains(position) || (22...28).contains(position))
            case .td1: index < 60 && index >= 5 && !(isLower && ([8, 16, 17, 18].contains(position)))
            case .frenchIdentityCard: true
            }
        let isNoticed = zone.faults(asOf: reference).contains { $0.rule == .checkDigit }
        #expect(isNoticed == isCovered)
    }
}
