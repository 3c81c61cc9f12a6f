public import ByteCoding

/// One stored picture of a face, with what its record says about it.
public struct FaceImage: Hashable, Sendable {
    /// The picture alone, from its signature on, without filling behind it.
    public let picture: ArraySlice<UInt8>
    /// The format, by the picture's own first bytes; nil where no picture was found and `picture` is what is stored.
    public let format: ImageFormat?
    /// What the record says.
    public let information: FaceInformation
    /// The standard its record follows.
    public let encoding: BiometricTemplate.Encoding
}

/// What a facial record says about the picture and the face; nil where it says nothing.
///
/// Spec: ISO/IEC 19794-5:2005 §5.5 to §5.7; ISO/IEC 39794-5, as profiled by ICAO.
public struct FaceInformation: Hashable, Sendable {
    /// In pixels, as the record says; the picture may differ.
    public var width: Int?
    public var height: Int?
    public var gender: Gender?
    public var eyeColour: EyeColour?
    public var hairColour: HairColour?
    /// In millimetres.
    public var subjectHeight: Int?
    public var properties: Set<Property> = []
    public var expressions: Set<Expression> = []
    public var pose: Pose?
    public var featurePoints: [FeaturePoint] = []
    public var kind: Kind?
    public var colourSpace: ColourSpace?
    public var source: CaptureSource?
    /// The vendor's device number of ISO/IEC 19794-5.
    public var deviceType: Int?
    /// The quality of ISO/IEC 19794-5, or the first score of ISO/IEC 39794-5.
    public var quality: Int?
    /// All scores of ISO/IEC 39794-5, each by one algorithm.
    public var qualities: [BiometricQuality] = []
    /// The format the record announces; `FaceImage.format` is what was found.
    public var announcedFormat: AnnouncedFormat?
    /// What was done to the picture after it was taken; ISO/IEC 39794-5, as all that follows.
    public var processing: Set<Processing> = []
    public var lossyTransformations: LossyTransformations?
    /// In millimetres.
    public var cameraToSubjectDistance: Int?
    /// As stored; the unit is that of ISO/IEC 39794-5.
    public var sensorDiagonal: Int?
    /// As stored; the unit is that of ISO/IEC 39794-5.
    public var lensFocalLength: Int?
    public var measurements: Measurements?
    public var referenceColourSchema: [UInt8]?
    public var referenceColours: [ReferenceColour] = []
    /// The light the camera took.
    public var spectra: Set<Spectrum> = []
    public var deviceModel: RegistryIdentifier?
    public var certifications: [RegistryIdentifier] = []
    public var representation: Int?
    public var session: Int?
    /// The representation that this one was made from.
    public var derivedFrom: Int?
    public var presentationAttack: PresentationAttackData?
    public var capturedAt: RecordedDate?

    public enum Gender: String, Hashable, Sendable { case unspecified, male, female, other, unknown }

    public enum EyeColour: String, Hashable, Sendable {
        case unspecified, unknown, other, black, blue, brown, grey, green, hazel, multicoloured, pink
    }

    public enum HairColour: String, Hashable, Sendable {
        case unspecified, unknown, other, bald, black, blonde, brown, grey, white, red, coloured
    }

    public enum Property: String, CaseIterable, Hashable, Sendable {
        case glasses, moustache, beard, teethVisible, pupilOrIrisNotVisible, mouthOpen, leftEyePatch, rightEyePatch
        case darkGlasses, distortingMedicalCondition, biometricAbsent, headCovering
    }

    public enum Expression: String, CaseIterable, Hashable, Sendable {
        case neutral, smile, smileWithOpenMouth, raisedEyebrows, eyesLookingAway, squinting, frowning
    }

    /// Angles in degrees, each with its uncertainty.
    public struct Pose: Hashable, Sendable {
        public var yaw: Angle?
        public var pitch: Angle?
        public var roll: Angle?

        public struct Angle: Hashable, Sendable {
            public let degrees: Int
            public let uncertainty: Int?
        }
    }

    /// A point of the face, in pixels.
    public struct FeaturePoint: Hashable, Sendable {
        /// The MPEG-4 feature point, such as `12.1`, or the name of an anthropometric landmark.
        public let name: String
        public let x: Int
        public let y: Int
        /// The third coordinate of a point in space.
        public let z: Int?
        /// Whether the coordinates are those of a texture image.
        public let isTexture: Bool

        init(name: String, x: Int, y: Int, z: Int? = nil, isTexture: Bool = false) {
            self.name = name
            self.x = x
            self.y = y
            self.z = z
            self.isTexture = isTexture
        }
    }

    public enum Processing: String, CaseIterable, Hashable, Sendable {
        case rotated, cropped, downSampled, whiteBalanceAdjusted, multiplyCompressed, interpolated, contrastStretched
        case poseCorrected, multiViewImage, ageProgressed, superResolutionProcessed, normalised
    }

    /// How often the picture went through a transformation that loses something.
    public enum LossyTransformations: Int, Hashable, Sendable { case unknown, none, one, moreThanOne }

    /// Distances in the picture, in pixels.
    public struct Measurements: Hashable, Sendable {
        public let headWidth: Int?
        public let interEyeDistance: Int?
        public let eyeToMouthDistance: Int?
        public let headLength: Int?
    }

    /// A colour of a chart that was taken with the face.
    public struct ReferenceColour: Hashable, Sendable {
        public let definition: [UInt8]?
        public let value: [UInt8]?
    }

    public enum Spectrum: String, CaseIterable, Hashable, Sendable { case whiteLight, nearInfrared, thermal }

    public enum Kind: String, Hashable, Sendable { case basic, fullFrontal, tokenFrontal, mrtd }

    public enum ColourSpace: String, Hashable, Sendable {
        case unspecified, other, rgb24, rgb48, yuv422, grey8, grey16
    }

    public enum CaptureSource: String, Hashable, Sendable {
        case unspecified, unknownPhotograph, digitalCamera, scanner, unknownVideo, analogueVideo, digitalVideo
    }

    public enum AnnouncedFormat: String, Hashable, Sendable { case jpeg, jpeg2000, jpeg2000Lossy, jpeg2000Lossless }
}

extension TolerantDecoder {
    /// The picture in a block of bytes.
    ///
    /// Tolerated: bytes before the signature and zeros behind the end (field note 59).
    mutating func picture(in data: ArraySlice<UInt8>) -> (picture: ArraySlice<UInt8>, format: ImageFormat?) {
        guard let (format, offset) = ImageFormat.find(in: data) else {
            note("noPicture", "\(data.count) bytes hold no picture of a known format")
            return (data, nil)
        }
        if offset != data.startIndex {
            note("pictureOffset", "\(offset - data.startIndex) bytes stand before the picture")
        }
        let end = data[offset...].lastIndex { $0 != 0 }.map { $0 + 1 } ?? data.endIndex
        if end < data.endIndex { note("picturePadding", "\(data.endIndex - end) zero bytes follow the picture") }
        return (data[offset..<end], format)
    }
}
