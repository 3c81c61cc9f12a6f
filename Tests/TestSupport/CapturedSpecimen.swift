import ByteCoding
import Foundation
public import MRZ
public import Vision

/// The specimen of Doc 9303-4, captured.
public enum CapturedSpecimen {
    /// Both lines.
    public static let lines = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    /// What begins as a picture does.
    public static let png = ImageFormat.png.signature + [1, 2, 3]

    /// The specimen's zone, or another one.
    ///
    /// - Parameter doubt: The position in the lower line of a character that is certain by `chance` alone.
    public static func zone(
        _ lines: [String] = lines, confidence: Double = 0.97, isCertain: Bool = true, doubt: Int? = nil,
        chance: Double = 0.625, doubts: [LayoutDoubt] = [], marked: [CaptureAnswer.Zone.Place] = [],
        crop: [UInt8] = []
    ) throws -> CaptureAnswer.Zone {
        let zone = try MachineReadableZone(concatenated: lines.flatMap { Array($0.utf8) })
        let length = zone.format.lineLength
        let characters = lines.joined().enumerated().map { index, character in
            let isDoubted = doubt.map { index == length + $0 - 1 } ?? false
            return CaptureAnswer.Zone.Character(
                line: index / length + 1, position: index % length + 1, character: character,
                printed: isDoubted ? "O" : character, confidence: isDoubted ? chance : 1,
                reason: isDoubted ? .checkDigit : nil,
                alternatives: isDoubted
                    ? [.init(character: "O", chance: 0.5), .init(character: "Q", chance: 0.25)] : []
            )
        }
        return CaptureAnswer.Zone(
            zone: zone, characters: characters, confidence: confidence, isCertain: isCertain,
            quadrilateral: [(10, 20), (900, 21.5), (899, 90), (9.5, 88)].map { .init(x: $0, y: $1) }, rotation: 0.25,
            pitch: 20.5, doubts: doubts, marked: marked, crop: crop)
    }

    /// An answer of the worker with these zones.
    public static func answer(
        _ zones: [CaptureAnswer.Zone], pageCount: Int = 1, annotation: [UInt8] = [],
        remarks: [String] = [], breaksOff: Bool = false
    ) -> CaptureAnswer {
        CaptureAnswer(
            width: 1000, height: 700, pageCount: pageCount, zones: zones,
            milliseconds: .init(
                decode: 4.5, find: 6.25, recognise: 3.5, decide: 2.0625, draw: 0, total: 16.75, processor: 15.5),
            engine: "OpenCV 4.6.0",
            annotation: annotation, remarks: remarks, breaksOff: breaksOff)
    }
}

/// A program in the place of the worker that gives prepared answers, one after the other, whatever it is asked.
public struct StubVisionWorker {
    private let folder = TemporaryFolder()

    /// Makes the program.
    public init(_ responses: [VisionResponse]) throws {
        let frames = responses.map(\.message).flatMap { $0.count.octets(4) + $0 }
        try Data(frames).write(to: folder.url.appending(path: "answers"))
        // It stays until its input ends: the client would take an early end for a crash.
        try ProgramFile.write("cat '\(folder.url.path())/answers'\nexec cat >/dev/null", to: path)
    }

    /// What to put into `EMRTD_VISION`.
    public var path: String { folder.url.appending(path: "worker").path() }
}
