import ByteCoding
import Issuing
import LDS
import MRZ
import Standards
import Trust

/// LDS_B: DG1.
///
/// The page shows the same lines as DG1, so that a fault of the zone is the only one, but where the case is about the
/// page. Where an access key cannot be made of the lines, the chip is opened with that of an unchanged page.
extension TR03105Suite {
    private static let dg1: CheckID = "files.DG1"
    private static let integrity = CheckID.dataGroupIntegrity(.dg1)
    private static let clause = SpecReference.doc9303(10, "4.7.1")
    private static let named = "the issuer signed the zone as it is: what is wrong with it is named"
    private static let digits = "a check digit tells a misreading, and a chip is not misread: it is shown"
    private static let unknown = "what rests on the field cannot be compared, so the document stays open"
    private static let noZone = "there is no zone to compare with the page, so the document stays open"

    /// A case in which a field of the zone breaks a rule.
    private static func field(
        _ id: String, _ subject: String, _ code: String, _ otherwise: Leniency? = nil,
        sound: @escaping Change<SuiteDocument> = { _ in }, fault change: @escaping @Sendable (inout SuiteZone) -> Void
    ) -> SuiteCase {
        .fails(
            id, subject, at: dg1, code, otherwise ?? .noted(code, named), origin: .derived(.doc9303(3, "4")),
            sound: sound
        ) {
            change(&$0.zone)
        }
    }

    /// A case in which a check digit is wrong.
    private static func digit(_ id: String, _ which: MRZCheckDigit.ID) -> SuiteCase {
        .fails(
            id, "wrong check digit: \(which.label)", at: "consistency.checkDigits", "checkDigits", .shown(digits),
            origin: .derived(.doc9303(3, "4.9"))
        ) {
            $0.zone.wrongDigits = [which]
        }
    }

    /// A case whose DG1 as a file is changed; its issuer signed it so.
    private static func file(
        _ id: String, _ subject: String, _ code: String, _ otherwise: Leniency? = nil, alongside: Set<CheckID> = [],
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SuiteCase {
        .fails(id, subject, at: dg1, code, otherwise, origin: .derived(clause), alongside: alongside) {
            $0.groups = { $0[.dg1] = $0[.dg1].map(change) }
        }
    }

    /// A case in which the page says something else than DG1.
    private static func page(
        _ id: String, _ subject: String, _ change: @escaping @Sendable (inout SuiteZone) -> Void
    ) -> SuiteCase {
        .fails(
            id, subject, at: "consistency.printedMRZ", "printDiffers", origin: .derived(.tr03135("5.7.2"))
        ) { document in
            document.printed = document.zone
            change(&document.zone)
        }
    }

    private static func sound(
        _ id: String, _ subject: String, _ change: @escaping @Sendable (inout SuiteZone) -> Void
    ) -> SuiteCase {
        .passes(id, subject, .derived(.doc9303(3, "4"))) { change(&$0.zone) }
    }

    static let machineReadableZones: [SuiteCase] = zones + zoneFiles + zoneFields

    private static let zones: [SuiteCase] = [
        sound("LDS_B_01", "optional data") { $0.optionalData = "UTOPIA7402202" },
        sound("LDS_B_02", "shortened given names") { $0.name = "LUMENESCUPOPOVICIANU<<ADAMARIAMIRABEL<L" },
        sound("LDS_B_03", "no given names") { $0.name = "LUMEN" },
        sound("LDS_B_04", "no optional data, its check digit 0") {
            $0.optionalData = ""
            $0.digits[.optionalData] = "0"
        },
        page("LDS_B_11", "another name than on the page") { $0.name = "LUMEN<<IDA<MIRA" },
        page("LDS_B_12", "another document number than on the page") { $0.documentNumber = "UT7402203" },
        sound("LDS_B_25", "birth without day") { $0.dateOfBirth = "9002<<" },
        sound("LDS_B_26", "birth without month") { $0.dateOfBirth = "90<<17" },
        sound("LDS_B_27", "birth without year") { $0.dateOfBirth = "<<0217" },
        sound("LDS_B_28", "no birth") { $0.dateOfBirth = "<<<<<<" },
    ]

    private static let zoneFiles: [SuiteCase] = [
        file("LDS_B_05", "tag 62 in place of 61", "damaged") { Template.tagged(0x62, $0) },
        file(
            "LDS_B_06", "length of tag 61 too small", "lengthTooLong",
            .open(at: "consistency.printedMRZ", "noDG1", noZone)
        ) { Template.lengthChanged($0, by: -1) },
        file("LDS_B_07", "length of tag 61 too big", "damaged") { Template.lengthChanged($0, by: 1) },
        file("LDS_B_24", "no zone", "malformed") {
            DataObjectWriter.encode(0x61, Array(Template.removing(0x5F1F, from: $0).dropFirst(2)))
        },
    ]

    private static let zoneFields: [SuiteCase] = [
        field(
            "LDS_B_08", "document code that does not exist", "documentCode", sound: { $0.documentTypes = [] },
            fault: {
                $0.documentCode = "X<"
            }),
        field(
            "LDS_B_09", "digit in the issuing state", "malformedCountryCode",
            .open(at: "consistency.issuingState", "unknownState", unknown)
        ) {
            $0.issuingState = "U0O"
        },
        field("LDS_B_10", "no name", "missing") { $0.name = "" },
        digit("LDS_B_13", .documentNumber),
        field("LDS_B_14", "digit in the nationality", "malformedCountryCode") { $0.nationality = "U0O" },
        field("LDS_B_15", "letter in the birth", "malformedDate") { $0.dateOfBirth = "9A0217" },
        field("LDS_B_16", "birth on a day that does not exist", "impossibleDate") { $0.dateOfBirth = "900231" },
        digit("LDS_B_17", .dateOfBirth),
        field("LDS_B_18", "sex that does not exist", "sex") { $0.sex = "Q" },
        field(
            "LDS_B_19", "letter in the expiry", "malformedDate",
            .each(
                operational: .undecided("consistency.expiry", "expiryUnknown"), archive: .noted("malformedDate"),
                unknown)
        ) {
            $0.dateOfExpiry = "3A0831"
        },
        field(
            "LDS_B_20", "expiry on a day that does not exist", "impossibleDate",
            .each(
                operational: .undecided("consistency.expiry", "expiryUnknown"), archive: .noted("impossibleDate"),
                unknown)
        ) {
            $0.dateOfExpiry = "350231"
        },
        digit("LDS_B_21", .dateOfExpiry),
        digit("LDS_B_22", .optionalData),
        digit("LDS_B_23", .composite),
    ]
}
