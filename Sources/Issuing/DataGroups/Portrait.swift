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
        guard let picture = EncodedPicture(image) else { throw .unusablePortrait }
        switch picture.format {
        case .jpeg: format = .jpeg
        case .jp2: format = .jp2
        case .jpeg2000Codestream: format = .jpeg2000Codestream
        case .png, .wsq: throw .unusablePortrait
        }
        self.image = image
        width = picture.width
        height = picture.height
        self.features = features
    }
}
