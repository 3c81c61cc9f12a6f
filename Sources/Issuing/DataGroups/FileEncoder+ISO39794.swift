import ByteCoding
import LDS

/// The standard that biometric data blocks follow.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.5.6: readers have to take both, issuers write the second from 2030 on.
public enum BiometricEncoding: String, CaseIterable, Hashable, Sendable {
    case iso19794, iso39794
}

/// Data blocks of ISO/IEC 39794: a version, then one representation with its mandatory fields.
extension FileEncoder {
    /// `7F2E { A1 { 65 FaceImageDataBlock } }`, laid out as the sample of ICAO's application profile.
    ///
    /// Spec: ISO/IEC 39794-5.
    static func faceDataBlock(_ portrait: Portrait) -> [UInt8] {
        let format: UInt8 = portrait.format == .jpeg ? 2 : 3
        let image = template(
            0xA0, [DataObjectWriter.encode(0x80, portrait.image), template(0xA1, [choice(0, format)])])
        return dataBlock(0x65, [field(0, [0x00]), template(0xA1, [template(0xA0, [image])])])
    }

    /// `7F2E { A1 { 64 FingerImageDataBlock } }`; a JPEG, for which there is no code, has none.
    ///
    /// Spec: ISO/IEC 39794-4.
    static func fingerDataBlock(_ print: Fingerprint) -> [UInt8] {
        let compression: UInt8? =
            switch print.picture.format {
            case .wsq: 1
            case .jp2, .jpeg2000Codestream: 2
            case .png: 4
            case .jpeg: nil
            }
        return dataBlock(
            0x64,
            [choice(0, print.finger.rawValue), choice(1, 0x00)] + (compression.map { [choice(2, $0)] } ?? [])
                + [field(3, print.picture.bytes)])
    }

    /// `7F2E { A1 { 66 IrisImageDataBlock } }`; a JPEG, for which there is no code, has none.
    ///
    /// Spec: ISO/IEC 39794-6.
    static func irisDataBlock(_ iris: IrisPicture) -> [UInt8] {
        let format: UInt8? =
            switch iris.picture.format {
            case .png: 2
            case .jp2, .jpeg2000Codestream: 4
            case .jpeg, .wsq: nil
            }
        return dataBlock(
            0x66,
            [field(0, [iris.eye.rawValue]), choice(1, 0x01), field(2, [0x08])] + (format.map { [choice(3, $0)] } ?? [])
                + [field(9, iris.picture.bytes)])
    }

    private static func dataBlock(_ tag: Int, _ representation: [[UInt8]]) -> [UInt8] {
        let version = template(0xA0, [field(0, [0x03]), field(1, [0x07, 0xE3])])  // generation 3, of 2019
        let block = template(tag, [version, template(0xA1, [template(0x30, representation)])])
        return template(0xA1, [block])
    }

    private static func field(_ number: Int, _ value: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(0x80 | number, value)
    }

    /// An enumeration in its `[0] code` form.
    private static func choice(_ number: Int, _ code: UInt8) -> [UInt8] {
        template(0xA0 | number, [field(0, [code])])
    }
}
