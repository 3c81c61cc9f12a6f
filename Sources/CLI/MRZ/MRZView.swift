import FoundationEssentials
import MRZ
import Standards

/// The JSON of a judgement.
struct MRZView: Encodable {
    let format: String?
    let mode: String
    let referenceDate: String
    let lines: [String]
    let valid: Bool
    let fields: Fields?
    let checks: [Check]
    let faults: [Fault]
    let adjustments: [String]
    let repairs: [Repair]
    /// What the repairs make of the lines; never part of `lines`.
    let repaired: Repaired?
    let keyInformation: String?

    init(_ judgement: MRZJudgement, showsSecrets: Bool) {
        let reference = judgement.referenceDate
        format = judgement.zone?.format.rawValue
        mode = judgement.mode.rawValue
        referenceDate = String("\(reference)".prefix(10))
        lines = judgement.lines
        valid = judgement.isValid
        fields = judgement.zone.map { Fields($0, reference) }
        checks = judgement.zone?.checkDigits.map(Check.init) ?? []
        faults = judgement.faults.map { Fault($0, isTolerated: judgement.mode == .tolerant && $0.isTolerable) }
        adjustments = judgement.adjustments.map(\.description)
        repairs = judgement.proposal?.repairs.map(Repair.init) ?? []
        repaired = judgement.proposal.map { Repaired($0.zone, reference, showsSecrets) }
        keyInformation = showsSecrets ? judgement.zone?.keyInformation?.text : nil
    }

    private enum CodingKeys: String, CodingKey {
        case format, mode, referenceDate, lines, valid, fields, checks, faults, adjustments, repairs, repaired
        case keyInformation
    }

    /// Writes `format`, `fields` and `repaired` also where there is nothing to say; the key information only on request.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(format, forKey: .format)
        try container.encode(mode, forKey: .mode)
        try container.encode(referenceDate, forKey: .referenceDate)
        try container.encode(lines, forKey: .lines)
        try container.encode(valid, forKey: .valid)
        try container.encode(fields, forKey: .fields)
        try container.encode(checks, forKey: .checks)
        try container.encode(faults, forKey: .faults)
        try container.encode(adjustments, forKey: .adjustments)
        try container.encode(repairs, forKey: .repairs)
        try container.encode(repaired, forKey: .repaired)
        try container.encodeIfPresent(keyInformation, forKey: .keyInformation)
    }

    /// The values of the fields, without fillers; what a format does not have is left out.
    struct Fields: Encodable {
        let documentCode: String
        let documentType: String?
        let issuingState: String
        let issuingStateName: String?
        let primaryIdentifier: String
        let secondaryIdentifier: String
        let nameMayBeTruncated: Bool
        let documentNumber: String
        let nationality: String
        let nationalityName: String?
        let dateOfBirth: String?
        let sex: String?
        let dateOfExpiry: String?
        let optionalData: String
        let optionalData2: String?
        let issuingOffice: String?

        init(_ zone: MachineReadableZone, _ reference: Timestamp) {
            documentCode = zone.documentCode
            documentType = DocumentCode(zone.documentCode, in: zone.format)?.meaning
            issuingState = zone.issuingState
            issuingStateName = CountryCode(zone.issuingState)?.name
            primaryIdentifier = zone.name.primary
            secondaryIdentifier = zone.name.secondary
            nameMayBeTruncated = zone.name.mayBeTruncated
            documentNumber = zone.documentNumber
            nationality = zone.nationality
            nationalityName = CountryCode(zone.nationality)?.name
            dateOfBirth = zone.dateOfBirth(asOf: reference)?.description
            sex = zone.sex?.rawValue
            dateOfExpiry = zone.dateOfExpiry(asOf: reference)?.description
            optionalData = zone.optionalData
            optionalData2 = zone.format == .td1 ? zone.optionalData2 : nil
            issuingOffice = zone.issuingOffice
        }
    }

    struct Check: Encodable {
        let id: String
        let line: Int
        let position: Int
        let found: String
        let expected: String?
        let valid: Bool

        init(_ digit: MRZCheckDigit) {
            id = digit.id.rawValue
            line = digit.line
            position = digit.position
            found = String(digit.found)
            expected = digit.expected.map(String.init)
            valid = digit.isCorrect
        }
    }

    struct Fault: Encodable {
        let rule: String
        let line: Int?
        /// The first and the last position.
        let positions: [Int]?
        let field: String?
        let clause: String
        let tolerated: Bool
        let text: String

        init(_ fault: MRZFault, isTolerated: Bool) {
            rule = fault.rule.rawValue
            line = fault.line
            positions = fault.positions.map { [$0.lowerBound, $0.upperBound] }
            field = fault.field?.rawValue
            clause = fault.clause.description
            tolerated = isTolerated
            text = fault.sentence
        }
    }

    struct Repair: Encodable {
        let field: String
        let line: Int
        let position: Int
        let found: String
        let proposed: String
        let confirmedBy: [String]

        init(_ repair: MRZRepair) {
            field = repair.field.rawValue
            line = repair.line
            position = repair.position
            found = String(repair.found)
            proposed = String(repair.proposed)
            confirmedBy = repair.confirmedBy.map(\.rawValue)
        }
    }

    struct Repaired: Encodable {
        let lines: [String]
        let valid: Bool
        let fields: Fields
        let checks: [Check]
        let keyInformation: String?

        init(_ zone: MachineReadableZone, _ reference: Timestamp, _ showsSecrets: Bool) {
            lines = zone.lines
            valid = zone.isValid(asOf: reference)
            fields = Fields(zone, reference)
            checks = zone.checkDigits.map(Check.init)
            keyInformation = showsSecrets ? zone.keyInformation?.text : nil
        }
    }

    /// The view as JSON text.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension MRZKeyInformation {
    /// The secret as text: only for a user who asked for it.
    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
