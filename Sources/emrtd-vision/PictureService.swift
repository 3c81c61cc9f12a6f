import Glibc
import Vision

#if Vision
    import BiometricImages
    import ByteCoding
#endif

/// Answers requests; without the trait `Vision` only by saying so.
struct PictureService {
    #if Vision
        private var capture = CaptureService()
        private var frames = FrameService()
    #endif

    mutating func answer(_ request: VisionRequest) -> VisionResponse {
        #if DEBUG
            if request.operation == .abort { abort() }
            if request.operation == .hang { while true { pause() } }
        #endif
        #if Vision
            if request.operation == .capture { return capture.answer(request.picture) }
            if request.operation == .frame {
                do throws(CaptureFailure) {
                    return frames.answer(request.picture, try capture.loadedReader())
                } catch {
                    return .notCaptured(error)
                }
            }
            do {
                return try Self.picture(request).map(VisionResponse.picture) ?? .notUnderstood
            } catch {
                return .refused("\(error)")
            }
        #else
            return .withoutPictures
        #endif
    }

    #if Vision
        private static func picture(_ request: VisionRequest) throws(ImageError) -> VisionPicture? {
            switch request.operation {
            case .describe:
                let header = try ImageDecoder.describe(request.picture)
                return VisionPicture(
                    storedFormat: header.format, width: header.width, height: header.height,
                    channelCount: header.channelCount)
            case .png:
                return try converted(request) { (image) throws(ImageError) in try ImageEncoder.png(image) }
            case .jpeg:
                return try converted(request) { (image) throws(ImageError) in try ImageEncoder.jpeg(image) }
            case .pixels: return try converted(request) { (image) throws(ImageError) in image.pixels }
            case .pngOfSamples: return try pngOfSamples(request.picture)
            case .capture, .frame, .abort, .hang: return nil
            }
        }

        private static func pngOfSamples(_ encoded: [UInt8]) throws(ImageError) -> VisionPicture? {
            guard let samples = try? PictureSamples(encoded: encoded),
                let image = PixelImage(
                    width: samples.width, height: samples.height, channelCount: samples.channelCount,
                    pixels: samples.bytes)
            else { return nil }
            return VisionPicture(
                storedFormat: .png, width: image.width, height: image.height, channelCount: image.channelCount,
                data: try ImageEncoder.png(image))
        }

        private static func converted(
            _ request: VisionRequest, _ encode: (PixelImage) throws(ImageError) -> [UInt8]
        ) throws(ImageError) -> VisionPicture {
            let decoded = try ImageDecoder.decode(request.picture)
            guard let format = ImageFormat.detect(request.picture) else { throw .unrecognized }
            return VisionPicture(
                storedFormat: format, width: decoded.image.width, height: decoded.image.height,
                channelCount: decoded.image.channelCount, remarks: decoded.remarks, data: try encode(decoded.image))
        }
    #endif
}
