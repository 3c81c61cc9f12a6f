public import ByteCoding

/// One stored picture of an iris, with what its record says about it.
public struct IrisImage: Hashable, Sendable {
    /// The picture alone, from its signature on, without filling behind it.
    public let picture: ArraySlice<UInt8>
    /// The format, by the picture's own first bytes; nil for raw pixels and where no picture was found.
    public let format: ImageFormat?
    /// What the record says.
    public let information: IrisInformation
    /// The standard its record follows.
    public let encoding: BiometricTemplate.Encoding

    /// The samples of a picture that is stored without compression; nil for every other.
    public var rawPixels: RawPixels? {
        guard format == nil, information.announcedFormat == .monochromeRaw || information.announcedFormat == .colourRaw
        else { return nil }
        return RawPixels(
            width: information.width, height: information.height,
            bitsPerPixel: information.bitsPerPixel ?? (information.announcedFormat == .colourRaw ? 24 : 8),
            isPacked: false, in: picture)
    }
}

/// What an iris record says about the picture; nil where it says nothing.
///
/// Spec: ISO/IEC 19794-6:2005 and 2011; ISO/IEC 39794-6.
public struct IrisInformation: Hashable, Sendable {
    public var eye: Eye?
    /// Rectilinear or polar, as the header of the template names the format; ISO/IEC 19794-6:2005 only.
    public var geometry: Geometry?
    /// What part of the eye region the picture shows; from 2011 on.
    public var kind: Kind?
    /// In pixels, as the record says; the picture may differ. ISO/IEC 39794-6 does not say.
    public var width: Int?
    public var height: Int?
    public var bitsPerPixel: Int?
    /// The format the record announces; `IrisImage.format` is what was found.
    public var announcedFormat: AnnouncedFormat?
    public var horizontalOrientation: Orientation?
    public var verticalOrientation: Orientation?
    public var scan: Scan?
    /// Whether what covers the iris was processed, and the boundary extracted; 2005 only.
    public var occlusionsProcessed: Bool?
    public var boundaryExtracted: Bool?
    /// What covered parts are filled with; 2005 only.
    public var occlusionFilling: Filling?
    /// Whether the picture was transformed to polar coordinates as the standard says; 2005 only.
    public var isTransformed: Bool?
    public var compressionHistory: CompressionHistory?
    /// The diameter in pixels, and its bounds from 2011 on.
    public var diameter: Int?
    public var localisation: Localisation?
    /// The distance from the lens to the iris in millimetres.
    public var distance: Int?
    public var quality: [BiometricQuality] = []
    /// The number of the picture of this eye.
    public var imageNumber: Int?
    /// The angle of the eye and its uncertainty, as stored: 65536 is a full turn.
    public var rotation: Int?
    public var rotationUncertainty: Int?
    /// The vendor's device number of 2005.
    public var deviceType: Int?
    /// The serial number of the device of 2005, as stored.
    public var deviceIdentifier: [UInt8]?
    public var deviceModel: RegistryIdentifier?
    public var deviceTechnology: Int?
    public var certifications: [RegistryIdentifier] = []
    public var capturedAt: RecordedDate?
    public var presentationAttack: PresentationAttackData?

    public enum Eye: Int, Hashable, Sendable {
        case unknown, right, left
    }

    public enum Geometry: String, Hashable, Sendable { case rectilinear, polar }

    public enum Kind: Int, Hashable, Sendable {
        case uncropped = 1
        case vga, cropped
        case croppedAndMasked = 7
    }

    public enum Orientation: Int, Hashable, Sendable { case undefined, base, flipped }

    public enum Scan: Int, Hashable, Sendable { case corrected, progressive, interlacedFrame, interlacedField }

    public enum Filling: Int, Hashable, Sendable { case zero, unit }

    public enum CompressionHistory: Int, Hashable, Sendable { case undefined, losslessOrNone, lossy }

    public enum AnnouncedFormat: String, CaseIterable, Hashable, Sendable {
        case monochromeRaw, colourRaw, monochromeJPEG, colourJPEG, monochromeJPEGLS, colourJPEGLS
        case monochromeJPEG2000, colourJPEG2000, png, pgm, ppm, jpeg2000Lossless, jpeg2000Lossy
    }

    /// Bounds of the centre and of the diameter of the iris, in pixels; zero is unknown.
    public struct Localisation: Hashable, Sendable {
        public var smallestX: Int?
        public var largestX: Int?
        public var smallestY: Int?
        public var largestY: Int?
        public var smallestDiameter: Int?
        public var largestDiameter: Int?
    }
}
