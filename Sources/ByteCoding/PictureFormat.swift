/// A format of picture files that people hand in, told by the first bytes.
///
/// Wider than `ImageFormat`, which names what a chip may hold: only those are taken from chips.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
    case jpeg = "JPEG"
    case jp2 = "JP2"
    case jpeg2000Codestream = "JPEG 2000 codestream"
    case png = "PNG"
    case wsq = "WSQ"
    case tiff = "TIFF"
    case webp = "WebP"
    case bmp = "BMP"
    /// The portable formats of Netpbm, P1 to P7.
    case pnm = "PNM"

    /// The same format under its wider name.
    public init(_ format: ImageFormat) {
        self =
            switch format {
            case .jpeg: .jpeg
            case .jp2: .jp2
            case .jpeg2000Codestream: .jpeg2000Codestream
            case .png: .png
            case .wsq: .wsq
            }
    }

    /// The format of a picture; nil where its first bytes, of which 32 suffice, belong to none.
    public static func detect(_ bytes: some Collection<UInt8>) -> PictureFormat? {
        if let format = ImageFormat.detect(bytes) { return PictureFormat(format) }
        let head = Array(bytes.prefix(32))
        if tiffSignatures.contains(where: head.starts) { return .tiff }
        if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
        if isBMP(head) { return .bmp }
        return isPNM(head) ? .pnm : nil
    }

    /// Both orders of bytes, each in the classic form and in that of files beyond four gigabytes.
    private static let tiffSignatures: [[UInt8]] = [
        [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A], [0x49, 0x49, 0x2B, 0x00], [0x4D, 0x4D, 0x00, 0x2B],
    ]

    /// Two letters begin many files, so the size of the second header must be one that exists.
    private static func isBMP(_ head: [UInt8]) -> Bool {
        guard head.starts(with: "BM".utf8), head.count >= 18 else { return false }
        return [12, 16, 40, 52, 56, 64, 108, 124].contains(head[14]) && head[15..<18].allSatisfy { $0 == 0 }
    }

    private static func isPNM(_ head: [UInt8]) -> Bool {
        guard head.count >= 3, head[0] == UInt8(ascii: "P") else { return false }
        return (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(head[1]) && [0x09, 0x0A, 0x0D, 0x20].contains(head[2])
    }
}
