import FrameSources
import Vision

extension FrameRequest.Frame {
    /// The head of a frame.
    init(_ frame: Frame) {
        let (seconds, attoseconds) = frame.time.components
        self.init(
            width: frame.width, height: frame.height, isJPEG: frame.format == .mjpeg, sequence: frame.sequence,
            microseconds: max(0, Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)))
    }
}
