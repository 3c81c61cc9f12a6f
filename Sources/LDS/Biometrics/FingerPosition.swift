/// A finger, several fingers or a part of the palm.
///
/// Spec: ISO/IEC 19794-4:2005 Tables 5 and 6, ISO/IEC 19794-4:2011 Tables 6 to 8; ISO/IEC 39794-4 keeps the codes.
public enum FingerPosition: Int, CaseIterable, Hashable, Sendable {
    case unknown = 0
    case rightThumb, rightIndex, rightMiddle, rightRing, rightLittle
    case leftThumb, leftIndex, leftMiddle, leftRing, leftLittle
    case rightFourFingers = 13
    case leftFourFingers, bothThumbs
    case unknownPalm = 20
    case rightFullPalm, rightWritersPalm, leftFullPalm, leftWritersPalm
    case rightLowerPalm, rightUpperPalm, leftLowerPalm, leftUpperPalm, rightOther, leftOther
    case rightInterdigital, rightThenar, rightHypothenar, leftInterdigital, leftThenar, leftHypothenar
    case rightIndexAndMiddle = 40
    case rightMiddleAndRing, rightRingAndLittle, leftIndexAndMiddle, leftMiddleAndRing, leftRingAndLittle
    case bothIndexes, rightIndexMiddleAndRing, rightMiddleRingAndLittle, leftIndexMiddleAndRing
    case leftMiddleRingAndLittle

    /// The finger of a biometric subtype (82 in the header of a template); nil where it names no single finger.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) Table 45; ISO/IEC 19785-3.
    public init?(subtype: UInt8) {
        let finger = Int(subtype >> 2 & 0x07)
        guard subtype & 0xE0 == 0, (1...5).contains(finger) else { return nil }
        switch subtype & 0x03 {
        case 1: self.init(rawValue: finger)
        case 2: self.init(rawValue: finger + 5)
        default: return nil
        }
    }

    /// The biometric subtype; nil for anything but a single finger.
    public var subtype: UInt8? {
        switch rawValue {
        case 1...5: UInt8(rawValue << 2 | 1)
        case 6...10: UInt8((rawValue - 5) << 2 | 2)
        default: nil
        }
    }
}
