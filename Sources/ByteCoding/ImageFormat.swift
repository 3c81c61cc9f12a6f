/// A format of stored pictures, told by its first bytes.
///
/// Spec: ITU-T T.81 (JPEG), T.800 Annex A and I (JPEG 2000), ISO/IEC 15948 (PNG), FBI IAFIS-IC-0110 (WSQ).
public enum ImageFormat: String, CaseIterable, Hashable, Sendable {
    case jpeg = "JPEG"
    case jp2 = "JP2"
    case jpeg2000Codestream = "JPEG 2000 codestream"
    case png = "PNG"
    case wsq = "WSQ"

    /// The bytes every file of this format begins with.
    public var signature: [UInt8] {
        switch self {
        case .jpeg: [0xFF, 0xD8, 0xFF]
        case .jp2: [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
        case .jpeg2000Codestream: [0xFF, 0x4F, 0xFF, 0x51]
        case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        case .wsq: [0xFF, 0xA0]
        }
    }

    /// The usual end of a file name, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .jp2: "jp2"
        case .jpeg2000Codestream: "j2k"
        case .png: "png"
        case .wsq: "wsq"
        }
    }

    /// The format of a picture; nil where its first bytes belong to none.
    public static func detect(_ bytes: some Collection<UInt8>) -> ImageFormat? {
        signatures.first { bytes.starts(with: $0.bytes) }?.format
    }

    private static let signatures = allCases.map { (format: $0, bytes: $0.signature) }

    /// The first picture inside other bytes: its format and where it begins.
    ///
    /// WSQ, whose signature is two bytes long, is only found at the very start.
    public static func find(in bytes: ArraySlice<UInt8>) -> (format: ImageFormat, offset: Int)? {
        if let format = detect(bytes) { return (format, bytes.startIndex) }
        // The byte that tells most of each signature is looked at first: this runs over megabytes.
        for index in bytes.indices.dropLast() {
            let mayBegin =
                switch bytes[index] {
                case 0xFF: bytes[index + 1] == 0xD8 || bytes[index + 1] == 0x4F
                case 0x89: bytes[index + 1] == 0x50
                case 0x00: bytes.endIndex - index > 4 && bytes[index + 4] == 0x6A
                default: false
                }
            guard mayBegin, let format = detect(bytes[index...].prefix(12)) else { continue }
            return (format, index)
        }
        return nil
    }
}
