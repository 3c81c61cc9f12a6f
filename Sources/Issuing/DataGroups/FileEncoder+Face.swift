import ByteCoding
import LDS

extension FileEncoder {
    /// EF.DG2 with one biometric information template for each facial record.
    ///
    /// - Parameter records: The portraits, record by record; most documents have one record with one image.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.2.
    public static func dg2(records: [[Portrait]]) -> [UInt8] {
        dg2(facialRecords: records.map(facialRecord))
    }

    /// EF.DG2 around facial records that are already encoded.
    public static func dg2(facialRecords records: [[UInt8]]) -> [UInt8] {
        let header = template(
            0xA1,
            [
                [0x80, 0x02, 0x01, 0x01], [0x81, 0x01, 0x02], [0x82, 0x01, 0x00], [0x87, 0x02, 0x01, 0x01],
                [0x88, 0x02, 0x00, 0x08],
            ])
        let templates = records.map { template(0x7F60, [header, DataObjectWriter.encode(0x5F2E, $0)]) }
        let group = template(0x7F61, [[0x02, 0x01, UInt8(clamping: records.count)]] + templates)
        return template(DataGroup.dg2.tag, [group])
    }

    /// A facial record of one or more images.
    ///
    /// Spec: ISO/IEC 19794-5:2005 §5.4 to §5.8.
    public static func facialRecord(_ portraits: [Portrait]) -> [UInt8] {
        let blocks = portraits.map(imageBlock)
        let count = 14 + blocks.reduce(0) { $0 + $1.count }
        return [0x46, 0x41, 0x43, 0x00, 0x30, 0x31, 0x30, 0x00] + number(count, width: 4)
            + number(portraits.count, width: 2) + blocks.flatMap { $0 }
    }

    private static func imageBlock(_ portrait: Portrait) -> [UInt8] {
        let features = portrait.features
        let points = features.points.flatMap { point -> [UInt8] in
            [0x01, point.code] + number(point.x, width: 2) + number(point.y, width: 2) + [0x00, 0x00]
        }
        var block = number(20 + points.count + 12 + portrait.image.count, width: 4)
        block += number(features.points.count, width: 2)
        block += [features.gender, features.eyeColour, features.hairColour]
        block += [0x00, 0x00, 0x00]  // property mask
        block += number(Int(features.expression), width: 2)
        block += [0x00, 0x00, 0x00, 0x00, 0x00, 0x00]  // pose angle and its uncertainty
        block += points
        block += [0x01, portrait.format == .jpeg ? 0x00 : 0x01]  // full frontal
        block += number(portrait.width, width: 2) + number(portrait.height, width: 2)
        block += [0x01, 0x00, 0x00, 0x00, 0x00, 0x00]  // RGB; source, device and quality unspecified
        return block + portrait.image
    }

    /// The low `width` bytes of a number, big endian.
    package static func number(_ number: Int, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
