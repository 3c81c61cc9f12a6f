public import ByteCoding

/// What a file is, told by its content.
public enum InputKind: Hashable, Sendable {
    /// A picture that is decoded here.
    case picture(PictureFormat)
    case pdf
    /// HEIC, AVIF and others in the container of ISO/IEC 23008-12.
    case heif
    /// A video, whose frames another module takes out.
    case video(VideoContainer)

    /// What videos are wrapped in.
    public enum VideoContainer: String, CaseIterable, Hashable, Sendable {
        case mp4 = "MP4"
        case quickTime = "QuickTime"
        /// Matroska, WebM among it.
        case matroska = "Matroska"
        case avi = "AVI"
        case mpeg = "MPEG"
        case flash = "Flash"
        case ogg = "Ogg"
        case windowsMedia = "Windows Media"
        case y4m = "Y4M"
    }

    /// How many bytes of a file `detect(_:)` looks at.
    public static let headByteCount = 1024

    /// The kind of a file; nil where its first bytes tell none.
    public static func detect(_ head: some Collection<UInt8>) -> InputKind? {
        let head = Array(head.prefix(headByteCount))
        if let format = PictureFormat.detect(head) { return .picture(format) }
        if let kind = kindOfBoxes(head) { return kind }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .video(.matroska) }
        if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "AVI ".utf8) { return .video(.avi) }
        if head.starts(with: "YUV4MPEG2 ".utf8) { return .video(.y4m) }
        if head.starts(with: [0x00, 0x00, 0x01, 0xBA]) { return .video(.mpeg) }
        if head.starts(with: "FLV".utf8) { return .video(.flash) }
        if head.starts(with: "OggS".utf8) { return .video(.ogg) }
        if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) { return .video(.windowsMedia) }
        // Packets of 188 bytes, each of which begins with the same byte.
        if head.count > 376, [0, 188, 376].allSatisfy({ head[$0] == 0x47 }) { return .video(.mpeg) }
        // Tolerated: bytes before the header, as the readers of ISO 32000-1 §7.5.2 allow.
        let mark = Array("%PDF-".utf8)
        return head.indices.contains { head[$0...].starts(with: mark) } ? .pdf : nil
    }

    /// The kind of a file that lies on disk; nil for what is none, such as a pipe, of which what is read is gone.
    public static func detect(file path: String) -> InputKind? {
        guard path != "-", let file = try? FileContent.open(path), let head = try? FileContent.head(of: file, path)
        else { return nil }
        return detect(head)
    }

    /// Files of boxes: the first tells the brand, or is one that only films begin with.
    private static func kindOfBoxes(_ head: [UInt8]) -> InputKind? {
        guard head.count >= 12 else { return nil }
        let brand = String(decoding: head[8..<12], as: UTF8.self)
        switch String(decoding: head[4..<8], as: UTF8.self) {
        case "ftyp" where pictureBrands.contains(brand): return .heif
        // Raw pictures of cameras: neither a film nor decoded by anything here.
        case "ftyp" where brand == "crx ": return nil
        case "ftyp": return .video(brand == "qt  " ? .quickTime : .mp4)
        case "moov", "mdat", "wide": return .video(.quickTime)
        default: return nil
        }
    }

    private static let pictureBrands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1", "avif", "avis",
    ]
}
