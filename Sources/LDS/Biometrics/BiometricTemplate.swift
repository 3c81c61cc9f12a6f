import ByteCoding

/// One biometric information template (7F60): a header, and a biometric data block with one or more pictures.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.2 and Tables 44 to 50; ISO/IEC 7816-11.
public struct BiometricTemplate: Hashable, Sendable {
    public let header: BiometricHeader
    /// The standard that the content of the block follows, whatever its tag says.
    public let encoding: Encoding
    /// The biometric data block as stored.
    public let block: ArraySlice<UInt8>

    /// How a biometric data block is encoded.
    public enum Encoding: String, Hashable, Sendable {
        case iso19794 = "ISO/IEC 19794"
        case iso39794 = "ISO/IEC 39794"
        /// None of the two; a picture may still be found inside.
        case unrecognized
    }
}

/// The header of a biometric information template (A1).
///
/// Spec: ICAO Doc 9303-10 (8th ed.) Table 45.
public struct BiometricHeader: Hashable, Sendable {
    /// Every field as stored, by tag.
    public let fields: [Int: [UInt8]]

    /// The biometric type (81): 02 face, 08 finger, 10 iris.
    public var type: [UInt8]? { fields[0x81] }
    /// The subtype (82): which finger, which eye.
    public var subtype: [UInt8]? { fields[0x82] }
    /// The version of the header (80): 0101.
    public var version: [UInt8]? { fields[0x80] }
    /// When the reference data were made (83), as stored.
    public var creationDate: [UInt8]? { fields[0x83] }
    /// From when and until when they are valid (85), as stored.
    public var validityPeriod: [UInt8]? { fields[0x85] }
    /// Who made them (86), as stored.
    public var creator: [UInt8]? { fields[0x86] }
    /// The owner of the format (87): 0101 is ISO/IEC JTC 1/SC 37.
    public var formatOwner: [UInt8]? { fields[0x87] }
    /// The format (88): 0008 is ISO/IEC 19794-5.
    public var formatType: [UInt8]? { fields[0x88] }
}

extension TolerantDecoder {
    /// The most templates, and the most pictures, that are read from one file.
    static let instanceLimit = 64

    /// The biometric information templates of DG2, DG3 or DG4.
    mutating func biometricTemplates(in file: DataObject) throws(DecodingFailure) -> [BiometricTemplate] {
        var templates: [BiometricTemplate] = []
        var declaredCount: Int?
        var failure: DecodingFailure?
        for group in try children(of: file, limit: Self.instanceLimit) where group.tag == 0x7F61 {
            for object in try children(of: group, limit: Self.instanceLimit + 1) {
                switch object.tag {
                case 0x02:
                    // Tolerated: a count of length zero, as §4.7.3.2.2 may be read for a holder without prints.
                    if object.value.isEmpty { note("emptyCount", "the number of templates (02) is empty") }
                    declaredCount = object.value.isEmpty ? 0 : object.unsignedNumber
                case 0x7F60:
                    do {
                        templates.append(try biometricTemplate(object))
                    } catch {
                        failure = failure ?? error
                        note("malformedTemplate", "a biometric template cannot be decoded: \(error)")
                    }
                // Random bytes where there is no template (§4.7.3.2.2), seen inside the group template too.
                case 0x53: continue
                default: note("unknownTag", "\(Hexadecimal.number(object.tag)) is no biometric template")
                }
            }
        }
        if templates.isEmpty, let failure { throw failure }
        guard let declaredCount else {
            if templates.isEmpty { throw DecodingFailure(.missing("7F61"), at: file.value.startIndex) }
            note("missingCount", "the number of templates (02) is missing")
            return templates
        }
        if declaredCount != templates.count {
            note("wrongCount", "\(declaredCount) templates are announced and \(templates.count) are there")
        }
        return templates
    }

    private mutating func biometricTemplate(_ object: DataObject) throws(DecodingFailure) -> BiometricTemplate {
        let parts = try children(of: object, limit: Self.instanceLimit)
        var fields: [Int: [UInt8]] = [:]
        if let header = parts.first(where: { $0.tag == 0xA1 }) {
            for field in try children(of: header, limit: Self.instanceLimit) { fields[field.tag] = Array(field.value) }
        } else {
            note("missingHeader", "a biometric template has no header (A1)")
        }
        guard let data = parts.first(where: { $0.tag == 0x5F2E || $0.tag == 0x7F2E }) else {
            throw DecodingFailure(.missing("the biometric data block (5F2E or 7F2E)"), at: object.value.startIndex)
        }
        return BiometricTemplate(
            header: BiometricHeader(fields: fields), encoding: .init(of: data.value), block: data.value)
    }
}

extension BiometricTemplate.Encoding {
    /// Tells the encoding by the content, since 5F2E and 7F2E both occur with both (field note 61).
    init(of block: ArraySlice<UInt8>) {
        let identifiers: [[UInt8]] = [Array("FAC\0".utf8), Array("FIR\0".utf8), Array("IIR\0".utf8)]
        if identifiers.contains(where: block.starts(with:)) {
            self = .iso19794
        } else if let first = block.first, [0x64, 0x65, 0x66, 0xA1].contains(first) {
            self = .iso39794
        } else {
            self = .unrecognized
        }
    }
}
