import ByteCoding
import Conformance
import Foundation
import Seals
import TestSupport
import Testing

@Suite("Seals as they come")
struct VisibleDigitalSealTests {
    private static func visa() throws -> [UInt8] {
        try #require(ConstrainedSealVector.published().first).encoded.bytes
    }

    /// Ways to hand in bytes.
    static let ways: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
        ("as they are", { $0 }),
        ("in hexadecimal", { Array(Hexadecimal.encode($0).utf8) }),
        ("in lower case with line ends", { Array((Hexadecimal.encode($0).lowercased() + "\r\n").utf8) }),
        ("in base64", { Array(Data($0).base64EncodedString().utf8) }),
        ("in lines of base64", { Array(Data($0).base64EncodedString(options: .lineLength64Characters).utf8) }),
        (
            "in base64url without padding",
            {
                let text = Data($0).base64EncodedString()
                return Array(text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "").utf8)
            }
        ),
        (
            "as Latin-1 in UTF-8",
            { Array(String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })).utf8) }
        ),
    ]

    @Test(arguments: 0..<ways.count) func `are told by their content`(index: Int) throws {
        let bytes = try Self.visa()
        let seal = try VisibleDigitalSeal(reading: Self.ways[index].1(bytes))
        #expect(try seal == .constrained(ConstrainedSeal(encoded: bytes)), "\(Self.ways[index].0)")
    }

    @Test func `are no bytes where a character is none of Latin-1`() throws {
        let text = String(String.UnicodeScalarView(try Self.visa().map { Unicode.Scalar($0) }))
        #expect(throws: SealError.unrecognised) { try VisibleDigitalSeal(reading: Array((text + "€").utf8)) }
    }

    @Test func `are told by their content where they are JSON`() throws {
        let text = try #require(NonConstrainedSealVector.published().first).json
        let seal = try VisibleDigitalSeal.nonConstrained(NonConstrainedSeal(json: Array(text.utf8)))
        #expect(try VisibleDigitalSeal(reading: Array(text.utf8)) == seal)
        #expect(try VisibleDigitalSeal(reading: Array("\u{FEFF}\n \(text)\n".utf8)) == seal)
        #expect(try VisibleDigitalSeal(reading: Array(Data(text.utf8).base64EncodedString().utf8)) == seal)
    }

    /// What is handed in, and what is said of it.
    static let others: [([UInt8], SealError)] = [
        ([], .empty), (Array(" \n\t".utf8), .empty), ([0xEF, 0xBB, 0xBF], .empty),
        ([0xFF, 0xD8, 0xFF, 0xE0], .picture(format: "JPEG")),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .picture(format: "PNG")),
        (Array("%PDF-1.7".utf8), .picture(format: "PDF")), (Array("GIF89a".utf8), .picture(format: "GIF")),
        ([0x49, 0x49, 0x2A, 0x00], .picture(format: "TIFF")), ([0x4D, 0x4D, 0x00, 0x2A], .picture(format: "TIFF")),
        (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .picture(format: "WebP")),
        (Array("\0\0\0\u{18}ftypheic".utf8), .picture(format: "HEIC")),
        (Array("P<UTOERIKSSON".utf8), .unrecognised), (Array("30820100".utf8), .unrecognised),
        (Array("AAAA".utf8), .unrecognised), ([0x00], .unrecognised), ([0xC3, 0x28], .unrecognised),
        ([UInt8](repeating: 0x41, count: VisibleDigitalSeal.byteLimit + 1), .oversized(limit: 1 << 16)),
        (Array("DC09".utf8), .unknownVersion(0x09)),
    ]

    @Test(arguments: others)
    func `are nothing else`(_ other: (input: [UInt8], error: SealError)) {
        #expect(throws: other.error) { try VisibleDigitalSeal(reading: other.input) }
    }

    @Test func `are refused in one line that shows nothing of them`() {
        for (_, error) in Self.others {
            #expect(!"\(error)".contains("\n") && !"\(error)".contains("ERIKSSON"))
        }
        #expect("\(SealError.picture(format: "PNG"))".contains("pictures yet"))
    }
}
