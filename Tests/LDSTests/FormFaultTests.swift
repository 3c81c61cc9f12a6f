import ByteCoding
import LDS
import Standards
import Testing

@Suite("Faults of the form: Doc 9303-10 §3.11 and §4")
struct FormFaultTests {
    static let today = Timestamp(secondsSince1970: 1_780_000_000)  // 2026-05-28

    /// A file, its bytes, and the codes of the faults that it has.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let file: ElementaryFile
        let bytes: [UInt8]
        let codes: [String]

        init(_ name: String, _ file: ElementaryFile, _ bytes: [UInt8], _ codes: String...) {
            self.name = name
            self.file = file
            self.bytes = bytes
            self.codes = codes
        }

        var testDescription: String { name }
    }

    private static func object(_ tag: Int, _ parts: [UInt8]...) -> [UInt8] {
        DataObjectWriter.encode(tag, containing: parts)
    }

    private static func com(_ lds: String?, _ unicode: String?, _ tags: [UInt8]) -> [UInt8] {
        object(
            0x60, lds.map { object(0x5F01, Array($0.utf8)) } ?? [],
            unicode.map { object(0x5F36, Array($0.utf8)) } ?? [], object(0x5C, tags))
    }

    private static func dg1(_ lines: String) -> [UInt8] { object(0x61, object(0x5F1F, Array(lines.utf8))) }

    private static let first = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
    private static let second = "L898902C36UTO7408122F3204159ZE184226B<<<<<10"

    /// A group of one template with these fields in its header and this block.
    private static func biometrics(_ group: DataGroup, _ fields: [UInt8], _ block: [UInt8]) -> [UInt8] {
        object(
            group.tag,
            object(0x7F61, [0x02, 0x01, 0x01], object(0x7F60, object(0xA1, fields), object(0x5F2E, block))))
    }

    /// A header for a finger: type, subtype, owner and format.
    private static func finger(_ subtype: [UInt8]) -> [UInt8] {
        [0x81, 0x01, 0x08] + subtype + [0x87, 0x02, 0x01, 0x01, 0x88, 0x02, 0x00, 0x07]
    }

    private static func infos(_ entries: [UInt8]...) -> [UInt8] {
        object(0x6E, DataObjectWriter.encode(0x31, containing: entries))
    }

    private static func info(_ oid: OID, _ rest: [UInt8]) -> [UInt8] {
        object(0x30, object(0x06, oid.contents), rest)
    }

    /// A public key for ECDH whose content nobody looks at.
    private static func key(_ number: UInt8?) -> [UInt8] {
        info(OID(0, 4, 0, 127, 0, 7, 2, 2, 1, 2), [0x30, 0x00] + (number.map { [0x02, 0x01, $0] } ?? []))
    }

    private static let chipAuthentication = OID(0, 4, 0, 127, 0, 7, 2, 2, 3, 2, 2)

    static let rows: [Row] = [
        Row("EF.COM of 1.7", .com, com("0107", "040000", [0x61, 0x75])),
        Row("EF.COM of 1.8", .com, com("0108", "040000", [0x61, 0x75])),
        Row("EF.COM of 1.9", .com, com("0109", "040000", [0x61, 0x75]), "unknownLDSVersion"),
        Row("EF.COM of no version", .com, com(nil, nil, [0x61]), "missingLDSVersion", "missingUnicodeVersion"),
        Row("EF.COM of Unicode 3", .com, com("0107", "030000", [0x61]), "unknownUnicodeVersion"),
        Row("EF.COM that lists what is no group", .com, com("0107", "040000", [0x61, 0x71]), "unknownTag"),
        Row("EF.COM that lists a group twice", .com, com("0107", "040000", [0x61, 0x61]), "repeatedTag"),

        Row("a zone without fault", .dataGroup(.dg1), dg1(first + second)),
        Row("a wrong check digit", .dataGroup(.dg1), dg1(first + second.dropLast() + "1")),
        Row("a state that is not listed", .dataGroup(.dg1), dg1(first.replacing("UTO", with: "QQQ") + second)),
        Row(
            "a digit in the state", .dataGroup(.dg1), dg1(first.replacing("UTO", with: "U0O") + second),
            "malformedCountryCode"),
        Row("line ends in the zone", .dataGroup(.dg1), dg1(first + "\n" + second), "lineEnds"),
        Row("a zone that is too short", .dataGroup(.dg1), dg1(first), "unusualLength"),

        Row(
            "no named finger", .dataGroup(.dg3), biometrics(.dg3, finger([0x82, 0x01, 0x00]), [0x46]), "unknownRecord",
            "noPicture"),
        Row(
            "the little finger of the left hand", .dataGroup(.dg3),
            biometrics(.dg3, finger([0x82, 0x01, 0x16]), [0x46]), "unknownRecord", "noPicture"),
        Row(
            "a sixth finger", .dataGroup(.dg3), biometrics(.dg3, finger([0x82, 0x01, 0x19]), [0x46]),
            "biometricSubtype", "unknownRecord", "noPicture"),
        Row(
            "both hands", .dataGroup(.dg3), biometrics(.dg3, finger([0x82, 0x01, 0x07]), [0x46]),
            "biometricSubtype", "unknownRecord", "noPicture"),
        Row(
            "no subtype of a finger", .dataGroup(.dg3), biometrics(.dg3, finger([]), [0x46]),
            "missingSubtype", "unknownRecord", "noPicture"),
        Row(
            "no subtype of a face, and nothing else of the header", .dataGroup(.dg2), biometrics(.dg2, [], [0x46]),
            "missingFormatOwner", "missingFormatType", "unknownRecord", "noPicture"),
        Row(
            "an iris of a third eye", .dataGroup(.dg4),
            biometrics(.dg4, [0x82, 0x01, 0x03, 0x87, 0x02, 0x01, 0x01, 0x88, 0x02, 0x00, 0x09], [0x46]),
            "biometricSubtype", "unknownRecord", "noPicture"),

        Row("version 1 and a key", .dataGroup(.dg14), infos(info(chipAuthentication, [0x02, 0x01, 0x01]), key(nil))),
        Row(
            "version 1 and a key of the number", .dataGroup(.dg14),
            infos(info(chipAuthentication, [0x02, 0x01, 0x01, 0x02, 0x01, 0x05]), key(5))),
        Row(
            "version 1 and a key of another number", .dataGroup(.dg14),
            infos(info(chipAuthentication, [0x02, 0x01, 0x01, 0x02, 0x01, 0x05]), key(6)),
            "chipAuthenticationKeyMissing"),
        Row(
            "version 1 and no key", .dataGroup(.dg14), infos(info(chipAuthentication, [0x02, 0x01, 0x01])),
            "chipAuthenticationKeyMissing"),
        Row("version 2, its key elsewhere", .dataGroup(.dg14), infos(info(chipAuthentication, [0x02, 0x01, 0x02]))),
        Row(
            "version 3", .dataGroup(.dg14), infos(info(chipAuthentication, [0x02, 0x01, 0x03])),
            "chipAuthenticationVersion"),
        Row(
            "a cipher that does not exist", .dataGroup(.dg14),
            infos(info(OID(0, 4, 0, 127, 0, 7, 2, 2, 3, 2, 9), [0x02, 0x01, 0x01])), "chipAuthenticationProtocol"),
        Row(
            "a protocol that nobody knows", .dataGroup(.dg14),
            infos(info(OID(1, 3, 6, 1, 4, 1, 55555, 1), [0x02, 0x01, 0x01]))),
        Row(
            "an entry without protocol", .dataGroup(.dg14), infos(object(0x30, [0x02, 0x01, 0x01])),
            "malformedSecurityInfo"),
        Row("what is no entry", .dataGroup(.dg14), infos([0x02, 0x01, 0x01]), "unknownTag"),

        Row("short lengths alone", .attributes, [0x47, 0x03, 0x86, 0x01, 0x80]),
        Row(
            "extended lengths, and which", .attributes,
            [0x47, 0x03, 0x86, 0x01, 0x60, 0x7F, 0x66, 0x08, 0x02, 0x02, 0x08, 0x00, 0x02, 0x02, 0x10, 0x00]),
        Row("extended lengths, and not which", .attributes, [0x47, 0x03, 0x86, 0x01, 0x60], "missingBufferSizes"),
        Row(
            "extended lengths, and one of two", .attributes,
            [0x47, 0x03, 0x86, 0x01, 0x60, 0x7F, 0x66, 0x04, 0x02, 0x02, 0x08, 0x00], "malformedBufferSizes"),
    ]

    @Test(arguments: rows)
    func `are named by their codes, and nothing else is`(_ row: Row) throws {
        let file = try DecodedFile(row.file, encoded: row.bytes)

        #expect(file.formFaults(asOf: Self.today).map(\.code) == row.codes)
    }
}
