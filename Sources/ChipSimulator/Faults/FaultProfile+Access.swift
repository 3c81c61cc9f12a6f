import CardTransport
import Issuing
import LDS

extension FaultProfile {
    /// Selection of applications and files.
    public static let selection: [FaultProfile] = [
        FaultProfile(
            "application-6a82", "SELECT of the eMRTD application answers 6A82", source: "not an eMRTD",
            isHarmless: false
        ) { $0.behaviour.applicationRefusal = .fileNotFound },
        FaultProfile("master-file-6d00", "SELECT of the master file answers 6D00", source: "field note 14") {
            $0.behaviour.masterFileRefusal = .instructionNotSupported
        },
        FaultProfile("master-file-6985", "SELECT of the master file answers 6985", source: "field notes 12 and 14") {
            $0.behaviour.masterFileRefusal = .conditionsNotSatisfied
        },
        FaultProfile("master-file-6a86", "SELECT of the master file answers 6A86", source: "field note 15") {
            $0.behaviour.masterFileRefusal = .wrongParameters
        },
    ]

    /// Basic Access Control.
    public static let access: [FaultProfile] = [
        refusal("bac-6300", 0x6300, "field note 1"),
        refusal("bac-63c7", 0x63C7, "field note 8"),
        refusal("bac-6982", 0x6982, "field note 7"),
        refusal("bac-6985", 0x6985, "field notes 7 and 12"),
        FaultProfile(
            "bac-40-wrong-bytes", "EXTERNAL AUTHENTICATE answers 9000 with 40 meaningless bytes",
            source: "field note 11", isHarmless: false
        ) { $0.behaviour.mutualAuthentication = .meaningless(byteCount: 40) },
        FaultProfile(
            "bac-39-bytes", "EXTERNAL AUTHENTICATE answers 9000 with 39 bytes", source: "Doc 9303-11 §4.3.1",
            isHarmless: false
        ) { $0.behaviour.mutualAuthentication = .meaningless(byteCount: 39) },
        FaultProfile(
            "bac-altered-proof", "one bit of the chip's cryptogram is flipped", source: "field note 11",
            isHarmless: false
        ) { $0.behaviour.mutualAuthentication = .altered },
        FaultProfile(
            "bac-foreign-nonce", "the chip's proof, with a right checksum, returns another nonce",
            source: "Doc 9303-11 §4.3.1 step 4c", isHarmless: false
        ) { $0.behaviour.mutualAuthentication = .replayed },
        FaultProfile(
            "pace-offered", "EF.CardAccess offers PACE, and the chip opens by BAC too", source: "Doc 9303-11 §4.2"
        ) { document in
            document.document.files[.cardAccess] = DocumentProfile.cardAccessOfferingPACE
        },
        FaultProfile(
            "open", "the files can be read without access control", source: "Doc 9303-11 §4.1"
        ) { $0.document.accessControl = .open },
    ]

    private static func refusal(_ name: String, _ status: UInt16, _ source: String) -> FaultProfile {
        let word = StatusWord(status)
        return FaultProfile(
            name, "EXTERNAL AUTHENTICATE answers \(word)", source: source, isHarmless: false
        ) { $0.behaviour.mutualAuthentication = .refusingAll(word) }
    }

    /// Active Authentication.
    public static let authentication: [FaultProfile] = [
        FaultProfile("aa-6d00", "INTERNAL AUTHENTICATE answers 6D00", source: "field note 88", isHarmless: false) {
            $0.behaviour.activeAuthentication = .refusing(.instructionNotSupported)
        },
        FaultProfile("aa-6a88", "INTERNAL AUTHENTICATE answers 6A88", source: "field note 88", isHarmless: false) {
            $0.behaviour.activeAuthentication = .refusing(.referencedDataNotFound)
        },
        FaultProfile(
            "aa-truncated", "a signature too long for a short answer is cut without notice", source: "field note 83"
        ) { $0.behaviour.activeAuthentication = .truncated },
        FaultProfile(
            "aa-empty-extended", "INTERNAL AUTHENTICATE of extended length answers without data",
            source: "field note 84"
        ) { $0.behaviour.activeAuthentication = .emptyForExtended },
        FaultProfile(
            "aa-altered", "one bit of the signature is flipped", source: "Doc 9303-11 §6.1", isHarmless: false
        ) { $0.behaviour.activeAuthentication = .altered },
    ]
}
