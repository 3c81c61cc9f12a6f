import ByteCoding
import Cryptography
import Issuing
import LDS
import Standards
import Trust

/// LDS_F, LDS_I and LDS_K: DG14, DG15 and EF.ATR/INFO.
extension TR03105Suite {
    private static let dg14: CheckID = "files.DG14"
    private static let named = "the protocol that can be run is run: what is wrong with the list is named"

    private static let unproven =
        "the hash is right and the key cannot be read: the chip stays unproven, and the document open"

    /// A chip with Chip Authentication and no PACE.
    private static func chipAuthentication(_ document: inout SuiteDocument) {
        document.protocols = ProtocolChip(offersPACE: false)
    }

    /// A case whose DG14 is changed; its issuer signed it so.
    private static func dg14(
        _ id: String, _ subject: String, _ code: String, _ otherwise: Leniency?, alongside: Set<CheckID> = [],
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SuiteCase {
        .fails(id, subject, at: dg14, code, otherwise, alongside: alongside, sound: chipAuthentication) {
            $0.groups = { $0[.dg14] = $0[.dg14].map(change) }
        }
    }

    /// The entry of Chip Authentication that ends in these bytes, with other ones in their place.
    private static func entry(_ bytes: [UInt8], _ others: [UInt8]) -> @Sendable ([UInt8]) -> [UInt8] {
        { file in
            Template.replacing(0x30, in: file) { value in
                value.starts(with: [0x06, 0x0A, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x02, 0x02, 0x03])
                    ? value.replacing(bytes, with: others) : value
            }
        }
    }

    static let protocols: [SuiteCase] = [
        dg14("LDS_F_01", "tag 6F in place of 6E", "damaged", .open(at: "ca.chip", "signedUnreadable", unproven)) {
            Template.tagged(0x6F, $0)
        },
        dg14("LDS_F_02", "length of tag 6E too small", "malformed", .open(at: "ca.chip", "notAsked", unproven)) {
            Template.lengthChanged($0, by: -1)
        },
        dg14("LDS_F_03", "length of tag 6E too big", "damaged", .open(at: "ca.chip", "signedUnreadable", unproven)) {
            Template.lengthChanged($0, by: 1)
        },
        dg14(
            "LDS_F_04", "Chip Authentication under an identifier that does not exist", "chipAuthenticationProtocol",
            .noted("chipAuthenticationProtocol", named), entry([0x03, 0x02, 0x02], [0x03, 0x02, 0x09])),
        dg14(
            "LDS_F_05", "Chip Authentication without identifier", "malformedSecurityInfo",
            .noted("malformedSecurityInfo", named)
        ) { file in
            Template.replacing(0x30, in: file) { value in
                value.starts(with: [0x06, 0x0A, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x02, 0x02, 0x03])
                    ? Array(value.dropFirst(12)) : value
            }
        },
        dg14(
            "LDS_F_06", "Chip Authentication of version 3", "chipAuthenticationVersion",
            .open(at: "ca.chip", "notAsked", "no terminal knows version 3, so the chip stays unproven"),
            entry([0x02, 0x01, 0x01], [0x02, 0x01, 0x03])),
        dg14(
            "LDS_F_07", "Chip Authentication without version", "malformedSecurityInfo",
            .noted("malformedSecurityInfo", named), entry([0x02, 0x01, 0x01, 0x02, 0x01, 0x0D], [])),
    ]

    /// A case whose DG15 is changed; its issuer signed it so.
    private static func dg15(
        _ id: String, _ subject: String, _ code: String, leaving open: String,
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SuiteCase {
        .fails(
            id, subject, at: "files.DG15", code, .open(at: "aa.chip", open, unproven),
            sound: { $0.hasActiveAuthentication = true },
            fault: {
                $0.groups = { $0[.dg15] = $0[.dg15].map(change) }
            })
    }

    static let activeAuthenticationKeys: [SuiteCase] = [
        dg15("LDS_I_01", "tag 70 in place of 6F", "damaged", leaving: "signedUnreadable") { Template.tagged(0x70, $0) },
        dg15("LDS_I_02", "length of tag 6F too small", "malformed", leaving: "unverifiable") {
            Template.lengthChanged($0, by: -1)
        },
        dg15("LDS_I_03", "length of tag 6F too big", "damaged", leaving: "signedUnreadable") {
            Template.lengthChanged($0, by: 1)
        },
    ]

    private static let shown = "the file only helps to read faster, so short commands are used and the fault is named"

    /// EF.ATR/INFO that announces extended length, with these bytes behind the capabilities.
    private static func attributes(_ information: [UInt8]) -> Change<SuiteDocument> {
        { $0.files = { $0[.attributes] = DataObjectWriter.encode(0x47, [0x86, 0x01, 0x60]) + information } }
    }

    private static let twoBytes = DataObjectWriter.encode(0x7F66, DER.integer(2048) + DER.integer(4096))

    static let cardAttributes: [SuiteCase] = [
        .passes("LDS_K_01", "lengths of two bytes", .catalogue, attributes(twoBytes)),
        .passes(
            "LDS_K_02", "lengths of three bytes", .catalogue,
            attributes(DataObjectWriter.encode(0x7F66, DER.integer(0x01_0000) + DER.integer(0x01_0000)))),
        .fails(
            "LDS_K_03", "one length in place of two", at: "files.attributes", "malformedBufferSizes",
            .noted("malformedBufferSizes", shown), sound: attributes(twoBytes),
            fault: attributes(DataObjectWriter.encode(0x7F66, DER.integer(2048)))),
        .fails(
            "LDS_K_04", "tag 7F67 in place of 7F66", at: "files.attributes", "missingBufferSizes",
            .noted("missingBufferSizes", shown), sound: attributes(twoBytes),
            fault: attributes(DataObjectWriter.encode(0x7F67, DER.integer(2048) + DER.integer(4096)))),
    ]
}
