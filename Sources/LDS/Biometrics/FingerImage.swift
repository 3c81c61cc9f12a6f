public import ByteCoding

/// One stored picture of a finger, several fingers or a palm, with what its record says about it.
public struct FingerImage: Hashable, Sendable {
    /// The picture alone, from its signature on, without filling behind it.
    public let picture: ArraySlice<UInt8>
    /// The format, by the picture's own first bytes; nil for raw pixels and where no picture was found.
    public let format: ImageFormat?
    /// What the record says.
    public let information: FingerInformation
    /// The standard its record follows.
    public let encoding: BiometricTemplate.Encoding

    /// The samples of a picture that is stored without compression; nil for every other.
    public var rawPixels: RawPixels? {
        guard format == nil, information.compression == .uncompressed || information.compression == .packed else {
            return nil
        }
        return RawPixels(
            width: information.width, height: information.height, bitsPerPixel: information.bitsPerPixel ?? 8,
            isPacked: information.compression == .packed, in: picture)
    }
}

/// What a finger record says about the picture; nil where it says nothing.
///
/// Spec: ISO/IEC 19794-4:2005 §7 and §8; ISO/IEC 39794-4.
public struct FingerInformation: Hashable, Sendable {
    public var position: FingerPosition?
    public var impression: FingerImpression?
    /// In pixels, as the record says; the picture may differ. ISO/IEC 39794-4 does not say.
    public var width: Int?
    public var height: Int?
    public var bitsPerPixel: Int?
    /// The form the record announces; `FingerImage.format` is what was found.
    public var compression: FingerCompression?
    /// At which rate the device captured.
    public var captureRate: SamplingRate?
    /// At which rate the picture is stored.
    public var imageRate: SamplingRate?
    public var quality: [BiometricQuality] = []
    /// The number of this view of the finger, and how many there are.
    public var viewNumber: Int?
    public var viewCount: Int?
    /// The vendor's device number of ISO/IEC 19794-4.
    public var deviceType: Int?
    /// The registered model of ISO/IEC 39794-4, or vendor and type of ISO/IEC 19794-4:2011.
    public var deviceModel: RegistryIdentifier?
    /// The code of the capture technology.
    public var deviceTechnology: Int?
    public var certifications: [RegistryIdentifier] = []
    /// The image acquisition level of ISO/IEC 19794-4.
    public var acquisitionLevel: Int?
    public var capturedAt: RecordedDate?
    public var isPositionComputed: Bool?
    /// In degrees, counter-clockwise, before the picture was turned.
    public var originalRotation: Int?
    public var isRotatedToVertical: Bool?
    public var isLossilyCompressed: Bool?
    /// Where the fingers of a picture of several fingers lie.
    public var segments: [Segment] = []
    /// Fingers that are missing or cannot be printed.
    public var annotations: [Annotation] = []
    public var presentationAttack: PresentationAttackData?
    public var comments: [String] = []
    /// Data of vendors by kind, as stored.
    public var vendorData: [VendorData] = []

    /// The place of one finger in a picture.
    public struct Segment: Hashable, Sendable {
        public let position: FingerPosition?
        /// Two corners, or the points of a polygon, in pixels.
        public let points: [Point]
        public let orientation: Int?
        public let quality: [BiometricQuality]
        public let confidence: Int?
        /// The algorithm that found it.
        public let algorithm: RegistryIdentifier?
    }

    /// A point of the picture, in pixels.
    public struct Point: Hashable, Sendable {
        public let x: Int
        public let y: Int
    }

    /// Why a finger has no print.
    public struct Annotation: Hashable, Sendable {
        public let position: FingerPosition?
        public let reason: Reason?

        public enum Reason: Int, Hashable, Sendable {
            case unknown, other, amputated, unableToPrint, bandaged, physicallyChallenged, diseased
        }
    }

    /// Data of one vendor.
    public struct VendorData: Hashable, Sendable {
        public let kind: RegistryIdentifier?
        public let data: [UInt8]
    }
}

/// What the picture of a finger record is said to be.
public enum FingerCompression: String, CaseIterable, Hashable, Sendable {
    case uncompressed, packed, wsq, jpeg, jpeg2000, jpeg2000Lossy, jpeg2000Lossless, png, pgm

    /// The codes of ISO/IEC 19794-4:2005, in order from 0.
    static let codes2005: [FingerCompression] = [.uncompressed, .packed, .wsq, .jpeg, .jpeg2000, .png]
    /// The codes of ISO/IEC 19794-4:2011, in order from 0.
    static let codes2011: [FingerCompression] = [
        .uncompressed, .packed, .wsq, .jpeg, .jpeg2000Lossy, .jpeg2000Lossless, .png,
    ]
    /// The codes of ISO/IEC 39794-4, in order from 0.
    static let codes39794: [FingerCompression] = [.pgm, .wsq, .jpeg2000Lossy, .jpeg2000Lossless, .png]
}

/// How a finger or palm was printed.
public enum FingerImpression: String, CaseIterable, Hashable, Sendable {
    case liveScanPlain, liveScanRolled, nonLiveScanPlain, nonLiveScanRolled, latent, swipe, contactless
    case contactlessRolled, movingContactlessPlain, movingContactlessRolled, other, unknown

    /// The code of ISO/IEC 19794-4:2005 Table 7; nil for one that names none.
    init?(iso19794 code: Int) {
        switch code {
        case 0: self = .liveScanPlain
        case 1: self = .liveScanRolled
        case 2: self = .nonLiveScanPlain
        case 3: self = .nonLiveScanRolled
        // Latent impressions, tracings, photographs and lifts.
        case 4...7: self = .latent
        case 8: self = .swipe
        case 9, 24: self = .contactless
        case 25: self = .contactlessRolled
        case 28: self = .other
        case 29: self = .unknown
        default: return nil
        }
    }

    /// The code of ISO/IEC 39794-4.
    init?(iso39794 code: Int) {
        switch code {
        case 0: self = .liveScanPlain
        case 1: self = .liveScanRolled
        case 4: self = .latent
        case 8: self = .swipe
        case 24: self = .contactless
        case 25: self = .contactlessRolled
        case 28: self = .other
        case 29: self = .unknown
        case 41: self = .movingContactlessPlain
        case 42: self = .movingContactlessRolled
        default: return nil
        }
    }
}
