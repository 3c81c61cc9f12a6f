public import ByteCoding
import PKI
public import Standards

/// A file of the chip, decoded according to its kind.
public enum DecodedFile: Hashable, Sendable {
    case attributes(CardAttributes)
    case directory(ApplicationDirectory)
    case securityInfos(SecurityInfos)
    case cardSecurity(CardSecurity)
    case authorityReferences(AuthorityReferences)
    case com(COM)
    case sod(SOD)
    case dg1(DG1)
    case dg2(DG2)
    case dg3(DG3)
    case dg4(DG4)
    /// DG5 or DG7.
    case displayedPictures(DisplayedPictures)
    case dg11(DG11)
    case dg12(DG12)
    case dg15(DG15)
    case dg16(DG16)
    /// A data group that is kept as it is.
    case raw(RawDataGroup)
    /// A file of the application for additional biometrics.
    case biometrics(AdditionalBiometrics)

    /// Decodes a file of a known kind.
    public init(_ file: ElementaryFile, encoded bytes: [UInt8]) throws(DecodingFailure) {
        switch file {
        case .attributes: self = .attributes(try CardAttributes(encoded: bytes))
        case .directory: self = .directory(try ApplicationDirectory(encoded: bytes))
        case .cardAccess: self = .securityInfos(try SecurityInfos(encoded: bytes))
        case .cardSecurity: self = .cardSecurity(try CardSecurity(encoded: bytes))
        case .cvca: self = .authorityReferences(try AuthorityReferences(encoded: bytes))
        case .com: self = .com(try COM(encoded: bytes))
        case .sod: self = .sod(try SOD(encoded: bytes))
        case _ where file.application == .additionalBiometrics:
            self = .biometrics(try AdditionalBiometrics(encoded: bytes))
        default:
            guard let group = file.dataGroup else { throw DecodingFailure(.invalidValue("file"), at: 0) }
            try self.init(group, encoded: bytes)
        }
    }

    private init(_ group: DataGroup, encoded bytes: [UInt8]) throws(DecodingFailure) {
        switch group {
        case .dg1: self = .dg1(try DG1(encoded: bytes))
        case .dg2: self = .dg2(try DG2(encoded: bytes))
        case .dg3: self = .dg3(try DG3(encoded: bytes))
        case .dg4: self = .dg4(try DG4(encoded: bytes))
        case .dg5, .dg7: self = .displayedPictures(try DisplayedPictures(group, encoded: bytes))
        case .dg11: self = .dg11(try DG11(encoded: bytes))
        case .dg12: self = .dg12(try DG12(encoded: bytes))
        case .dg14: self = .securityInfos(try SecurityInfos(encoded: bytes))
        case .dg15: self = .dg15(try DG15(encoded: bytes))
        case .dg16: self = .dg16(try DG16(encoded: bytes))
        case .dg6, .dg8, .dg9, .dg10, .dg13:
            self = .raw(try RawDataGroup(group, encoded: bytes))
        }
    }

    /// What was tolerated.
    public var notes: [Reason] {
        switch self {
        case .attributes(let file): file.notes
        case .directory(let file): file.notes
        case .securityInfos(let file): file.notes
        case .cardSecurity(let file): file.notes
        case .authorityReferences(let file): file.notes
        case .com(let file): file.notes
        case .sod(let file): file.notes
        case .dg1(let file): file.notes
        case .dg2(let file): file.notes
        case .dg3(let file): file.notes
        case .dg4(let file): file.notes
        case .displayedPictures(let file): file.notes
        case .dg11(let file): file.notes
        case .dg12(let file): file.notes
        case .dg15(let file): file.notes
        case .dg16(let file): file.notes
        case .raw(let file): file.notes
        case .biometrics(let file): file.notes
        }
    }
}

extension ElementaryFile {
    /// The file that bytes belong to, by their first tag and, where that is not enough, by what is inside.
    public static func detect(_ bytes: [UInt8]) -> ElementaryFile? {
        // EF.ATR/INFO alone may begin with filling.
        var reader = ByteReader(bytes.drop { $0 == 0 })
        guard let tag = try? reader.tag() else { return nil }
        switch tag {
        case 0x47, 0x7F66, 0x5F52: return .attributes
        case 0x42: return .cvca
        case 0x4F: return .directory
        case 0x61:
            // DG1 and an application template share the tag.
            return inner(of: bytes)?.tag == 0x4F ? .directory : .dataGroup(.dg1)
        case 0x30:
            return (try? CardSecurity.contentInfo(of: bytes))?.eContentType == .idSecurityObject ? .cardSecurity : .sod
        case 0x31: return .cardAccess
        case 0x7F2E: return .additionalBiometrics(1)
        default: return all.first { $0.tag == tag }
        }
    }

    private static func inner(of bytes: [UInt8]) -> DataObject? {
        var reader = ByteReader(bytes)
        guard var content = (try? reader.dataObject())?.reader else { return nil }
        return try? content.dataObject()
    }
}
