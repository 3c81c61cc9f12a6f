import Foundation
import TestSupport
import Testing

/// With the worker of this build and the networks that are shipped.
@Suite("emrtd inspect --image, of what is no picture or a wrong one", .timeLimit(.minutes(2)))
struct PictureKindTests {
    private let temporary = TemporaryFolder()

    private func inspect(_ content: [UInt8], _ options: [String] = [], command: [String] = ["inspect"]) throws
        -> BuiltProgram.Outcome
    {
        let file = temporary.url.appending(path: "file")
        try Data(content).write(to: file)
        return try BuiltProgram.run(
            command + ["--simulated", "specimen", "--image", file.path(percentEncoded: false)] + options)
    }

    private static func boxes(_ brand: String) -> [UInt8] {
        [0, 0, 0, 16] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0]
    }

    @Test(arguments: [
        (Array("%PDF-1.7".utf8), "a PDF"), (boxes("heic"), "a HEIC or AVIF picture"), (boxes("isom"), "a video"),
        (boxes("qt  "), "a video"), (Array("OggS".utf8) + [0, 2], "a video"),
    ])
    func `names what is not taken, by its content, and the way that it goes`(content: [UInt8], name: String) throws {
        let outcome = try inspect(content)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("\(name) is not taken here"), "\(outcome.errors)")
        #expect(outcome.errors.contains("emrtd mrz scan --lines FILE | emrtd inspect --mrz-file -"))
    }

    @Test func `names the page of a PDF, and the command that was asked`() throws {
        let outcome = try inspect(Array("%PDF-1.7".utf8), ["--page", "2"], command: ["chip", "read"])
        #expect(outcome.errors.contains("emrtd mrz scan --lines --pages 2 FILE | emrtd chip read --mrz-file -"))
    }

    @Test func `tells a PDF on standard input, and a video that has more bytes than a picture may have`() throws {
        let arguments = ["inspect", "--simulated", "specimen", "--image"]
        #expect(try BuiltProgram.run(arguments + ["-"], input: "%PDF-1.7").errors.contains("a PDF is not taken here"))
        let file = temporary.url.appending(path: "long.mp4")
        try Data(Self.boxes("isom")).write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 65 << 20)
        try handle.close()
        let outcome = try BuiltProgram.run(arguments + [file.path(percentEncoded: false)])
        #expect(outcome.errors.contains("a video is not taken here"), "\(outcome.errors)")
    }

    @Test func `names the formats that are taken, in the help and where none is known`() throws {
        let formats = "JPEG, PNG, TIFF, WebP, BMP, PNM or JPEG 2000"
        let help = try BuiltProgram.run(["inspect", "--help"]).output
        #expect(help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("(\(formats))"))
        let outcome = try inspect(Array("no picture at all".utf8))
        #expect(outcome.errors.contains("as \(formats); or give the printed lines"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("mrz scan --help"))
    }

    @Test func `says what a scan says of a check digit that is wrong as printed`() throws {
        let picture = Repository.testVectors.appending(path: "capture/specimen-td3-wrong-digit.png").path()
        let outcome = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--image", picture])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("the check digit is wrong as printed: document number"), "\(outcome.errors)")
        let words = "the characters are clear: look whether the document is a specimen, altered or badly made"
        #expect(outcome.errors.contains(words))
        #expect(!outcome.errors.contains("better picture"))
        #expect(try BuiltProgram.run(["mrz", "scan", picture]).output.contains(words))
    }

    @Test func `thinks of another document where the chip refuses a clear key`() throws {
        let picture = Repository.testVectors.appending(path: "capture/specimen-td3.png").path()
        let outcome = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--image", picture])
        #expect(outcome.status == 2)
        #expect(!outcome.output.contains("not tried"), "\(outcome.output)")
        let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("the picture may be of another document than the one on the reader"))
    }
}
