/// The picture of one finger, as it goes into EF.DG3.
public struct Fingerprint: Hashable, Sendable {
    public var picture: EncodedPicture
    public var finger: Finger
    /// 0 to 100.
    public var quality: UInt8

    /// The ten fingers, by their code in ISO/IEC 19794-4 Table 5; right hand first, from the thumb.
    public enum Finger: UInt8, CaseIterable, Hashable, Sendable {
        case rightThumb = 1
        case rightIndex, rightMiddle, rightRing, rightLittle, leftThumb, leftIndex, leftMiddle, leftRing, leftLittle

        /// The biometric subtype of the header: the hand in the low two bits, the finger above.
        ///
        /// Spec: ISO/IEC 7816-11; ICAO Doc 9303-10 (8th ed.) Table 52.
        var subtype: UInt8 { rawValue <= 5 ? rawValue << 2 | 0x01 : (rawValue - 5) << 2 | 0x02 }
    }

    public init(_ picture: EncodedPicture, of finger: Finger, quality: UInt8 = 80) {
        self.picture = picture
        self.finger = finger
        self.quality = quality
    }
}

/// The picture of one eye, as it goes into EF.DG4.
public struct IrisPicture: Hashable, Sendable {
    public var picture: EncodedPicture
    public var eye: Eye
    /// 0 to 100.
    public var quality: UInt8

    /// The code of ISO/IEC 19794-6 Table 2, which is the biometric subtype too.
    public enum Eye: UInt8, CaseIterable, Hashable, Sendable {
        case right = 1
        case left
    }

    public init(_ picture: EncodedPicture, of eye: Eye, quality: UInt8 = 80) {
        self.picture = picture
        self.eye = eye
        self.quality = quality
    }
}
