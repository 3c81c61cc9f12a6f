import Capture
import MRZ
import Synchronization

/// Frames and zones as a reader would find them, for tests of what is made of them.
enum ScanVideo {
    static let specimen = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    static let another = [
        "P<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<<<<<<<<<", "D231458907UTO3407127M9507122<<<<<<<<<<<<<<02",
    ]

    /// A zone that was read with doubts, upright in the middle of a frame of `picture()`.
    static func zone(
        _ lines: [String] = specimen, doubts: SeenLines.Doubts = [:], turned: Double = 0, pitch: Double = 7,
        marked: [Int] = [], layoutDoubts: [LayoutDoubt] = []
    ) -> CapturedZone? {
        ZoneDecoder.decode(SeenLines.evidence(lines, doubts: doubts)).map { decoded in
            CapturedZone(
                layoutDoubts.reduce(decoded) { $0.doubted(by: $1) },
                quadrilateral: [(6, 60), (314, 60), (314, 90), (6, 90)].map { PicturePoint(x: $0.0, y: $0.1) },
                rotation: turned, pitch: pitch, marked: marked)
        }
    }

    /// A picture of 320 × 160 with stripes like print across the zone.
    static func picture(dark: UInt8 = 40, light: UInt8 = 200, period: Int = 6) -> GreyPicture? {
        var pixels = [UInt8](repeating: light, count: 320 * 160)
        for line in 60..<90 {
            for column in 6..<314 where column % period < period / 2 { pixels[line * 320 + column] = dark }
        }
        return GreyPicture(width: 320, height: 160, pixels: pixels)
    }

    static func frame(_ sequence: Int, _ picture: GreyPicture? = picture()) -> ScanFrame? {
        picture.map { ScanFrame($0, sequence: sequence, time: .milliseconds(33) * sequence) }
    }
}

/// A reader whose answers are known: one list of zones for each frame, the last for all further ones.
final class ScriptedReader: ZoneSource, Sendable {
    private let script: [[CapturedZone]]
    private let state = Mutex((asked: 0, running: 0, mostRunning: 0))
    private let places = Mutex([ZoneInView?]())
    /// Runs before each answer; may look at whether the answer is wanted.
    private let work: @Sendable (() -> Bool) throws(CaptureError) -> Void

    init(
        _ script: [[CapturedZone]],
        work: @escaping @Sendable (() -> Bool) throws(CaptureError) -> Void = { (_) throws(CaptureError) in }
    ) {
        self.script = script
        self.work = work
    }

    var askedCount: Int { state.withLock { $0.asked } }
    var mostRunning: Int { state.withLock { $0.mostRunning } }

    /// What each frame was to be looked at for first.
    var soughtFirst: [ZoneInView?] { places.withLock { $0 } }

    func read(_ picture: GreyPicture, after last: ZoneInView?, isCancelled: @escaping () -> Bool) throws(CaptureError)
        -> [CapturedZone]
    {
        places.withLock { $0.append(last) }
        let number = state.withLock { state in
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
            defer { state.asked += 1 }
            return state.asked
        }
        defer { state.withLock { $0.running -= 1 } }
        try work(isCancelled)
        guard let last = script.indices.last else { return [] }
        return script[min(number, last)]
    }
}
