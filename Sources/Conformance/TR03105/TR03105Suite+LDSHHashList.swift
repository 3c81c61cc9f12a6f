import ByteCoding
import Issuing
import LDS
import Standards
import Trust

/// LDS_H: the signed list of hashes, and the files it agrees with.
extension TR03105Suite {
    /// Changes the entry of one group in the list of hashes.
    ///
    /// - Parameter change: Gets number and hash, each encoded.
    private static func entry(
        of group: DataGroup, _ change: @escaping @Sendable ([UInt8], [UInt8]) -> [[UInt8]]
    ) -> Change<Parts<SecurityObjectField>> {
        { parts in
            var reader = ByteReader(parts[.hashes] ?? [])
            let entries = try reader.dataObject(0x30).children(limit: 16).map { entry -> [UInt8] in
                let fields = try entry.children(limit: 2).map { Array($0.encoded) }
                guard fields.count == 2, fields[0] == DER.integer(group.rawValue) else { return Array(entry.encoded) }
                return DER.sequence(of: change(fields[0], fields[1]))
            }
            parts[.hashes] = DER.sequence(of: entries)
        }
    }

    /// A case whose list of hashes cannot be decoded.
    private static func malformed(
        _ id: String, _ subject: String, _ change: @escaping Change<Parts<SecurityObjectField>>
    ) -> SuiteCase {
        .fails(id, subject, at: .sodContent, "malformed", alongside: ["files.sod"]) { $0.sod.content = change }
    }

    private static let comReason =
        "EF.COM is not signed and going out of use: TR-03135-1 §5.6.4.4.1 is left open, an archive records it"

    /// A case in which EF.COM and EF.SOD list different groups.
    private static func disagreeing(
        _ id: String, _ subject: String, alongside: Set<CheckID> = [], archive: Expectation.Outcome? = nil,
        sound: @escaping Change<SuiteDocument>, fault: @escaping Change<SuiteDocument>
    ) -> SuiteCase {
        .fails(
            id, subject, at: .comAgreement, "comDisagrees",
            .each(
                operational: .undecided(.comAgreement, "comDisagrees"),
                archive: archive ?? .noted("com-disagrees"), comReason),
            alongside: alongside, sound: sound, fault: fault)
    }

    /// Adds EF.DG12, and lists or signs it elsewhere as the case says.
    private static func addDetails(_ document: inout SuiteDocument) {
        document.groups = { groups in
            groups[.dg12] = FileEncoder.file(
                of: .dg12,
                contents: DataObjectWriter.encode(0x5C, [0x5F, 0x26])
                    + DataObjectWriter.encode(0x5F26, Array("20250901".utf8)))
        }
    }

    private static let unknownVersion =
        "a version that is not known yet cannot be judged: what rests on it stays open"

    private static let versionNamed =
        "the hashes are right whatever the version says, so it is named and no more"

    static let hashLists: [SuiteCase] = [
        .fails(
            "LDS_H_39", "security object of version 2", at: .sodContent, "unknownVersion", .open(unknownVersion)
        ) {
            $0.sod.content = { $0[.version] = DER.integer(2) }
        },
        malformed("LDS_H_40", "security object without version") { $0[.version] = nil },
        .fails(
            "LDS_H_41", "group hashes called MD5", at: .sodContent, "algorithmNotAllowed",
            alongside: [.dataGroupIntegrity(.dg1), .dataGroupIntegrity(.dg2)]
        ) {
            $0.sod.content = { $0[.hashAlgorithm] = md5 }
        },
        malformed("LDS_H_42", "security object without digest algorithm") { $0[.hashAlgorithm] = nil },
        .fails("LDS_H_43", "another hash for DG2", at: .dataGroupIntegrity(.dg2), "differs") {
            $0.options.deviations = [.wrongHash(.dg2)]
        },
        .fails(
            "LDS_H_44", "no hash for DG1", at: .dataGroupIntegrity(.dg1), "dataGroupNotListed",
            alongside: [.comAgreement, .sodContent]
        ) {
            $0.options.deviations = [.withoutHash(.dg1)]
        },
        .fails(
            "LDS_H_45", "a hash for DG10, which the chip lacks", at: .dataGroupIntegrity(.dg10), "absent",
            alongside: [.comAgreement, "files.DG10"]
        ) {
            $0.options.deviations = [.additionalHash(.dg10)]
        },
        .fails(
            "LDS_H_46", "DG2's hash under the number 17", at: .sodContent, "dataGroupNumber",
            alongside: [.dataGroupIntegrity(.dg2), .comAgreement]
        ) {
            $0.sod.content = entry(of: .dg2) { [DER.integer(17), $1] }
        },
        malformed("LDS_H_47", "DG2's hash without number", entry(of: .dg2) { [$1] }),
        .fails(
            "LDS_H_87", "LDS version 1.8 in a security object of version 0", at: .sodContent, "versionMismatch",
            .noted("lds-version-mismatch", versionNamed), sound: { $0.options.versions = .init() },
            fault: {
                $0.sod.content = { $0[.version] = DER.integer(0) }
            }),
        .fails(
            "LDS_H_88", "LDS version 1.7 in a security object of version 1", at: .sodContent, "versionMismatch",
            .noted("lds-version-mismatch", versionNamed)
        ) {
            $0.sod.content = { $0[.version] = DER.integer(1) }
        },
        .fails(
            "LDS_H_89", "LDS version 1.9", at: .sodContent, "unknownVersion", .open(unknownVersion),
            alongside: ["files.com"], sound: { $0.options.versions = .init() },
            fault: {
                $0.options.versions = .init(lds: "0109")
            }),
    ]

    static let revokedSigners: [SuiteCase] = [
        .fails(
            "ISO7816_B_10", "the revocation list names the document signer", at: .documentSignerRevocation, "revoked",
            .each(
                operational: .rejected(.documentSignerRevocation, "revoked"),
                archive: .noted("revoked-after-signing"),
                "an archive judges at the time of signing and records what came later"),
            origin: .derived(.doc9303(12, "7.1.4"))
        ) {
            $0.isRevoked = true
        }
    ]

    static let objectConsistency: [SuiteCase] = [
        disagreeing(
            "LDS_H_90", "EF.SOD signs DG12, which EF.COM does not list", sound: addDetails,
            fault: { $0.listedInCOM = [.dg1, .dg2] }),
        disagreeing(
            "LDS_H_91", "EF.SOD does not sign DG12, which EF.COM lists", alongside: [.dataGroupIntegrity(.dg12)],
            archive: .undecided(.dataGroupIntegrity(.dg12), "dataGroupNotListed"), sound: addDetails,
            fault: { $0.options.deviations = [.withoutHash(.dg12)] }),
        disagreeing(
            "LDS_H_92", "EF.COM lists DG11 in place of DG12", alongside: ["files.DG11"],
            archive: .shown("files.DG11", "absent"), sound: addDetails, fault: { $0.listedInCOM = [.dg1, .dg2, .dg11] }),
    ]
}
