import BiometricImages
import Foundation
import Issuing
import MRZ
import Report
import Standards
import TestSupport
import Testing
import Vision

@Suite("emrtd inspect --image, of files of every kind")
struct PictureCaptureTests {
    private let temporary = TemporaryFolder()
    private static let pages = Repository.testVectors.appending(path: "biometric-images/files/pages.tif").path()
    static let canDraw = FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")
    static let canMakeHEIF = FileManager.default.isExecutableFile(atPath: "/usr/bin/heif-enc")

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path() }

    private func inspect(
        _ path: String, _ options: [String] = [], input: String = "", answers: [CaptureAnswer]? = nil
    ) throws -> BuiltProgram.Outcome {
        let stub = try answers.map { try StubVisionWorker($0.map(VisionResponse.captured)) }
        return try BuiltProgram.run(
            ["inspect", "--simulated", "specimen", "--json", "--image", path] + options, input: input,
            environment: stub.map { ["EMRTD_VISION": $0.path] } ?? [:])
    }

    /// A PDF with a picture on each page, in characters that a text can hold.
    static func document(_ pictures: [String]) throws -> String {
        var objects = ["<</Type/Catalog/Pages 2 0 R>>", ""]
        var pages: [Int] = []
        for name in pictures {
            let bytes = [UInt8](try Data(contentsOf: Repository.testVectors.appending(path: name)))
            let header = try ImageDecoder.describe(bytes)
            let digits = bytes.map { String(Int($0) | 0x100, radix: 16).dropFirst() }.joined() + ">"
            let size = "\(header.width / 2) \(header.height / 2)"
            let content = "q \(header.width / 2) 0 0 \(header.height / 2) 0 0 cm /P Do Q"
            let space = header.channelCount == 1 ? "/DeviceGray" : "/DeviceRGB"
            objects.append(
                "<</Type/XObject/Subtype/Image/Width \(header.width)/Height \(header.height)/ColorSpace\(space)"
                    + "/BitsPerComponent 8/Filter[/ASCIIHexDecode/DCTDecode]/Length \(digits.count)>>\nstream\n\(digits)\nendstream"
            )
            objects.append("<</Length \(content.count)>>\nstream\n\(content)\nendstream")
            objects.append(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(size)]/Contents \(objects.count) 0 R"
                    + "/Resources<</XObject<</P \(objects.count - 1) 0 R>>>>>>")
            pages.append(objects.count)
        }
        objects[1] =
            "<</Type/Pages/Count \(pages.count)/Kids[\(pages.map { "\($0) 0 R" }.joined(separator: " "))]>>"
        var text = "%PDF-1.4\n"
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for place in places { text += String(repeating: "0", count: 10 - "\(place)".count) + "\(place) 00000 n \n" }
        return text + "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    }

    // MARK: Pages

    @Test(.enabled(if: canDraw))
    func `takes the first page of a PDF that shows a zone, also from standard input, or the page that is named`() throws
    {
        let text = try Self.document(["capture/ocr-page.jpg", "profiles/page.jpg"])
        try Data(text.utf8).write(to: temporary.url.appending(path: "scan.pdf"))
        for (file, source) in [(path("scan.pdf"), "scan.pdf"), ("-", "standard input")] {
            let outcome = try inspect(file, input: text)
            let report = try InspectionReport(json: outcome.output)
            #expect(report.capture?.page == 2 && report.capture?.source == source)
            #expect(report.capture?.lines == (try Specimen.utopia().mrzLines))
            #expect(report.checks.first { $0.id == "consistency.printedMRZ" }?.result == .successful)
        }
        let first = try inspect(path("scan.pdf"), ["--page", "1"])
        #expect(first.status == 3)
        #expect(first.errors.contains("error: the picture shows no machine readable zone"), "\(first.errors)")
        let missing = try inspect(path("scan.pdf"), ["--page", "3"])
        #expect(missing.status == 3)
        #expect(missing.errors.contains("the file has no page 3: it has 2"), "\(missing.errors)")
    }

    @Test(.enabled(if: canMakeHEIF))
    func `takes a HEIC picture`() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/heif-enc")
        let page = Repository.testVectors.appending(path: "profiles/page.jpg").path()
        process.arguments = ["-q", "90", "-o", path("page.heic"), page]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let outcome = try inspect(path("page.heic"))
        let report = try InspectionReport(json: outcome.output)
        #expect(report.capture?.lines == (try Specimen.utopia().mrzLines), "\(outcome.errors)")
    }

    @Test func `goes through the pages of a TIFF, over one that cannot be read`() throws {
        let blank = CapturedSpecimen.answer([])
        let sound = CapturedSpecimen.answer([try CapturedInputTests.zone(Specimen.utopia().mrzLines)])
        let report = try InspectionReport(json: inspect(Self.pages, answers: [blank, sound]).output)
        #expect(report.capture?.page == 2)

        let refused = VisionResponse.notCaptured(CaptureFailure(.undecodable, "strip 3 is damaged"))
        let stub = try StubVisionWorker([refused, .captured(sound)])
        let outcome = try BuiltProgram.run(
            ["inspect", "--simulated", "specimen", "--json", "--image", Self.pages],
            environment: ["EMRTD_VISION": stub.path])
        #expect(try InspectionReport(json: outcome.output).capture?.page == 2)
        #expect(outcome.errors.contains("page 1: strip 3 is damaged; a later page was read"), "\(outcome.errors)")
        let none = try inspect(Self.pages, answers: [blank, blank, blank])
        #expect(none.status == 3)
        #expect(none.errors.contains("the picture shows no machine readable zone"))
    }

    // MARK: What is no picture, or not all of one

    @Test func `names what is none, and the way that it goes`() throws {
        let unknown = try inspect("-", input: "no picture at all")
        #expect(unknown.status == 3)
        #expect(unknown.errors.contains("it is no picture, PDF or video that is known here"), "\(unknown.errors)")
        #expect(unknown.errors.contains("; or give the printed lines by --mrz-file FILE"))
        let video = try inspect("-", input: "YUV4MPEG2 W4 H2 F25:1\nFRAME\n")
        #expect(video.errors.contains("add --stream where it is Y4M"), "\(video.errors)")
        #expect(try inspect("-").errors.hasPrefix("emrtd: error: standard input: it is empty\n"))
        let folder = try inspect(temporary.url.path())
        #expect(folder.errors.contains("is a folder, and one picture is wanted"), "\(folder.errors)")
        let missing = try inspect("/nonexistent")
        #expect(missing.errors.contains("'/nonexistent': there is no such file or folder"), "\(missing.errors)")
    }

    @Test func `says that a picture breaks off, on the terminal and in the report`() throws {
        let zone = try CapturedInputTests.zone(Specimen.utopia().mrzLines)
        try Data(CapturedSpecimen.png).write(to: temporary.url.appending(path: "a.png"))
        let answer = CapturedSpecimen.answer([zone], remarks: ["the data end"], breaksOff: true)
        let outcome = try inspect(path("a.png"), answers: [answer])
        let words = "The picture of the printed lines breaks off; what came before was read (the data end)."
        let report = try InspectionReport(json: outcome.output)
        #expect(report.remarks.contains { $0.code == "pictureBreaksOff" && $0.text == words })
        #expect(outcome.errors.contains("breaks off; what came before was read (the data end)"), "\(outcome.errors)")
        let blank = CapturedSpecimen.answer([], remarks: ["the data end"], breaksOff: true)
        let none = try inspect(path("a.png"), answers: [blank])
        #expect(none.status == 3)
        #expect(none.errors.contains("the picture breaks off, and what came before shows no machine readable zone"))
    }

    @Test func `names letters that bear a mark`() throws {
        let zone = try CapturedSpecimen.zone(
            Specimen.utopia().mrzLines, marked: [.init(line: 1, position: 8), .init(line: 1, position: 14)])
        try Data(CapturedSpecimen.png).write(to: temporary.url.appending(path: "a.png"))
        let outcome = try inspect(path("a.png"), answers: [CapturedSpecimen.answer([zone])])
        let remark = try InspectionReport(json: outcome.output).remarks.first { $0.code == "lettersMarked" }
        #expect(remark?.text.contains("line 1 position 8, line 1 position 14.") == true)
        #expect(outcome.errors.contains("line 1 position 8, line 1 position 14"), "\(outcome.errors)")
    }

    // MARK: Another document

    @Test func `says what a scan says of a check digit that is wrong as printed`() throws {
        let picture = Repository.testVectors.appending(path: "capture/specimen-td3-wrong-digit.png").path()
        let outcome = try inspect(picture)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("the check digit is wrong as printed: document number"), "\(outcome.errors)")
        let words = "the characters are clear: look whether the document is a specimen, altered or badly made"
        #expect(outcome.errors.contains(words))
        #expect(!outcome.errors.contains("better picture"))
        let scan = try BuiltProgram.run(["mrz", "scan", picture]).output
        #expect(scan.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(words))
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
