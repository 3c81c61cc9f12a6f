import ByteCoding
import Issuing
import LDS
import Standards
import Trust

/// LDS_C: DG2.
extension TR03105Suite {
    private static let face = BiometricCases(group: .dg2, clause: .doc9303(10, "4.7.2"), make: SuiteFace.dg2)

    /// Changes one byte of the biometric data block.
    static func changed(_ offset: Int, to value: UInt8) -> @Sendable ([UInt8]) -> [UInt8] {
        { file in
            Template.replacing(0x5F2E, in: file) { record in
                guard record.indices.contains(offset) else { return record }
                var changed = record
                changed[offset] = value
                return changed
            }
        }
    }

    /// Where the fields of a facial record lie whose face has no feature points.
    ///
    /// Spec: ISO/IEC 19794-5:2005 §5.4, §5.5 and §5.7.
    private enum Offset {
        static let recordLength = 11, gender = 20, eyes = 21, hair = 22
        static let yaw = 28, pitch = 29, roll = 30, kind = 34, format = 35
    }

    static let faces: [SuiteCase] = [
        .passes("LDS_C_01", "JPEG 2000", .derived(face.clause)) {
            $0.groups = { $0[.dg2] = FileEncoder.dg2(records: [[try SuiteFace.portrait(Specimen.codestream)]]) }
        },
        .passes("LDS_C_02", "JPEG", .derived(face.clause)),
        .passes("LDS_C_03", "JPEG 2000 with feature points", .derived(face.clause)) {
            $0.groups = { groups in
                var portrait = try SuiteFace.portrait(Specimen.codestream)
                portrait.features.points = [.init(code: 0xC1, x: 60, y: 80), .init(code: 0xC2, x: 100, y: 80)]
                groups[.dg2] = FileEncoder.dg2(records: [[portrait]])
            }
        },
        face.unreadable("LDS_C_04", "tag 76 in place of 75", "damaged") { Template.tagged(0x76, $0) },
        face.form("LDS_C_05", "length of tag 75 too small", "lengthTooLong") { Template.lengthChanged($0, by: -1) },
        face.unreadable("LDS_C_06", "length of tag 75 too big", "damaged") { Template.lengthChanged($0, by: 1) },
        face.form("LDS_C_07", "no number of instances", "missingCount") { Template.removing(0x02, from: $0) },
        face.form("LDS_C_08", "another owner of the format", "formatOwner") {
            Template.replacing(0x87, in: $0) { _ in [0x01, 0x02] }
        },
        face.form("LDS_C_09", "no owner of the format", "missingFormatOwner") { Template.removing(0x87, from: $0) },
        face.form("LDS_C_10", "a format that is not one of faces", "formatType") {
            Template.replacing(0x88, in: $0) { _ in [0x00, 0x07] }
        },
        face.form("LDS_C_11", "no format", "missingFormatType") { Template.removing(0x88, from: $0) },
        face.form(
            "LDS_C_12", "biometric type of former editions", "biometricType",
            origin: .ownReading(face.clause, "run with the thermal face, 0400; any type but 02 is none of DG2")
        ) {
            Template.replacing(0x81, in: $0) { _ in [0x04, 0x00] }
        },
        face.form("LDS_C_13", "biometric type of fingers", "biometricType") {
            Template.replacing(0x81, in: $0) { _ in [0x08] }
        },
        face.form("LDS_C_14", "record that does not begin with FAC", "unknownRecord", changed(2, to: 0x42)),
        face.form("LDS_C_15", "record of version 011", "unknownRecordVersion", changed(6, to: 0x31)),
        face.form("LDS_C_16", "record length that leaves out the feature points", "wrongRecordLength") { file in
            Template.replacing(0x5F2E, in: file) { record in
                // A feature point of eight bytes that the lengths do not count.
                guard record.count > 34 else { return record }
                var changed = Array(record[..<34]) + [0x01, 0xC1, 0x00, 0x3C, 0x00, 0x50, 0x00, 0x00] + record[34...]
                changed[19] = 0x01
                return changed
            }
        },
        face.form("LDS_C_17", "gender that does not exist", "unknownCode", changed(Offset.gender, to: 0x05)),
        face.form("LDS_C_18", "eye colour that does not exist", "unknownCode", changed(Offset.eyes, to: 0x0A)),
        face.form("LDS_C_19", "hair colour that does not exist", "unknownCode", changed(Offset.hair, to: 0x0A)),
        face.form("LDS_C_20", "yaw out of range", "unknownCode", changed(Offset.yaw, to: 0xB6)),
        face.form("LDS_C_21", "pitch out of range", "unknownCode", changed(Offset.pitch, to: 0xB6)),
        face.form("LDS_C_22", "roll out of range", "unknownCode", changed(Offset.roll, to: 0xB6)),
        face.form("LDS_C_23", "uncertainty of the yaw out of range", "unknownCode", changed(Offset.yaw + 3, to: 0xB6)),
        face.form(
            "LDS_C_24", "uncertainty of the pitch out of range", "unknownCode", changed(Offset.pitch + 3, to: 0xB6)),
        face.form(
            "LDS_C_25", "uncertainty of the roll out of range", "unknownCode", changed(Offset.roll + 3, to: 0xB6)),
        face.form("LDS_C_26", "type of picture that does not exist", "unknownCode", changed(Offset.kind, to: 0x0A)),
        face.form("LDS_C_27", "format of picture that does not exist", "unknownCode", changed(Offset.format, to: 0x02)),
        face.unreadable("LDS_C_28", "no picture", "malformed") { Template.removing(0x5F2E, from: $0) },
    ]
}
