import Issuing
import LDS
import Standards
import Trust

/// LDS_J, and what LDS_H and ISO7816_G ask of EF.CardSecurity, on a chip that PACE with Chip Authentication Mapping opens.
extension TR03105Suite {
    private static let agreement: CheckID = "consistency.cardSecurity"

    /// The same variant with another curve.
    private static let otherPACE = [
        SecurityInfoEncoder.pace(OID(0, 4, 0, 127, 0, 7, 2, 2, 4, 6, 2), parameterIdentifier: 12)
    ]
    /// A second variant: ECDH with generic mapping.
    private static let genericPACE = SecurityInfoEncoder.pace(
        OID(0, 4, 0, 127, 0, 7, 2, 2, 4, 2, 2), parameterIdentifier: 13)

    private static func mapping(_ document: inout SuiteDocument) { document.protocols = ProtocolChip() }

    /// What ties EF.CardSecurity to the document is DG14, which EF.SOD signs.
    static let mappingTrust: [SuiteCase] = [
        .fails(
            "LDS_H_93", "nothing in EF.SOD vouches for EF.CardSecurity", at: .dataGroupIntegrity(.dg14),
            "dataGroupNotListed",
            .open(
                at: .dataGroupIntegrity(.dg14), "dataGroupNotListed",
                "a group that is not signed proves nothing and is no sign of a forgery, so it stays open"),
            origin: .ownReading(
                .doc9303(10, "4.6.2.3"),
                "EF.SOD has no number for EF.CardSecurity; run without the hash of DG14, which repeats it"),
            alongside: [.comAgreement], sound: mapping
        ) {
            $0.options.deviations = [.withoutHash(.dg14)]
        },
        .fails(
            "ISO7816_G_34", "EF.CardSecurity whose signature is wrong, after PACE with mapping",
            at: .cardSecuritySignature, "signatureWrong",
            origin: .ownReading(
                .doc9303(11, "5.1"),
                "the catalogue's answer is not at hand; the document without the fault is the positive case"),
            alongside: ["cam.chip"], sound: mapping
        ) {
            $0.protocols?.hasBrokenSignature = true
        },
    ]

    static let cardSecurity: [SuiteCase] = [
        .passes("LDS_J_01", "EF.CardSecurity lists more than EF.CardAccess") {
            $0.protocols = ProtocolChip()
            $0.protocols?.otherInfos = [SecurityInfoEncoder.terminalAuthentication()]
        },
        .fails(
            "LDS_J_02", "EF.CardSecurity lists less than EF.CardAccess", at: agreement,
            "paceEntriesMissing", alongside: ["cam.chip"],
            sound: {
                $0.protocols = ProtocolChip()
                $0.protocols?.cardAccess = ProtocolChip.pace + [genericPACE]
                $0.protocols?.repeatedInCardSecurity = ProtocolChip.pace + [genericPACE]
                $0.protocols?.repeatedInDG14 = ProtocolChip.pace + [genericPACE]
            },
            fault: {
                $0.protocols?.repeatedInCardSecurity = ProtocolChip.pace
            }),
        .fails(
            "LDS_J_03", "EF.CardSecurity lists another variant than EF.CardAccess", at: agreement,
            "paceEntriesMissing", alongside: ["cam.chip"],
            sound: mapping
        ) {
            $0.protocols?.repeatedInCardSecurity = otherPACE
        },
        .fails(
            "LDS_J_04", "EF.CardSecurity holds another key than the chip's", at: "cam.chip", "keyDiffers",
            alongside: [agreement], sound: mapping
        ) {
            $0.protocols?.hasOtherKey = true
        },
    ]
}
