import ByteCoding

/// A file of an eMRTD chip: where it lies and with which tag it begins.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §3.11, §4.2 and Table 38.
public struct ElementaryFile: Hashable, Sendable {
    /// The application a file belongs to.
    public enum Application: Hashable, Sendable {
        /// The master file, before any application is selected.
        case masterFile
        /// The eMRTD application, `A0000002471001`.
        case lds1
        /// The LDS2 applications for travel records, visa records and additional biometrics.
        case travelRecords, visaRecords, additionalBiometrics

        /// The application identifier; nil for the master file.
        public var identifier: [UInt8]? {
            let last: [UInt8]? =
                switch self {
                case .masterFile: nil
                case .lds1: [0x10, 0x01]
                case .travelRecords: [0x20, 0x01]
                case .visaRecords: [0x20, 0x02]
                case .additionalBiometrics: [0x20, 0x03]
                }
            return last.map { [0xA0, 0x00, 0x00, 0x02, 0x47] + $0 }
        }
    }

    public let application: Application
    /// The two-byte file identifier.
    public let identifier: UInt16
    /// The short file identifier, 1 to 30; 0 where the file has none.
    public let shortIdentifier: UInt8
    /// The tag of the file's outermost data object; nil where the file holds several.
    public let tag: Int?
    /// The stable name: `CardAccess`, `COM`, `DG1`.
    public let name: String

    /// Whether a file may begin as these bytes do; of nothing, or within a tag, that is not known yet.
    ///
    /// Tolerated: EF.SOD as a ContentInfo without its tag 77, against Doc 9303-10 §4.6.2. Passive Authentication names it.
    ///
    /// - Returns: nil where the bytes end before they say.
    public func mayBegin(with bytes: some Collection<UInt8>) -> Bool? {
        guard let tag else { return true }
        var reader = ByteReader(Array(bytes.prefix(4)))
        guard let found = try? reader.tag() else { return nil }
        return found == tag || self == .sod && found == 0x30
    }

    private init(_ name: String, _ application: Application, _ identifier: UInt16, sfi: UInt8, tag: Int?) {
        self.name = name
        self.application = application
        self.identifier = identifier
        shortIdentifier = sfi
        self.tag = tag
    }

    public static let attributes = ElementaryFile("ATR/INFO", .masterFile, 0x2F01, sfi: 0x01, tag: nil)
    public static let directory = ElementaryFile("DIR", .masterFile, 0x2F00, sfi: 0x1E, tag: nil)
    public static let cardAccess = ElementaryFile("CardAccess", .masterFile, 0x011C, sfi: 0x1C, tag: 0x31)
    public static let cardSecurity = ElementaryFile("CardSecurity", .masterFile, 0x011D, sfi: 0x1D, tag: 0x30)
    public static let com = ElementaryFile("COM", .lds1, 0x011E, sfi: 0x1E, tag: 0x60)
    public static let sod = ElementaryFile("SOD", .lds1, 0x011D, sfi: 0x1D, tag: 0x77)
    public static let cvca = ElementaryFile("CVCA", .lds1, 0x011C, sfi: 0x1C, tag: nil)

    /// EF.CVCA of a chip that keeps it elsewhere; a short identifier of 0 stands for none.
    ///
    /// Spec: BSI TR-03110-3 A.1.1.3 (efCVCA).
    public static func cvca(identifier: UInt16, shortIdentifier: UInt8) -> ElementaryFile {
        ElementaryFile("CVCA", .lds1, identifier, sfi: shortIdentifier <= 30 ? shortIdentifier : 0, tag: nil)
    }

    /// The file of a data group.
    public static func dataGroup(_ group: DataGroup) -> ElementaryFile {
        ElementaryFile(
            group.name, .lds1, 0x0100 | UInt16(group.rawValue), sfi: UInt8(group.rawValue), tag: group.tag)
    }

    /// A file of the application for additional biometrics; nil for a number outside of 1 to 64.
    public static func additionalBiometrics(_ number: Int) -> ElementaryFile? {
        guard (1...64).contains(number) else { return nil }
        return ElementaryFile(
            "Biometrics\(number)", .additionalBiometrics, 0x0200 | UInt16(number), sfi: 0, tag: 0x7F2E)
    }

    /// Every file of the master file and the eMRTD application, the data groups in order of number.
    public static let all: [ElementaryFile] =
        [.attributes, .directory, .cardAccess, .cardSecurity, .com, .sod, .cvca] + DataGroup.allCases.map(dataGroup)

    /// The file with a stable name, in any case.
    public init?(name: String) {
        let files = Self.all + (1...64).compactMap(Self.additionalBiometrics)
        guard let file = files.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
        self = file
    }

    /// The data group this file holds.
    public var dataGroup: DataGroup? {
        DataGroup.allCases.first { .dataGroup($0) == self }
    }
}

extension ElementaryFile: CustomStringConvertible {
    /// As printed in Doc 9303, such as `EF.DG1`.
    public var description: String { "EF.\(name)" }
}

/// A data group of LDS1, by number.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.
public enum DataGroup: Int, CaseIterable, Hashable, Comparable, Sendable {
    case dg1 = 1
    case dg2, dg3, dg4, dg5, dg6, dg7, dg8, dg9, dg10, dg11, dg12, dg13, dg14, dg15, dg16

    private static let tags = [
        0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70,
    ]

    /// The tag of the group's file and of its entry in EF.COM.
    public var tag: Int { Self.tags[rawValue - 1] }

    /// `DG1` to `DG16`.
    public var name: String { "DG\(rawValue)" }

    /// The group with a tag; nil for a tag that names none.
    public init?(tag: Int) {
        guard let index = Self.tags.firstIndex(of: tag) else { return nil }
        self.init(rawValue: index + 1)
    }

    /// Whether the group is readable only after terminal authentication (Doc 9303-10 §4.7.3, §4.7.4).
    public var needsTerminalAuthentication: Bool { self == .dg3 || self == .dg4 }

    public static func < (left: DataGroup, right: DataGroup) -> Bool { left.rawValue < right.rawValue }
}
