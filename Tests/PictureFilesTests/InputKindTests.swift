import ByteCoding
import Glibc
import PictureFiles
import Testing

@Suite("Kinds of input by content")
struct InputKindTests {
    static let kinds: [(head: [UInt8], kind: InputKind?)] = [
        ([0xFF, 0xD8, 0xFF, 0xE0], .picture(.jpeg)),
        ([0x49, 0x49, 0x2A, 0x00], .picture(.tiff)),
        (text("RIFF\0\0\0\0WEBPVP8 "), .picture(.webp)),
        (text("P5\n1 1\n255\n"), .picture(.pnm)),
        (text("BM") + [0, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0, 12, 0, 0, 0], .picture(.bmp)),
        (text("%PDF-1.7"), .pdf),
        (text("\n\n some mail\n%PDF-1.4"), .pdf),
        (box("ftyp", "heic"), .heif), (box("ftyp", "avif"), .heif), (box("ftyp", "mif1"), .heif),
        (box("ftyp", "isom"), .video(.mp4)), (box("ftyp", "qt  "), .video(.quickTime)),
        (box("moov", "\0\0\0\0"), .video(.quickTime)),
        ([0x1A, 0x45, 0xDF, 0xA3], .video(.matroska)), (text("RIFF\0\0\0\0AVI LIST"), .video(.avi)),
        (text("YUV4MPEG2 W2 H2"), .video(.y4m)), ([0, 0, 1, 0xBA], .video(.mpeg)),
        (text("FLV\u{1}"), .video(.flash)), (text("OggS\0"), .video(.ogg)),
        ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .video(.windowsMedia)),
        ((0..<400).map { $0 % 188 == 0 ? 0x47 : 0x20 }, .video(.mpeg)),
        (box("ftyp", "crx "), nil), ([], nil), (text("GIF89a"), nil), (text("RIFF\0\0\0\0WAVE"), nil),
        (text("BMW is a car"), nil),
        (text("P5"), nil), (text("P8\n"), nil), ((0..<400).map { $0 % 187 == 0 ? 0x47 : 0x20 }, nil),
        ([UInt8](repeating: 0x20, count: 1024) + text("%PDF-1.7"), nil),
    ]

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    static func box(_ type: String, _ brand: String) -> [UInt8] { [0, 0, 0, 24] + text(type + brand) }

    @Test(arguments: kinds)
    func `the first bytes tell the kind`(_ example: (head: [UInt8], kind: InputKind?)) {
        #expect(InputKind.detect(example.head) == example.kind)
    }

    @Test
    func `the kind of a file is told on disk, and nothing is read of a pipe`() throws {
        let files = Files()
        #expect(InputKind.detect(file: try files.add("a", Self.text("YUV4MPEG2 W2 H2"))) == .video(.y4m))
        #expect(InputKind.detect(file: "\(files.path)/none") == nil)
        #expect(InputKind.detect(file: files.path) == nil)
        #expect(InputKind.detect(file: "-") == nil)
        let pipe = "\(files.path)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let end = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(end) }
        try #require(write(end, "%PDF-", 5) == 5)
        #expect(InputKind.detect(file: pipe) == nil)
        var head = [UInt8](repeating: 0, count: 9)
        #expect(read(end, &head, 9) == 5)
    }

    @Test
    func `a picture ends nothing when it is cut anywhere`() {
        for (head, _) in Self.kinds {
            for count in 0..<min(head.count, 40) { _ = InputKind.detect(head.prefix(count)) }
        }
    }
}
