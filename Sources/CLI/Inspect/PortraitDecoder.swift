import ByteCoding
import Report
import Vision

/// Makes portraits that browsers show, in the worker process that decodes pictures.
final class PortraitDecoder {
    private var worker = VisionWorker(timeout: .seconds(10))

    /// Decodes a stored picture and encodes it as JPEG.
    ///
    /// Without the worker, a picture that is a JPEG already is handed on as it is: a browser decodes it in a process of
    /// its own too.
    func decode(_ picture: [UInt8]) throws -> Report.Portrait {
        do {
            let decoded = try worker.request(.jpeg, picture)
            return Report.Portrait(
                mediaType: .jpeg, bytes: decoded.data, width: decoded.width, height: decoded.height)
        } catch {
            guard case .notFound = error, ImageFormat.detect(picture) == .jpeg else { throw error }
            return Report.Portrait(mediaType: .jpeg, bytes: picture)
        }
    }
}
