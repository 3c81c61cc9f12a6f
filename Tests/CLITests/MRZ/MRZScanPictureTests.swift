import BiometricImages
import Foundation
import TestSupport
import Testing

/// With the worker of this build and the networks that are shipped.
@Suite("emrtd mrz scan, of pictures")
struct MRZScanPictureTests {
    private static let passport = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    private static let card = [
        "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
    ]

    static let cases: [(name: String, result: String, lines: [[String]?], status: Int32)] = [
        ("specimen-td3", "valid", [passport], 0),
        ("specimen-td3-turned", "valid", [passport], 0),
        ("specimen-td3-wrong-digit", "invalid", [[passport[0], passport[1].replacing("C36", with: "C37")]], 1),
        ("specimen-two-cards", "valid", [card, card], 0),
        ("no-zone", "none", [nil], 3),
    ]

    private static func picture(_ name: String) -> String {
        Repository.testVectors.appending(path: "capture/\(name).png").path()
    }

    private static func views(_ outcome: BuiltProgram.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private static func framed(_ picture: PixelImage, by margin: Int) -> PixelImage? {
        let (width, height) = (picture.width + 2 * margin, picture.height + 2 * margin)
        var pixels = [UInt8](repeating: 200, count: width * height)
        for line in 0..<picture.height {
            let start = (line + margin) * width + margin
            let row = picture.pixels[line * picture.width..<(line + 1) * picture.width]
            pixels.replaceSubrange(start..<start + picture.width, with: row)
        }
        return PixelImage(width: width, height: height, channelCount: 1, pixels: pixels)
    }

    @Test(arguments: cases.indices)
    func `reads what is printed, whichever way up`(_ index: Int) throws {
        let (name, result, lines, status) = Self.cases[index]
        let outcome = try BuiltProgram.run(["mrz", "scan", "--json", Self.picture(name)])
        #expect(outcome.status == status)
        let views = try Self.views(outcome)
        #expect(views.map { $0["result"] as? String } == lines.map { _ in result })
        #expect(views.map { $0["lines"] as? [String] } == lines)
    }

    @Test
    func `hands the lines to mrz check`() throws {
        let lines = try BuiltProgram.run(["mrz", "scan", "--lines", Self.picture("specimen-td3")])
        #expect(lines.output == Self.passport.joined(separator: "\n") + "\n")
        #expect(try BuiltProgram.run(["mrz", "check"], input: lines.output).status == 0)
    }

    @Test
    func `cuts zones out and marks them in the picture`() throws {
        let folder = TemporaryFolder()
        let out = folder.url.appending(path: "out").path()
        let outcome = try BuiltProgram.run(
            ["mrz", "scan", "--json", Self.picture("specimen-two-cards"), "--crop", out, "--annotate", out])
        #expect(outcome.status == 0)
        // Laid on a table, a cut is a picture like others: the zone is read from it as well, upright now.
        let cut = try ImageDecoder.decode(
            [UInt8](Data(contentsOf: URL(filePath: "\(out)/specimen-two-cards.zone2.png")))
        ).image
        try Data(ImageEncoder.png(try #require(Self.framed(cut, by: 300)))).write(
            to: folder.url.appending(path: "cut.png"))
        let again = try Self.views(
            BuiltProgram.run(["mrz", "scan", "--json", folder.url.appending(path: "cut.png").path()]))
        #expect(again.map { $0["lines"] as? [String] } == [Self.card])
        let rotation = try #require(again.first?["rotation"] as? Double)
        #expect(min(rotation, 360 - rotation) < 3)
        let marked = try Self.views(
            BuiltProgram.run(["mrz", "scan", "--json", "\(out)/specimen-two-cards.marked.jpg"]))
        #expect(marked.count == 2)
    }

    @Test(.enabled(if: PictureCaptureTests.canDraw))
    func `cuts zones of PDF pages out in their colours`() throws {
        let folder = TemporaryFolder()
        let (file, out) = (folder.url.appending(path: "page.pdf"), folder.url.appending(path: "out"))
        try Data(PictureCaptureTests.document(["profiles/page.jpg"]).utf8).write(to: file)
        let outcome = try BuiltProgram.run(
            ["mrz", "scan", file.path(), "--crop", out.path(), "--annotate", out.path()])
        #expect(outcome.status == 0, "\(outcome.errors)")
        for name in ["page.page1.zone1.png", "page.page1.marked.jpg"] {
            let image = try ImageDecoder.decode([UInt8](Data(contentsOf: out.appending(path: name)))).image
            let pixels = image.pixels
            let coloured = stride(from: 0, to: pixels.count - 2, by: 3).contains {
                abs(Int(pixels[$0]) - Int(pixels[$0 + 2])) > 3
            }
            #expect(image.channelCount == 3 && coloured, "\(name)")
        }
    }

    @Test
    func `tells a direction below a whole turn`() throws {
        let views = try Self.views(
            BuiltProgram.run([
                "mrz", "scan", "--json",
                Repository.testVectors.appending(path: "capture/photocopy-swiss-card.jpg").path(),
            ]))
        let rotation = try #require(views.first?["rotation"] as? Double)
        #expect(rotation < 360 && min(rotation, 360 - rotation) < 1)
    }

    /// The picture in a warm tint.
    private static func tinted(_ name: String) throws -> PixelImage {
        let grey = try ImageDecoder.decode([UInt8](Data(contentsOf: URL(filePath: picture(name))))).image
        try #require(grey.channelCount == 1)
        return try #require(
            PixelImage(
                width: grey.width, height: grey.height, channelCount: 3,
                pixels: grey.pixels.flatMap { [$0, UInt8(Int($0) * 9 / 10), UInt8(Int($0) * 7 / 10)] }))
    }

    /// How many pixels are clearly of this ink, however thin its lines are and however a JPEG has mixed them.
    private static func count(_ ink: Ink, in image: PixelImage) -> Int {
        guard image.channelCount == 3 else { return 0 }
        return stride(from: 0, to: image.pixels.count, by: 3).count { index in
            let (red, green, blue) = (
                Int(image.pixels[index]), Int(image.pixels[index + 1]), Int(image.pixels[index + 2])
            )
            return switch ink {
            case .green: green > red + 50 && green > blue + 25
            case .orange: red > green + 35 && green > blue + 45
            case .red: red > green + 80 && red > blue + 60 && green < blue + 40
            case .blue: blue > red + 60 && blue > green + 30
            }
        }
    }

    private enum Ink { case green, orange, red, blue }

    private func marked(_ name: String, in folder: TemporaryFolder) throws -> PixelImage {
        let data = try Data(contentsOf: folder.url.appending(path: "out/\(name).marked.jpg"))
        return try ImageDecoder.decode([UInt8](data)).image
    }

    @Test
    func `marks what is wrong by its colour, in the colours of the upright picture`() throws {
        let folder = TemporaryFolder()
        let out = folder.url.appending(path: "out").path()
        let names = ["specimen-td3", "specimen-td3-wrong-digit"]
        for name in names {
            try Data(ImageEncoder.png(Self.tinted(name))).write(to: folder.url.appending(path: "\(name).png"))
        }
        _ = try BuiltProgram.run(
            ["mrz", "scan", "--annotate", out, "--crop", out]
                + names.map { folder.url.appending(path: "\($0).png").path() })
        let (sound, wrong) = (try marked(names[0], in: folder), try marked(names[1], in: folder))
        #expect(Self.count(.green, in: sound) > 500)
        #expect(Self.count(.red, in: sound) == 0)
        #expect(Self.count(.green, in: wrong) > 500)
        #expect(Self.count(.red, in: wrong) > 50)
        for name in names {
            let bytes = try [UInt8](Data(contentsOf: folder.url.appending(path: "out/\(name).zone1.png")))
            let crop = try ImageDecoder.decode(bytes).image
            #expect(crop.channelCount == 3)
            #expect(crop.pixels.prefix(3).sorted(by: >) == Array(crop.pixels.prefix(3)))
        }
    }

    @Test(arguments: ["german-passport", "french-visa", "swiss-card"])
    func `marks characters that are overruled, and zones that are not certain`(_ name: String) throws {
        let folder = TemporaryFolder()
        let path = Repository.testVectors.appending(path: "capture/\(name).jpg").path()
        let outcome = try BuiltProgram.run(
            ["mrz", "scan", "--json", path, "--annotate", folder.url.appending(path: "out").path()])
        let view = try #require(Self.views(outcome).first)
        let image = try marked(name, in: folder)
        // What is marked follows what is told, whatever the networks of the day read.
        let overruled = try #require(view["overruled"] as? [Any])
        #expect((Self.count(.blue, in: image) > 10) == !overruled.isEmpty)
        if view["result"] as? String == "undetermined" { #expect(Self.count(.orange, in: image) > 300) }
    }

    @Test
    func `says what is wrong with each input, and reads the others`() throws {
        let folder = TemporaryFolder()
        let damaged = folder.url.appending(path: "a.png")
        try Data(try Data(contentsOf: URL(filePath: Self.picture("specimen-td3"))).prefix(40)).write(to: damaged)
        let outcome = try BuiltProgram.run(
            ["mrz", "scan", "--json", damaged.path(), "/nowhere.png", Self.picture("specimen-td3")])
        #expect(outcome.status == 3)
        let views = try Self.views(outcome)
        #expect(views.map { $0["result"] as? String } == ["failed", "failed", "valid"])
        let codes = views.map { ($0["error"] as? [String: Any])?["code"] as? String }
        #expect(codes == ["undecodable", "notFound", nil])
    }
}
