import BiometricImages
import ByteCoding
import Conformance
import Evidence
import Foundation
import Issuing
import LDS
import Standards
import TestSupport
import Testing

@Suite("emrtd export")
struct ExportCommandTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    static func picture() throws -> PixelImage {
        let pixels = (0..<40 * 50 * 3).map { UInt8(truncatingIfNeeded: $0 / 24) }
        return try #require(PixelImage(width: 40, height: 50, channelCount: 3, pixels: pixels))
    }

    /// DG2 with the pictures one template each.
    static func dg2(_ pictures: [[UInt8]]) -> [UInt8] {
        let header = DataObjectWriter.encode(0xA1, [0x87, 0x02, 0x01, 0x01, 0x88, 0x02, 0x00, 0x08])
        let templates = pictures.flatMap {
            DataObjectWriter.encode(0x7F60, header + DataObjectWriter.encode(0x5F2E, $0))
        }
        let count = [0x02, 0x01, UInt8(pictures.count)]
        return DataObjectWriter.encode(0x75, DataObjectWriter.encode(0x7F61, count + templates))
    }

    private func evidence(_ pictures: [[UInt8]]) throws -> String {
        let sod = try #require(
            try VectorFile<ShowCommandTests.Vector>.load("lds/sod/bsi-tr03105-5.json").vectors.first)
        let reading = ChipReading(
            startedAt: Timestamp(secondsSince1970: 0),
            files: [
                FileReading(file: .sod, outcome: .read(try #require(Hexadecimal.decode(sod.file)))),
                FileReading(file: .dataGroup(.dg2), outcome: .read(Self.dg2(pictures))),
                FileReading(file: .dataGroup(.dg3), outcome: .protected),
            ])
        let url = folder.appending(path: "evidence")
        _ = try EvidenceFolder.create(url, with: StoredReading(reading: reading))
        return url.path()
    }

    private func content(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    @Test
    func `takes portrait, images and certificates out of evidence`() throws {
        let stored = try ImageEncoder.jpeg2000(Self.picture(), as: .codestream)
        let evidence = try evidence([stored, try ImageEncoder.jpeg(Self.picture())])
        let outcome = try BuiltProgram.run([
            "export", evidence, "--portrait", folder.appending(path: "face.png").path(),
            "--images", folder.appending(path: "images").path(),
            "--certificates", folder.appending(path: "certificates").path(),
        ])

        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try ImageDecoder.decode(content("face.png")).image == Self.picture())
        #expect(try content("images/DG2-1.j2k") == stored)
        #expect(ImageFormat.detect(try content("images/DG2-2.jpg")) == .jpeg)
        #expect(try content("certificates/SOD-1.cer").first == 0x30)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "face.png").path())
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    /// A file of the published vectors.
    private func vector(_ path: String, _ id: String) throws -> [UInt8] {
        let vectors = try VectorFile<ShowCommandTests.Vector>.load("lds/\(path).json").vectors
        let vector = try #require(vectors.first { $0.id == id })
        return try #require(Hexadecimal.decode(vector.file))
    }

    @Test
    func `takes prints, irises, the signature and certificates of records out of evidence`() throws {
        let reading = ChipReading(
            startedAt: Timestamp(secondsSince1970: 0),
            files: [
                FileReading(
                    file: .dataGroup(.dg3), outcome: .read(try vector("dg3/iso19794-4", "samples of eight bits"))),
                FileReading(
                    file: .dataGroup(.dg4),
                    outcome: .read(try vector("dg4/iso19794-6", "one record with both eyes, three pictures"))),
                FileReading(
                    file: .dataGroup(.dg7), outcome: .read(try vector("displayed/doc9303-10", "DG7 with two pictures"))),
            ])
        var whole = reading
        whole.records = [
            RecordReading(
                file: .visaCertificates, number: 3,
                bytes: try vector("records/doc9303-10-certificates", "a certificate of VisaCertificates")),
            RecordReading(
                file: .entryRecords, number: 1,
                bytes: try vector("records/doc9303-10-travel", "own travel record, signed")),
        ]
        let url = folder.appending(path: "evidence")
        _ = try EvidenceFolder.create(url, with: StoredReading(reading: whole))
        let outcome = try BuiltProgram.run([
            "export", url.path(), "--fingerprints", folder.appending(path: "prints").path(),
            "--irises", folder.appending(path: "irises").path(),
            "--signature", folder.appending(path: "signature.bin").path(),
            "--certificates", folder.appending(path: "certificates").path(),
        ])

        #expect(outcome.status == 0, "\(outcome.errors)")
        // Samples become a picture that any viewer opens.
        let print = try ImageDecoder.decode(content("prints/DG3-1-rightRing.png")).image
        #expect(print == PixelImage(width: 4, height: 2, channelCount: 1, pixels: [1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "irises").path()).sorted()
                == ["DG4-1-right.jp2", "DG4-2-right.jp2", "DG4-3-left.j2k"])
        #expect(ImageFormat.detect(try content("signature.bin")) == .jpeg)
        #expect(try content("certificates/VisaCertificates-3.cer").first == 0x30)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "certificates").path()).count
                == 1)
    }

    /// Samples of DG3 as they are stored at a depth, and as they come out.
    private static let depths: [(depth: UInt8, stored: [UInt8], pixels: [UInt8])] = [
        (8, [0x50, 0x35, 0, 0x35, 0x50, 6, 7, 0xFF], [0x50, 0x35, 0, 0x35, 0x50, 6, 7, 0xFF]),
        (4, [0x0F, 0x81, 0x10, 0xF0], [0, 255, 136, 17, 17, 0, 255, 0]),
        (1, [0b1010_0001], [255, 0, 255, 0, 0, 0, 0, 255]),
    ]

    /// DG3 with one right index of 4 × 2 samples, in ISO/IEC 19794-4 without compression.
    private static func dg3(format: UInt8, depth: UInt8, _ samples: [UInt8]) -> [UInt8] {
        let record: [UInt8] =
            Array("FIR\u{0}010\u{0}".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 31, 1, 1]
            + [UInt8](repeating: 1, count: 8) + [depth, format, 0, 0]
        let length = UInt8(samples.count + 14)
        let view = [0, 0, 0, length, 2, 1, 1, 80, 0, 0, 4, 0, 2, 0] + samples
        let template = DataObjectWriter.encode(0x7F60, DataObjectWriter.encode(0x5F2E, record + view))
        return DataObjectWriter.encode(0x63, DataObjectWriter.encode(0x7F61, [0x02, 0x01, 0x01] + template))
    }

    @Test(arguments: [0, 1] as [UInt8])
    func `makes pictures of samples of every depth, packed or not`(format: UInt8) throws {
        for (depth, packed, pixels) in Self.depths {
            let levels = UInt8(truncatingIfNeeded: 255 / (1 << Int(depth) - 1))
            let stored = format == 1 ? packed : pixels.map { $0 / levels }
            let file = folder.appending(path: "DG3.bin")
            try Data(Self.dg3(format: format, depth: depth, stored)).write(to: file)
            let prints = folder.appending(path: "prints-\(format)-\(depth)").path(percentEncoded: false)
            for form in [[], ["--as", "original"], ["--as", "jpeg"]] {
                let outcome = try BuiltProgram.run(["export", file.path(), "--fingerprints", prints] + form)
                #expect(outcome.status == 0, "\(depth) \(form) \(outcome.errors)")
            }
            let name = "prints-\(format)-\(depth)/DG3-1-rightIndex"
            #expect(
                try ImageDecoder.decode(content("\(name).png")).image
                    == PixelImage(width: 4, height: 2, channelCount: 1, pixels: pixels), "\(depth)")
            #expect(try content("\(name).pgm") == Array("P5\n4 2\n255\n".utf8) + pixels)
            #expect(ImageFormat.detect(try content("\(name).jpg")) == .jpeg)
        }
    }

    @Test
    func `leaves samples in a file of their own form where the worker does not run`() throws {
        let file = folder.appending(path: "DG3.bin")
        try Data(Self.dg3(format: 0, depth: 8, [1, 2, 3, 4, 5, 6, 7, 8])).write(to: file)
        let prints = folder.appending(path: "prints").path(percentEncoded: false)
        let arguments = ["export", file.path(), "--fingerprints", prints]
        let outcome = try BuiltProgram.run(arguments, environment: ["EMRTD_VISION": "/bin/true"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("DG3-1-rightIndex: "))
        let original = try BuiltProgram.run(
            arguments + ["--as", "original"], environment: ["EMRTD_VISION": "/bin/true"])
        #expect(original.status == 0)
    }

    @Test
    func `takes prints out of one file, as PNG where they are asked for so`() throws {
        let record: [UInt8] =
            Array("FIR\u{0}010\u{0}".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 31, 1, 1]
            + [UInt8](repeating: 1, count: 8) + [8, 3, 0, 0]
        let picture = try ImageEncoder.jpeg(Self.picture())
        let length = picture.count + 14
        let view = [0, 0, UInt8(length >> 8), UInt8(length & 0xFF), 2, 1, 1, 80, 0, 0, 40, 0, 50, 0] + picture
        let template = DataObjectWriter.encode(0x7F60, DataObjectWriter.encode(0x5F2E, record + view))
        let file = folder.appending(path: "DG3.bin")
        try Data(
            DataObjectWriter.encode(0x63, DataObjectWriter.encode(0x7F61, [0x02, 0x01, 0x01] + template))
        ).write(to: file)
        let outcome = try BuiltProgram.run([
            "export", file.path(), "--fingerprints", folder.appending(path: "prints").path(), "--as", "png",
        ])

        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(ImageFormat.detect(try content("prints/DG3-1-rightIndex.png")) == .png)
    }

    @Test(arguments: [("--fingerprints", "DG3"), ("--irises", "DG4"), ("--signature", "DG7")])
    func `says what is not there`(_ option: String, _ group: String) throws {
        let evidence = try evidence([try ImageEncoder.jpeg(Self.picture())])
        let outcome = try BuiltProgram.run(["export", evidence, option, folder.appending(path: "out").path()])

        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("\(group): there "))
    }

    @Test
    func `two pictures cannot both go to standard output`() throws {
        let evidence = try evidence([try ImageEncoder.jpeg(Self.picture())])
        let outcome = try BuiltProgram.run(["export", evidence, "--portrait", "-", "--signature", "-"])

        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'--portrait -' and '--signature -' both want standard output"))
    }

    @Test
    func `a picture that cannot be decoded is named and the others are written`() throws {
        let evidence = try evidence([[0xFF, 0xD8, 0xFF, 0xD9], try ImageEncoder.jpeg(Self.picture())])
        let images = folder.appending(path: "images").path()
        let outcome = try BuiltProgram.run(["export", evidence, "--images", images, "--as", "png", "--json"])

        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("emrtd: DG2-1: the picture has no pixels (0 × 0)"))
        #expect(outcome.output.contains("\"source\" : \"DG2-2\""))
        #expect(ImageFormat.detect(try content("images/DG2-2.png")) == .png)
    }

    @Test
    func `without a working worker what needs none is still written`() throws {
        let evidence = try evidence([try ImageEncoder.jpeg(Self.picture())])
        let arguments = [
            "export", evidence, "--portrait", folder.appending(path: "face.png").path(),
            "--images", folder.appending(path: "images").path(),
        ]
        for worker in ["/bin/true", "/nowhere/emrtd-vision"] {
            let outcome = try BuiltProgram.run(arguments, environment: ["EMRTD_VISION": worker])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("DG2-1: "))
            #expect(ImageFormat.detect(try content("images/DG2-1.jpg")) == .jpeg)
        }
    }

    @Test
    func `reads a single file and a folder of dumps`() throws {
        let dumps = folder.appending(path: "dumps")
        try FileManager.default.createDirectory(at: dumps, withIntermediateDirectories: true)
        let file = dumps.appending(path: "Datagroup2.bin")
        try Data(Self.dg2([try ImageEncoder.png(Self.picture())])).write(to: file)
        for source in [dumps.path(), file.path()] {
            let face = folder.appending(path: "face.bin")
            #expect(try BuiltProgram.run(["export", source, "--portrait", face.path()]).status == 0)
            #expect(try ImageDecoder.decode(content("face.bin")).image == Self.picture())
        }
    }

    @Test(arguments: [DataGroup.dg3, .dg4, .dg7])
    func `makes a PNG of every picture of fingers, eyes and the signature of a specimen`(_ group: DataGroup) throws {
        let document = try #require(try Specimen.named("specimen-eac"))
        let bytes = try #require(document.files[.dataGroup(group)])
        let file = folder.appending(path: "file.bin")
        try Data(bytes).write(to: file)
        let images = folder.appending(path: "images")
        let outcome = try BuiltProgram.run(["export", file.path(), "--images", images.path(), "--as", "png"])

        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: images.path()).sorted()
        #expect(names.count == (group == .dg3 ? 2 : 1), "\(names)")
        for name in names {
            let image = try ImageDecoder.decode(content("images/\(name)")).image
            #expect(name.hasSuffix(".png"))
            #expect(image.channelCount == 1)
            // Ink on white: neither blank nor black.
            let mean = image.pixels.reduce(0) { $0 + Int($1) } / image.pixels.count
            #expect((60...250).contains(mean))
        }
    }

    @Test
    func `says when there is nothing to take out`() throws {
        let evidence = try evidence([])
        let face = folder.appending(path: "face.png").path()
        #expect(try BuiltProgram.run(["export", evidence]).status == 64)
        #expect(try BuiltProgram.run(["export", evidence, "--portrait", "-", "--json"]).status == 64)
        #expect(try BuiltProgram.run(["export", folder.path() + "/nothing", "--portrait", face]).status == 3)
        let outcome = try BuiltProgram.run(["export", evidence, "--portrait", face])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("there is no face image"))
        #expect(!outcome.errors.contains("taken out"))
    }
}
