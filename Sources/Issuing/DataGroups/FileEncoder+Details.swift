import ByteCoding
import LDS

/// What EF.DG11 says about the holder; an element that is nil is left out.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.11.
public struct PersonalDetails: Hashable, Sendable, Codable {
    /// Primary and secondary identifier, separated by `<<`.
    public var fullName: String?
    public var otherNames: [String]?
    public var personalNumber: String?
    /// `YYYYMMDD`; unknown parts are zeros.
    public var dateOfBirth: String?
    public var placeOfBirth: [String]?
    public var address: [String]?
    public var telephone: String?
    public var profession: String?
    public var title: String?
    public var summary: String?
    public var custody: String?

    public init(
        fullName: String? = nil, otherNames: [String]? = nil, personalNumber: String? = nil,
        dateOfBirth: String? = nil, placeOfBirth: [String]? = nil, address: [String]? = nil, telephone: String? = nil,
        profession: String? = nil, title: String? = nil, summary: String? = nil, custody: String? = nil
    ) {
        self.fullName = fullName
        self.otherNames = otherNames
        self.personalNumber = personalNumber
        self.dateOfBirth = dateOfBirth
        self.placeOfBirth = placeOfBirth
        self.address = address
        self.telephone = telephone
        self.profession = profession
        self.title = title
        self.summary = summary
        self.custody = custody
    }
}

/// What EF.DG12 says about the document; an element that is nil is left out.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.12.
public struct DocumentDetails: Hashable, Sendable, Codable {
    public var issuingAuthority: String?
    /// `YYYYMMDD`.
    public var dateOfIssue: String?
    public var otherPersons: [String]?
    public var endorsements: String?
    public var taxOrExitRequirements: String?
    /// `YYYYMMDDhhmmss`.
    public var personalizationTime: String?
    public var personalizationSystem: String?

    public init(
        issuingAuthority: String? = nil, dateOfIssue: String? = nil, otherPersons: [String]? = nil,
        endorsements: String? = nil, taxOrExitRequirements: String? = nil, personalizationTime: String? = nil,
        personalizationSystem: String? = nil
    ) {
        self.issuingAuthority = issuingAuthority
        self.dateOfIssue = dateOfIssue
        self.otherPersons = otherPersons
        self.endorsements = endorsements
        self.taxOrExitRequirements = taxOrExitRequirements
        self.personalizationTime = personalizationTime
        self.personalizationSystem = personalizationSystem
    }
}

/// One person to notify, from EF.DG16.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.16.
public struct ContactPerson: Hashable, Sendable, Codable {
    /// `YYYYMMDD`, the day of recording.
    public var dateRecorded: String
    public var name: String
    public var telephone: String
    public var address: [String]

    public init(dateRecorded: String, name: String, telephone: String, address: [String]) {
        self.dateRecorded = dateRecorded
        self.name = name
        self.telephone = telephone
        self.address = address
    }
}

extension FileEncoder {
    /// EF.DG11, with its list of tags in front.
    public static func dg11(_ details: PersonalDetails) -> [UInt8] {
        listed(
            DataGroup.dg11.tag,
            [
                (0x5F0E, [details.fullName]), (0x5F0F, details.otherNames ?? []), (0x5F10, [details.personalNumber]),
                (0x5F2B, [details.dateOfBirth]), (0x5F11, [joined(details.placeOfBirth)]),
                (0x5F42, [joined(details.address)]), (0x5F12, [details.telephone]), (0x5F13, [details.profession]),
                (0x5F14, [details.title]), (0x5F15, [details.summary]), (0x5F18, [details.custody]),
            ], repeated: 0x5F0F)
    }

    /// EF.DG12, with its list of tags in front.
    public static func dg12(_ details: DocumentDetails) -> [UInt8] {
        listed(
            DataGroup.dg12.tag,
            [
                (0x5F19, [details.issuingAuthority]), (0x5F26, [details.dateOfIssue]),
                (0x5F1A, details.otherPersons ?? []), (0x5F1B, [details.endorsements]),
                (0x5F1C, [details.taxOrExitRequirements]), (0x5F55, [details.personalizationTime]),
                (0x5F56, [details.personalizationSystem]),
            ], repeated: 0x5F1A)
    }

    /// EF.DG16 with at most 15 persons, of whom the first are kept.
    public static func dg16(_ persons: [ContactPerson]) -> [UInt8] {
        let templates = persons.prefix(15).enumerated().map { index, person in
            template(
                0xA1 + index,
                [
                    object(0x5F50, person.dateRecorded), object(0x5F51, person.name),
                    object(0x5F52, person.telephone), object(0x5F53, person.address.joined(separator: "<")),
                ])
        }
        return template(DataGroup.dg16.tag, [[0x02, 0x01, UInt8(templates.count)]] + templates)
    }

    /// The list of tags, then the elements; those of the tag `repeated` stand in a template A0 behind their number.
    private static func listed(_ tag: Int, _ elements: [(tag: Int, texts: [String?])], repeated: Int) -> [UInt8] {
        var tags: [UInt8] = []
        var objects: [[UInt8]] = []
        for (elementTag, texts) in elements {
            let present = texts.compactMap { $0 }
            guard !present.isEmpty else { continue }
            tags += DataObjectWriter.octets(elementTag)
            let encoded = present.map { object(elementTag, $0) }
            objects +=
                elementTag == repeated
                ? [template(0xA0, [[0x02, 0x01, UInt8(clamping: encoded.count)]] + encoded)] : encoded
        }
        return template(tag, [DataObjectWriter.encode(0x5C, tags)] + objects)
    }

    private static func joined(_ parts: [String]?) -> String? {
        parts?.joined(separator: "<")
    }
}
