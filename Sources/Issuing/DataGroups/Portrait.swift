import ByteCoding

/// A portrait as it goes into EF.DG2: an encoded picture and what its headers say about it.
public struct Portrait: Hashable, Sendable {
    /// The encoded picture: JPEG, JP2 or a raw JPEG 2000 codestream.
    public let image: [UInt8]
    public let format: Format
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// What the facial record says about the face.
    public var features: Features

    /// How the picture is encoded.
    public enum Format: Hashable, Sendable {
        case jpeg, jp2, jpeg2000Codestream
    }

    /// The fields of the facial information, all of which may be unspecified.
    ///
    /// Spec: ISO/IEC 19794-5:2005 §5.5 (0 is unspecified throughout).
    public struct Features: Hashable, Sendable {
        /// 1 male, 2 female.
        public var gender: UInt8
        /// 3 brown, 5 green, and so on.
        public var eyeColour: UInt8
        /// 4 brown, 5 grey, and so on.
        public var hairColour: UInt8
        /// 1 neutral.
        public var expression: UInt16
        /// Points of the face, as feature code (major and minor nibble) and pixel position.
        public var points: [Point]

        public init(
            gender: UInt8 = 0, eyeColour: UInt8 = 0, hairColour: UInt8 = 0, expression: UInt16 = 0,
            points: [Point] = []
        ) {
            self.gender = gender
            self.eyeColour = eyeColour
            self.hairColour = hairColour
            self.expression = expression
            self.points = points
        }
    }

    /// One two-dimensional feature point.
    public struct Point: Hashable, Sendable {
        public var code: UInt8
        public var x: Int
        public var y: Int

        public init(code: UInt8, x: Int, y: Int) {
            self.code = code
            self.x = x
            self.y = y
        }
    }

    /// Takes an encoded picture and finds its format and size in its own headers.
    ///
    /// - Throws: `IssuingError.unusablePortrait` for anything but JPEG and JPEG 2000.
    public init(image: [UInt8], features: Features = Features()) throws(IssuingError) {
        let header: (format: Format, width: Int, height: Int)
        do {
            header = try Self.header(of: image)
        } catch {
            throw .unusablePortrait
        }
        self.image = image
        format = header.format
        width = header.width
        height = header.height
        self.features = features
    }

    private static func header(of image: [UInt8]) throws(DecodingFailure) -> (Format, Int, Int) {
        if image.starts(with: [0xFF, 0xD8, 0xFF]) {
            let (width, height) = try sizeOfJPEG(image)
            return (.jpeg, width, height)
        }
        if image.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) {
            let (width, height) = try sizeOfCodestream(ByteReader(image))
            return (.jpeg2000Codestream, width, height)
        }
        if image.starts(with: [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20]) {
            let start = image.indices.first { image[$0...].starts(with: [0xFF, 0x4F, 0xFF, 0x51]) }
            guard let start else { throw DecodingFailure(.missing("codestream"), at: 0) }
            let (width, height) = try sizeOfCodestream(ByteReader(image[start...]))
            return (.jp2, width, height)
        }
        throw DecodingFailure(.invalidValue("image signature"), at: 0)
    }

    /// Width and height from the first start-of-frame segment.
    ///
    /// Spec: ITU-T T.81 §B.2.2.
    private static func sizeOfJPEG(_ image: [UInt8]) throws(DecodingFailure) -> (Int, Int) {
        var reader = ByteReader(image[2...])
        while true {
            let marker = try reader.integer(width: 2)
            let length = try reader.integer(width: 2)
            var segment = ByteReader(try reader.take(length - 2))
            guard (0xFFC0...0xFFCF).contains(marker), ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) else { continue }
            _ = try segment.take(1)  // sample precision
            let height = try segment.integer(width: 2)
            return (try segment.integer(width: 2), height)
        }
    }

    /// Width and height from the SIZ segment.
    ///
    /// Spec: ITU-T T.800 §A.5.1.
    private static func sizeOfCodestream(_ start: ByteReader) throws(DecodingFailure) -> (Int, Int) {
        var reader = start
        _ = try reader.take(8)  // SOC, SIZ, its length and its capabilities
        let right = try reader.integer(width: 4)
        let bottom = try reader.integer(width: 4)
        let left = try reader.integer(width: 4)
        return (right - left, bottom - (try reader.integer(width: 4)))
    }
}
