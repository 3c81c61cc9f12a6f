import ByteCoding
import LDS

extension FileEncoder {
    /// EF.DG3 with one biometric information template for each finger.
    ///
    /// - Parameter filling: What stands in the template where there is no finger: random bytes, so that the hashes of
    ///   two documents without prints differ.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.3.
    public static func dg3(
        _ prints: [Fingerprint], encoding: BiometricEncoding = .iso19794, filling: [UInt8] = []
    ) -> [UInt8] {
        let templates = prints.map { print in
            switch encoding {
            case .iso19794:
                template(type: 0x08, subtype: print.finger.subtype, format: 0x0007, record: fingerRecord(print))
            case .iso39794:
                template(type: 0x08, subtype: print.finger.subtype, block: fingerDataBlock(print))
            }
        }
        return biometrics(.dg3, templates, filling: filling)
    }

    /// EF.DG4 with one biometric information template for each eye.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.4.
    public static func dg4(
        _ irises: [IrisPicture], encoding: BiometricEncoding = .iso19794, filling: [UInt8] = []
    ) -> [UInt8] {
        let templates = irises.map { iris in
            switch encoding {
            case .iso19794:
                template(type: 0x10, subtype: iris.eye.rawValue, format: 0x0009, record: irisRecord(iris))
            case .iso39794: template(type: 0x10, subtype: iris.eye.rawValue, block: irisDataBlock(iris))
            }
        }
        return biometrics(.dg4, templates, filling: filling)
    }

    /// EF.DG2 with data blocks of ISO/IEC 39794-5, one for each portrait.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.2.
    public static func dg2(dataBlocksOf portraits: [Portrait]) -> [UInt8] {
        biometrics(.dg2, portraits.map { template(type: 0x02, subtype: 0x00, block: faceDataBlock($0)) }, filling: [])
    }

    /// EF.DG5: displayed portraits.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.5.
    public static func dg5(_ images: [[UInt8]]) -> [UInt8] {
        displayed(.dg5, 0x5F40, images)
    }

    /// EF.DG7: displayed signatures or usual marks.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.7.
    public static func dg7(_ images: [[UInt8]]) -> [UInt8] {
        displayed(.dg7, 0x5F43, images)
    }

    private static func displayed(_ group: DataGroup, _ tag: Int, _ images: [[UInt8]]) -> [UInt8] {
        template(
            group.tag,
            [[0x02, 0x01, UInt8(clamping: images.count)]] + images.map { DataObjectWriter.encode(tag, $0) })
    }

    private static func biometrics(_ group: DataGroup, _ templates: [[UInt8]], filling: [UInt8]) -> [UInt8] {
        let count: [UInt8] = [0x02, 0x01, UInt8(clamping: templates.count)]
        let rest = filling.isEmpty ? [] : [DataObjectWriter.encode(0x53, filling)]
        return template(group.tag, [template(0x7F61, [count] + templates)] + rest)
    }

    /// A template around a record of ISO/IEC 19794.
    private static func template(type: UInt8, subtype: UInt8, format: Int, record: [UInt8]) -> [UInt8] {
        let header: [[UInt8]] = [
            [0x80, 0x02, 0x01, 0x01], [0x81, 0x01, type], [0x82, 0x01, subtype], [0x87, 0x02, 0x01, 0x01],
            [0x88, 0x02] + number(format, width: 2),
        ]
        return template(0x7F60, [template(0xA1, header), DataObjectWriter.encode(0x5F2E, record)])
    }

    /// A template around a data block of ISO/IEC 39794.
    private static func template(type: UInt8, subtype: UInt8, block: [UInt8]) -> [UInt8] {
        let header: [[UInt8]] = [
            [0x81, 0x01, type], [0x82, 0x01, subtype], [0x87, 0x02, 0x01, 0x01], [0x88, 0x02, 0x00, 0x2A],
        ]
        return template(0x7F60, [template(0xA1, header), DataObjectWriter.encode(0x7F2E, block)])
    }

    /// A finger image record of one finger in one view.
    ///
    /// Spec: ISO/IEC 19794-4:2005 §7.
    static func fingerRecord(_ print: Fingerprint) -> [UInt8] {
        let block = 14 + print.picture.bytes.count
        var record: [UInt8] = [0x46, 0x49, 0x52, 0x00, 0x30, 0x31, 0x30, 0x00] + number(32 + block, width: 6)
        record += [0x00, 0x00, 0x00, 0x1F, 0x01, 0x01]  // device unknown, level 31, one finger, pixels by the inch
        record += [500, 500, 500, 500].flatMap { number($0, width: 2) }
        record += [0x08, compression(of: print.picture), 0x00, 0x00]
        record += number(block, width: 4) + [print.finger.rawValue, 0x01, 0x01, print.quality, 0x00]
        record += number(print.picture.width, width: 2) + number(print.picture.height, width: 2) + [0x00]
        return record + print.picture.bytes
    }

    /// Spec: ISO/IEC 19794-4:2005 Table 3.
    private static func compression(of picture: EncodedPicture) -> UInt8 {
        switch picture.format {
        case .wsq: 2
        case .jpeg: 3
        case .jp2, .jpeg2000Codestream: 4
        case .png: 5
        }
    }

    /// An iris image record of one eye with one grey picture.
    ///
    /// Spec: ISO/IEC 19794-6:2005 §7.
    static func irisRecord(_ iris: IrisPicture) -> [UInt8] {
        let picture = iris.picture
        var record: [UInt8] = [0x49, 0x49, 0x52, 0x00, 0x30, 0x31, 0x30, 0x00]
        record += number(45 + 3 + 11 + picture.bytes.count, width: 4)
        record += [0x00, 0x00, 0x01, 0x00, 0x2D, 0x00, 0x00, 0x00, 0x96]  // one eye; 150 pixels across the iris
        record += [0x00, picture.format == .jpeg ? 0x06 : 0x0E]  // grey, as JPEG or as JPEG 2000
        record += number(picture.width, width: 2) + number(picture.height, width: 2) + [0x08, 0x00]
        record += [UInt8](repeating: 0x00, count: 16)  // no identifier of the device
        record += [iris.eye.rawValue, 0x00, 0x01]
        record += [0x00, 0x01, iris.quality, 0xFF, 0xFF, 0xFF, 0xFF] + number(picture.bytes.count, width: 4)
        return record + picture.bytes
    }
}
