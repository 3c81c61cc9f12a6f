import ByteCoding
import Issuing
import LDS
import Standards
import Trust

/// LDS_D and LDS_E: DG3 and DG4, on a chip that gives them out without Terminal Authentication.
extension TR03105Suite {
    private static func prints(_ formats: [Specimen.FingerprintFormat]) throws -> [UInt8] {
        FileEncoder.dg3(
            zip(formats, [Fingerprint.Finger.rightIndex, .leftIndex, .rightThumb]).compactMap { format, finger in
                EncodedPicture(Specimen.fingerprint(format)).map { Fingerprint($0, of: finger) }
            })
    }

    private static func eyes(_ picture: [UInt8] = Specimen.iris) throws -> [UInt8] {
        FileEncoder.dg4(
            [IrisPicture.Eye.right, .left].compactMap { eye in EncodedPicture(picture).map { IrisPicture($0, of: eye) }
            })
    }

    private static let fingers = BiometricCases(
        group: .dg3, clause: .doc9303(10, "4.7.3"), make: { try prints([.wsq, .wsq]) })
    private static let irises = BiometricCases(group: .dg4, clause: .doc9303(10, "4.7.4"), make: { try eyes() })

    private static func passes(
        _ id: String, _ subject: String, _ group: DataGroup, _ make: @escaping @Sendable () throws -> [UInt8]
    )
        -> SuiteCase
    {
        .passes(id, subject) { $0.groups = { $0[group] = try make() } }
    }

    static let fingerprints: [SuiteCase] =
        [
            passes("LDS_D_01", "two fingers, JPEG 2000", .dg3) { try prints([.jpeg2000, .jpeg2000]) },
            passes("LDS_D_02", "two fingers, WSQ", .dg3) { try prints([.wsq, .wsq]) },
            passes("LDS_D_03", "three fingers, WSQ", .dg3) { try prints([.wsq, .wsq, .wsq]) },
            passes("LDS_D_16", "two fingers, raw pixels", .dg3) {
                // 32 by 32 pixels of one byte stand where the WSQ did, and the compression code says so.
                Template.replacing(0x5F2E, in: try prints([.wsq, .wsq])) { record in
                    guard record.count > 46 else { return record }
                    let pixels = [UInt8](repeating: 0x80, count: 32 * 32)
                    var raw = Array(record[..<46]) + pixels
                    raw.replaceSubrange(8..<14, with: FileEncoder.number(raw.count, width: 6))
                    raw[29] = 0x00
                    raw.replaceSubrange(32..<36, with: FileEncoder.number(14 + pixels.count, width: 4))
                    raw.replaceSubrange(41..<45, with: [0x00, 0x20, 0x00, 0x20])
                    return raw
                }
            },
        ] + faults("LDS_D", fingers, tag: 0x64, subtype: 0x3F, mark: "FIR", from: 4)

    static let irisPictures: [SuiteCase] =
        [
            passes("LDS_E_01", "two irises, JPEG 2000", .dg4) { try eyes(Specimen.fingerprint(.jpeg2000)) },
            passes("LDS_E_02", "two irises, raw pixels", .dg4) {
                Template.replacing(0x5F2E, in: try eyes()) { record in
                    guard record.count > 59 else { return record }
                    let pixels = [UInt8](repeating: 0x80, count: 32 * 32)
                    var raw = Array(record[..<59]) + pixels
                    raw.replaceSubrange(8..<12, with: FileEncoder.number(raw.count, width: 4))
                    raw.replaceSubrange(21..<23, with: [0x00, 0x02])
                    raw.replaceSubrange(23..<27, with: [0x00, 0x20, 0x00, 0x20])
                    raw.replaceSubrange(55..<59, with: FileEncoder.number(pixels.count, width: 4))
                    return raw
                }
            },
        ] + faults("LDS_E", irises, tag: 0x77, subtype: 0x3F, mark: "IIR", from: 3)

    /// The faults that both units have, in the order of both.
    private static func faults(
        _ unit: String, _ group: BiometricCases, tag: UInt8, subtype: UInt8, mark: String, from first: Int
    ) -> [SuiteCase] {
        func id(_ index: Int) -> String {
            let number = first + index
            return "\(unit)_" + (number < 10 ? "0" : "") + "\(number)"
        }
        return [
            group.unreadable(id(0), "another tag", "damaged", origin: .catalogue, .shown(Self.optional)) {
                Template.tagged(tag, $0)
            },
            group.unreadable(id(1), "length too small", "malformed", origin: .catalogue, .shown(Self.optional)) {
                Template.lengthChanged($0, by: -1)
            },
            group.unreadable(id(2), "length too big", "damaged", origin: .catalogue, .shown(Self.optional)) {
                Template.lengthChanged($0, by: 1)
            },
            group.form(id(3), "no number of instances", "missingCount", origin: .catalogue) {
                Template.removing(0x02, from: $0)
            },
            group.form(id(4), "another owner of the format", "formatOwner", origin: .catalogue) {
                Template.replacing(0x87, in: $0) { _ in [0x01, 0x02] }
            },
            group.form(id(5), "no owner of the format", "missingFormatOwner", origin: .catalogue) {
                Template.removing(0x87, from: $0)
            },
            group.form(id(6), "a format that is not one of this group", "formatType", origin: .catalogue) {
                Template.replacing(0x88, in: $0) { _ in [0x00, 0x08] }
            },
            group.form(id(7), "no format", "missingFormatType", origin: .catalogue) {
                Template.removing(0x88, from: $0)
            },
            group.form(id(8), "a biometric subtype that does not exist", "biometricSubtype", origin: .catalogue) {
                Template.replacing(0x82, in: $0) { _ in [subtype] }
            },
            group.form(id(9), "no biometric subtype", "missingSubtype", origin: .catalogue) {
                Template.removing(0x82, from: $0)
            },
            group.form(
                id(10), "record that does not begin with \(mark)", "unknownRecord", origin: .catalogue,
                changed(2, to: 0x42)),
            group.form(id(11), "no picture in the second instance", "malformedTemplate", origin: .catalogue) {
                Template.removing(0x5F2E, at: 1, from: $0)
            },
        ]
    }

    private static let optional = "the group is not one that every document has: what was read of it is shown"
}
