public import ByteCoding

/// An encoded picture and what its own headers say about it.
public struct EncodedPicture: Hashable, Sendable {
    /// The picture as it goes into a file.
    public let bytes: [UInt8]
    public let format: ImageFormat
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    /// Finds format and size in the headers; nil for anything but JPEG, JPEG 2000, PNG and WSQ.
    public init?(_ bytes: [UInt8]) {
        guard let (format, width, height) = try? Self.header(of: bytes) else { return nil }
        self.bytes = bytes
        self.format = format
        self.width = width
        self.height = height
    }

    private static func header(of image: [UInt8]) throws(DecodingFailure) -> (ImageFormat, Int, Int) {
        guard let format = ImageFormat.detect(image) else {
            throw DecodingFailure(.invalidValue("image signature"), at: 0)
        }
        let (width, height) =
            switch format {
            case .jpeg: try sizeOfJPEG(image)
            case .jp2, .jpeg2000Codestream: try sizeOfCodestream(image)
            case .png: try sizeOfPNG(image)
            case .wsq: try sizeOfWSQ(image)
            }
        return (format, width, height)
    }

    /// Width and height from the first start-of-frame segment, behind the sample precision.
    ///
    /// Spec: ITU-T T.81 §B.2.2.
    private static func sizeOfJPEG(_ image: [UInt8]) throws(DecodingFailure) -> (Int, Int) {
        try sizeInSegment(image, behind: 1) {
            (0xFFC0...0xFFCF).contains($0) && ![0xFFC4, 0xFFC8, 0xFFCC].contains($0)
        }
    }

    /// Width and height from the start-of-frame segment, behind the levels of black and white.
    ///
    /// Spec: FBI IAFIS-IC-0110 (WSQ 3.1), §5.1.
    private static func sizeOfWSQ(_ image: [UInt8]) throws(DecodingFailure) -> (Int, Int) {
        try sizeInSegment(image, behind: 2) { $0 == 0xFFA2 }
    }

    private static func sizeInSegment(
        _ image: [UInt8], behind skipped: Int, where isFrame: (Int) -> Bool
    ) throws(DecodingFailure) -> (Int, Int) {
        var reader = ByteReader(image.dropFirst(2))
        while true {
            let marker = try reader.integer(width: 2)
            let length = try reader.integer(width: 2)
            guard length >= 2 else { throw DecodingFailure(.invalidValue("length of a segment"), at: reader.offset) }
            var segment = ByteReader(try reader.take(length - 2))
            guard isFrame(marker) else { continue }
            _ = try segment.take(skipped)
            let height = try segment.integer(width: 2)
            return (try segment.integer(width: 2), height)
        }
    }

    /// Width and height from the IHDR chunk.
    ///
    /// Spec: ISO/IEC 15948 §11.2.2.
    private static func sizeOfPNG(_ image: [UInt8]) throws(DecodingFailure) -> (Int, Int) {
        var reader = ByteReader(image)
        _ = try reader.take(16)  // signature, length and type of the first chunk
        let width = try reader.integer(width: 4)
        return (width, try reader.integer(width: 4))
    }

    /// Width and height from the SIZ segment.
    ///
    /// Spec: ITU-T T.800 §A.5.1.
    private static func sizeOfCodestream(_ image: [UInt8]) throws(DecodingFailure) -> (Int, Int) {
        let signature = ImageFormat.jpeg2000Codestream.signature
        guard let start = image.indices.first(where: { image[$0...].starts(with: signature) }) else {
            throw DecodingFailure(.missing("codestream"), at: 0)
        }
        var reader = ByteReader(image[start...])
        _ = try reader.take(8)  // SOC, SIZ, its length and its capabilities
        let right = try reader.integer(width: 4)
        let bottom = try reader.integer(width: 4)
        let left = try reader.integer(width: 4)
        return (right - left, bottom - (try reader.integer(width: 4)))
    }
}
