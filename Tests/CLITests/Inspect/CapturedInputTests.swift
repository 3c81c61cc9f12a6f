import CLI
import Foundation
import Issuing
import MRZ
import Report
import Standards
import TestSupport
import Testing
import Vision

@Suite("The printed lines out of a picture")
struct CapturedInputTests {
    static let passport = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    static let visa = [
        "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<",
    ]
    static let card = [
        "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
    ]

    /// A zone whose characters are sure but those that are given, by line and position, with what else they may be.
    static func zone(
        _ lines: [String], doubts: [[Int]: (Double, [(Character, Double)])] = [:], confidence: Double = 0.99
    ) throws -> CaptureAnswer.Zone {
        let zone = try MachineReadableZone(concatenated: lines.joined().utf8)
        let length = zone.format.lineLength
        let characters = Array(lines.joined()).enumerated().map { index, character in
            let doubt = doubts[[index / length + 1, index % length + 1]]
            return CaptureAnswer.Zone.Character(
                line: index / length + 1, position: index % length + 1, character: character, printed: character,
                confidence: doubt?.0 ?? 0.9999,
                alternatives: (doubt?.1 ?? []).map { .init(character: $0.0, chance: $0.1) })
        }
        let corners = [(0.0, 0.0), (100, 0), (100, 20), (0, 20)].map { CaptureAnswer.Zone.Point(x: $0.0, y: $0.1) }
        return CaptureAnswer.Zone(
            zone: zone, characters: characters, confidence: confidence, isCertain: confidence >= 0.5,
            quadrilateral: corners, rotation: 0, pitch: 10, crop: crop)
    }

    /// The signature of a PNG is what is looked at.
    static let crop: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]

    static func answer(_ zones: [CaptureAnswer.Zone]) -> CaptureAnswer {
        CaptureAnswer(
            width: 1000, height: 700, pageCount: 1, zones: zones,
            milliseconds: .init(decode: 1, find: 1, recognise: 0, decide: 0, draw: 0, total: 2, processor: 2),
            engine: "stub 1")
    }

    private func input(_ zones: CaptureAnswer.Zone..., number: Int? = nil, triesDoubtful: Bool = false) throws
        -> CapturedInput
    {
        try CapturedInput(Self.answer(zones), zone: number, source: "page.jpg", triesDoubtful: triesDoubtful)
    }

    @Test func `gives the key of sure lines, with the picture of the zone`() throws {
        let input = try input(Self.zone(Self.passport))
        #expect(input.captured.zone.lines == Self.passport)
        #expect(input.key == input.captured.zone.keyInformation)
        #expect(input.key != nil)
        #expect(input.refusal == nil)
        #expect(input.picture == Portrait(mediaType: .png, bytes: Self.crop))
        #expect(input.remarks == [])
    }

    @Test(arguments: [(nil, "P<UTO"), (1, "V<UTO"), (2, "P<UTO")] as [(Int?, String)])
    func `takes the document's own zone and not the visa's, unless one is named`(number: Int?, start: String) throws {
        let input = try input(Self.zone(Self.visa), Self.zone(Self.passport), number: number)
        #expect(input.captured.zone.lines[0].hasPrefix(start))
        #expect(input.remarks.map(\.code) == (number == nil ? ["visaInPicture"] : []))
    }

    @Test func `leaves two documents for the user to tell apart, and names no line of them`() throws {
        let error = #expect(throws: CommandError.self) { try input(Self.zone(Self.passport), Self.zone(Self.card)) }
        #expect(error?.message == "the picture shows the zones of 2 documents")
        #expect(error?.hint == "zone 1 is of format TD3, zone 2 is of format TD1; name one by --zone NUMBER")
        #expect(try input(Self.zone(Self.passport), Self.zone(Self.card), number: 2).captured.zone.format == .td1)
        #expect(try input(Self.zone(Self.card), Self.zone(Self.card)).captured.zone.format == .td1)
    }

    @Test func `says where there is no such zone, and where there is none at all`() throws {
        let missing = #expect(throws: CommandError.self) { try input(Self.zone(Self.card), number: 2) }
        #expect(missing?.message == "the picture shows no zone 2")
        let empty = #expect(throws: CommandError.self) { try input() }
        #expect(empty?.message == "the picture shows no machine readable zone")
    }

    @Test func `sends a key that is rather right than wrong, and one that is not only where that is asked for`() throws
    {
        let doubtful = try Self.zone(Self.passport, doubts: [[2, 3]: (0.6, [("B", 0.4)])])
        #expect(try input(doubtful).key != nil)
        let uncertain = try Self.zone(Self.passport, doubts: [[2, 3]: (0.4, [("B", 0.4)])])
        let refused = try input(uncertain)
        #expect(refused.key == nil)
        #expect(
            refused.refusal?.message
                == "the picture leaves the key to the chip open, in line 2 position 3 (document number)")
        #expect(refused.refusal?.hint?.contains("--mrz-file FILE") == true)
        let tried = try input(uncertain, triesDoubtful: true)
        #expect(tried.key != nil)
        #expect(tried.refusal == nil)
    }

    @Test func `takes a key beside a name that is in doubt`() throws {
        let input = try input(Self.zone(Self.passport, doubts: [[1, 8]: (0.2, [("T", 0.5)])], confidence: 0.2))
        #expect(input.key != nil)
        #expect(input.captured.doubts.map(\.place.field) == [.name])
    }

    @Test func `sends nothing whose check digits do not hold, whatever is asked for`() throws {
        var lines = Self.passport
        lines[1] = lines[1].replacing("7408122", with: "7408182")
        let input = try input(Self.zone(lines, doubts: [[2, 19]: (0.5, [("2", 0.4)])]), triesDoubtful: true)
        #expect(input.key == nil)
        #expect(
            input.refusal?.message
                == "the check digit does not fit what the picture shows: date of birth; "
                + "doubtful: line 2 position 19 (date of birth)")
    }

    @Test(arguments: [
        ("C36UTO", "C37UTO", "the check digit is wrong as printed: document number"),
        ("7408122", "74K8122", "a date as printed is none"),
    ])
    func `says of clear characters that the printed digit is wrong, and not the picture`(
        from: String, to: String, message: String
    ) throws {
        var lines = Self.passport
        lines[1] = lines[1].replacing(from, with: to)
        let refusal = try input(Self.zone(lines), triesDoubtful: true).refusal
        #expect(refusal?.message == message)
        #expect(
            refusal?.hint
                == "the characters are clear: look whether the document is a specimen, altered or badly made; "
                + "typing the lines does not help")
        let dim = try Self.zone(lines, doubts: [[2, 3]: (0.6, [("B", 0.4)])])
        #expect(try input(dim).refusal?.hint?.contains("take a better picture") == true)
    }

    @Test func `says that a visa opens no chip`() throws {
        #expect(try input(Self.zone(Self.visa)).refusal?.message.contains("without a chip") == true)
    }

    @Test(arguments: [(0.49, false), (0.51, true), (0.89, true)])
    func `sends a key by the same measure by which a scan leaves it to the chip`(chance: Double, isSent: Bool) throws {
        let zone = try Self.zone(Self.passport, doubts: [[2, 3]: (chance / pow(0.9999, 23), [("B", 0.1)])])
        #expect(zone.key.isSure == isSent)
        #expect(try (input(zone).key != nil) == isSent)
    }

    @Test(arguments: [
        (["inspect", "--zone", "2"], "--zone goes with --image"),
        (["inspect", "--try-doubtful"], "--try-doubtful goes with --image"),
        (["inspect", "--image", "a.jpg", "--zone", "0"], "'--zone' is a number from 1 to 99"),
        (["inspect", "--image", "a.jpg", "--mrz", "x"], "the key is given twice"),
        (["inspect", "--image", "-", "--pin-file", "-"], "standard input cannot be the printed lines and --pin-file"),
    ])
    func `says what is wrong with a command line`(arguments: [String], message: String) throws {
        let outcome = try BuiltProgram.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `says why a picture cannot be read, and what to do instead`() throws {
        let missing = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--image", "/nonexistent"])
        #expect(missing.status == 3)
        #expect(missing.errors.hasPrefix("emrtd: error: '/nonexistent': there is no such file or folder"))
        let page = Repository.testVectors.appending(path: "profiles/page.jpg").path(percentEncoded: false)
        let without = try BuiltProgram.run(
            ["inspect", "--simulated", "specimen", "--image", page], environment: ["EMRTD_VISION": "/nonexistent"])
        #expect(without.status == 3)
        #expect(without.errors.contains("emrtd-vision is not installed"))
        #expect(without.errors.contains("--mrz-file FILE"))
    }
}
