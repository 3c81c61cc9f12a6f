import ByteCoding

/// WSQ, of fingerprints alone, by the decoder of this module.
enum WSQCodec {
    static func describe(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> ImageDescription {
        var decoder = WSQDecoder(bytes, limits)
        let frame = try decoder.readFrame()
        return ImageDescription(
            format: .wsq, width: frame.width, height: frame.height, channelCount: 1, bitsPerChannel: 8,
            pixelsPerInch: resolution(decoder.comments))
    }

    static func decode(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> DecodedImage {
        var decoder = WSQDecoder(bytes, limits)
        let image = try decoder.decode()
        return DecodedImage(
            image: image, remarks: decoder.remarks, comments: decoder.comments,
            pixelsPerInch: resolution(decoder.comments))
    }

    /// The entry `PPI` of the comment in which NIST's encoder and others say what the picture was.
    private static func resolution(_ comments: [String]) -> Int? {
        guard let comment = comments.first(where: { $0.hasPrefix("NIST_COM") }) else { return nil }
        for line in comment.split(separator: "\n") where line.hasPrefix("PPI ") {
            guard let value = Int(line.dropFirst(4)), value > 0 else { continue }
            return value
        }
        return nil
    }
}
