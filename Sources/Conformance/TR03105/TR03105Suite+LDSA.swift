import Issuing
import LDS
import Standards
import Trust

/// LDS_A: EF.COM.
extension TR03105Suite {
    private static let com: CheckID = "files.com"
    private static let clause = SpecReference.doc9303(10, "4.6.1")
    private static let reason =
        "EF.COM is not signed and going out of use: a fault of it is shown or named, and does not decide"

    /// A case whose EF.COM departs from its form.
    private static func form(
        _ id: String, _ subject: String, _ code: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SuiteCase {
        .fails(id, subject, at: com, code, .noted(code, reason), origin: .derived(clause)) {
            $0.files = { $0[.com] = $0[.com].map(change) }
        }
    }

    /// A case whose EF.COM cannot be read as what it is.
    private static func unreadable(
        _ id: String, _ subject: String, _ code: String, alongside: Set<CheckID> = [],
        operational: Expectation.Outcome? = nil, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SuiteCase {
        .fails(
            id, subject, at: com, code,
            .each(operational: operational ?? .shown(com, code), archive: .shown(com, code), reason),
            origin: .derived(clause), alongside: alongside
        ) {
            $0.files = { $0[.com] = $0[.com].map(change) }
        }
    }

    static let commonData: [SuiteCase] = [
        unreadable("LDS_A_01", "tag 61 in place of 60", "damaged") { Template.tagged(0x61, $0) },
        .fails(
            "LDS_A_02", "length of tag 60 too small", at: com, "lengthTooLong",
            .each(
                operational: .undecided(.comAgreement, "comDisagrees"), archive: .noted("lengthTooLong"), reason),
            origin: .derived(clause), alongside: [.comAgreement]
        ) {
            // The last group of the list is cut off with it.
            $0.files = { $0[.com] = $0[.com].map { Template.lengthChanged($0, by: -1) } }
        },
        unreadable("LDS_A_03", "length of tag 60 too big", "damaged") { Template.lengthChanged($0, by: 1) },
        form("LDS_A_04", "LDS version 3.0", "unknownLDSVersion") {
            Template.replacing(0x5F01, in: $0) { _ in Array("0300".utf8) }
        },
        form("LDS_A_05", "no LDS version", "missingLDSVersion") { Template.removing(0x5F01, from: $0) },
        form("LDS_A_06", "Unicode version 5.0.0", "unknownUnicodeVersion") {
            Template.replacing(0x5F36, in: $0) { _ in Array("050000".utf8) }
        },
        form("LDS_A_07", "no Unicode version", "missingUnicodeVersion") { Template.removing(0x5F36, from: $0) },
        .fails(
            "LDS_A_08", "DG1 is not in the list of groups", at: .comAgreement, "comDisagrees",
            .each(
                operational: .undecided(.comAgreement, "comDisagrees"), archive: .noted("com-disagrees"), reason),
            origin: .derived(clause)
        ) {
            $0.listedInCOM = [.dg2]
        },
        unreadable(
            "LDS_A_09", "no list of groups", "malformed", alongside: [.comAgreement],
            operational: .undecided(.comAgreement, "comDisagrees")
        ) { Template.removing(0x5C, from: $0) },
        .passes("LDS_A_10", "LDS version 1.8", .derived(clause)) { $0.options.versions = .init() },
    ]
}
