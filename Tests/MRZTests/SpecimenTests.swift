import Conformance
import MRZ
import TestSupport
import Testing

@Suite("Specimens: Doc 9303-3 to -8 and -11")
struct SpecimenTests {
    static func vectors() throws -> [SpecimenVector] {
        try SpecimenVector.published()
    }

    static func rightOnes() throws -> [SpecimenVector] { try vectors().filter { $0.expect == nil } }

    @Test(arguments: try vectors())
    func `names the faults of the print and no others`(_ vector: SpecimenVector) throws {
        try vector.checkFaults()
    }

    @Test(arguments: try vectors())
    func `reads every field`(_ vector: SpecimenVector) throws {
        try vector.checkFields()
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
