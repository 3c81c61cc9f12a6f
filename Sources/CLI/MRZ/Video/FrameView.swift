import ByteCoding
import FoundationEssentials
import FrameSources
import Vision

/// A line of JSON about a frame.
struct FrameView: Encodable {
    let file: String
    /// Counted from 1.
    let frame: Int
    let seconds: Double
    let status: String
    let hint: String?
    /// The same for people.
    let advice: String?
    let checkDigits: [String]?
    let quality: FrameAnswer.Quality?
    /// Four corners, x and y.
    let quadrilateral: [[Double]]?
    let ms: ScanView.Stages?

    init(_ file: String, _ frame: Frame, _ answer: FrameAnswer) {
        self.file = FileName.shown(file)
        self.frame = frame.sequence + 1
        seconds = FrameTime.seconds(of: frame.time)
        status = answer.status.rawValue
        hint = answer.hint?.kind.rawValue
        advice = answer.hint?.words
        checkDigits = answer.hint?.checkDigits?.map(\.rawValue)
        quality = answer.quality.map {
            FrameAnswer.Quality(
                sharpness: FrameTime.rounded($0.sharpness), brightness: FrameTime.rounded($0.brightness),
                contrast: FrameTime.rounded($0.contrast), glare: FrameTime.rounded($0.glare),
                pitch: FrameTime.rounded($0.pitch))
        }
        quadrilateral =
            answer.quadrilateral.isEmpty
            ? nil : answer.quadrilateral.map { [($0.x * 10).rounded() / 10, ($0.y * 10).rounded() / 10] }
        ms = answer.milliseconds.map(ScanView.Stages.init)
    }

    /// The view as one line.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Terminal.harmlessJSON(String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}

/// Times of frames as numbers.
enum FrameTime {
    static func seconds(of time: Duration) -> Double {
        rounded(Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
    }

    static func seconds(of mark: FrameAnswer.Mark) -> Double { rounded(Double(mark.microseconds) / 1e6) }

    /// With three decimals.
    static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
