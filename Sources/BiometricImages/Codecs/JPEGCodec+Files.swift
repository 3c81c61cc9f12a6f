import ByteCoding
import CJPEG

extension JPEGCodec {
    /// Decodes a photo: smaller by the transform of its blocks where that suffices, to grey without its colours.
    static func decodeFile(
        _ bytes: [UInt8], isGrey: Bool, longestSide: Int?, _ limits: ImageLimits
    ) throws(ImageError) -> StoredPicture {
        let segments = JPEGSegments(bytes)
        let handle = try Handle(tjInitDecompress())
        // A picture that comes in several scans is held whole, whatever the size of the result.
        let header = try header(
            bytes, handle, limits, pixelLimit: segments.isHeldWhole ? nil : limits.scalablePixelCount)
        let (width, height) = (Int(header.width), Int(header.height))
        let denominator = denominator(width: width, height: height, longestSide: longestSide, limits)
        let (newWidth, newHeight) = ((width - 1) / denominator + 1, (height - 1) / denominator + 1)
        let (format, channelCount) =
            header.isForPrinting ? (TJPF_CMYK, 4) : isGrey || header.isGrey ? (TJPF_GRAY, 1) : (TJPF_RGB, 3)
        var pixels = [UInt8](repeating: 0x80, count: newWidth * newHeight * channelCount)
        var remarks: [String] = []
        if tjDecompress2(
            handle.pointer, bytes, UInt(bytes.count), &pixels, Int32(newWidth), 0, Int32(newHeight),
            Int32(format.rawValue), TJFLAG_LIMITSCANS) != 0
        {
            // A warning leaves a picture, grey where data are missing.
            guard handle.isWarning else { throw .malformed(.jpeg, handle.words) }
            remarks.append(handle.words)
        }
        if header.isForPrinting { pixels = colours(ofPrinting: pixels) }
        guard
            let image = PixelImage(
                width: newWidth, height: newHeight, channelCount: header.isForPrinting ? 3 : channelCount,
                pixels: pixels)
        else { throw .malformed(.jpeg, "the size does not fit the data") }
        return StoredPicture(
            isGrey ? image.grey : image, width: width, height: height, denominator: denominator,
            orientation: segments.orientation, remarks: remarks,
            breaksOff: remarks.contains(where: tellsOfMissingPixels))
    }

    /// Whether pixels are missing: bytes that are too many and unknown words of a header leave the picture whole. All else
    /// does not, errors among it, which the library tells of as of warnings where one came before.
    private static func tellsOfMissingPixels(_ words: String) -> Bool {
        !["extraneous bytes", "JFIF revision", "Adobe color", "ICC marker", "SOS parameters"].contains {
            words.contains($0)
        }
    }

    /// The largest of 1, 2, 4, 8 that leaves the longer side its pixels; more where the result were too large.
    private static func denominator(width: Int, height: Int, longestSide: Int?, _ limits: ImageLimits) -> Int {
        let longer = max(width, height)
        var denominator = 1
        if let longestSide {
            while denominator < 8, (longer - 1) / (denominator * 2) + 1 >= longestSide { denominator *= 2 }
        }
        while denominator < 8, ((width - 1) / denominator + 1) * ((height - 1) / denominator + 1) > limits.pixelCount {
            denominator *= 2
        }
        return denominator
    }
}
