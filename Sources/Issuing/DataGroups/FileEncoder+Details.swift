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

/// How the elements of EF.DG11 and EF.DG12 are written down; issuers differ from the rules in each of these ways.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.11 and §4.7.12.
public struct DetailForm: Hashable, Sendable {
    public var dates: Dates
    public var lists: Lists
    /// Whether the list of tags names A0 beside the tag that A0 repeats.
    public var announcesTemplate: Bool
    /// Whether what the document does not say is there, with a length of zero.
    public var hasEmptyElements: Bool

    /// How a date is written.
    public enum Dates: String, CaseIterable, Hashable, Sendable {
        /// One ASCII digit a byte, as the rules say.
        case digits
        /// Two digits a byte: four bytes for a day, seven for a moment.
        case packed
        /// The year alone, in four ASCII digits.
        case year
    }

    /// Where elements stand that may be repeated: other names and other persons.
    public enum Lists: String, CaseIterable, Hashable, Sendable {
        /// In a template A0 behind their number, as the rules say.
        case inside
        /// Beside the others, without a template.
        case outside
        /// The first outside of the template as well as in it.
        case both
    }

    public init(
        dates: Dates = .digits, lists: Lists = .inside, announcesTemplate: Bool = false, hasEmptyElements: Bool = false
    ) {
        self.dates = dates
        self.lists = lists
        self.announcesTemplate = announcesTemplate
        self.hasEmptyElements = hasEmptyElements
    }
}

extension FileEncoder {
    /// EF.DG11, with its list of tags in front.
    public static func dg11(_ details: PersonalDetails, form: DetailForm = DetailForm()) -> [UInt8] {
        listed(
            DataGroup.dg11.tag,
            [
                (0x5F0E, [details.fullName]), (0x5F0F, details.otherNames ?? []), (0x5F10, [details.personalNumber]),
                (0x5F2B, [details.dateOfBirth]), (0x5F11, [joined(details.placeOfBirth)]),
                (0x5F42, [joined(details.address)]), (0x5F12, [details.telephone]), (0x5F13, [details.profession]),
                (0x5F14, [details.title]), (0x5F15, [details.summary]), (0x5F18, [details.custody]),
            ], repeated: 0x5F0F, form)
    }

    /// EF.DG12, with its list of tags in front.
    public static func dg12(_ details: DocumentDetails, form: DetailForm = DetailForm()) -> [UInt8] {
        listed(
            DataGroup.dg12.tag,
            [
                (0x5F19, [details.issuingAuthority]), (0x5F26, [details.dateOfIssue]),
                (0x5F1A, details.otherPersons ?? []), (0x5F1B, [details.endorsements]),
                (0x5F1C, [details.taxOrExitRequirements]), (0x5F55, [details.personalizationTime]),
                (0x5F56, [details.personalizationSystem]),
            ], repeated: 0x5F1A, form)
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
    private static func listed(
        _ tag: Int, _ elements: [(tag: Int, texts: [String?])], repeated: Int, _ form: DetailForm
    ) -> [UInt8] {
        var tags: [UInt8] = []
        var objects: [[UInt8]] = []
        for (elementTag, texts) in elements {
            var present = texts.compactMap { $0 }
            if present.isEmpty, form.hasEmptyElements { present = [""] }
            guard !present.isEmpty else { continue }
            let isList = elementTag == repeated
            if isList, form.announcesTemplate { tags.append(0xA0) }
            tags += DataObjectWriter.octets(elementTag)
            let encoded = present.map { element(elementTag, $0, form.dates) }
            guard isList else {
                objects += encoded
                continue
            }
            let list = template(0xA0, [[0x02, 0x01, UInt8(clamping: encoded.count)]] + encoded)
            switch form.lists {
            case .inside: objects.append(list)
            case .outside: objects += encoded
            case .both: objects += encoded.prefix(1) + [list]
            }
        }
        return template(tag, [DataObjectWriter.encode(0x5C, tags)] + objects)
    }

    private static let dateTags: Set<Int> = [0x5F2B, 0x5F26, 0x5F55]

    private static func element(_ tag: Int, _ text: String, _ dates: DetailForm.Dates) -> [UInt8] {
        guard dateTags.contains(tag) else { return object(tag, text) }
        switch dates {
        case .digits: return object(tag, text)
        case .packed: return DataObjectWriter.encode(tag, Hexadecimal.decode(text) ?? Array(text.utf8))
        case .year: return object(tag, String(text.prefix(4)))
        }
    }

    private static func joined(_ parts: [String]?) -> String? {
        parts?.joined(separator: "<")
    }
}
