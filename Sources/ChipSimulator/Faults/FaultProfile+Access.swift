import CardTransport
import Cryptography
import Issuing
import LDS

extension FaultProfile {
    /// Selection of applications and files.
    public static let selection: [FaultProfile] = [
        FaultProfile(
            "application-6a82", "SELECT of the eMRTD application answers 6A82", source: "not an eMRTD",
            kind: .defect
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
            source: "field note 11", kind: .hostile
        ) { $0.behaviour.mutualAuthentication = .meaningless(byteCount: 40) },
        FaultProfile(
            "bac-39-bytes", "EXTERNAL AUTHENTICATE answers 9000 with 39 bytes", source: "Doc 9303-11 §4.3.1",
            kind: .hostile
        ) { $0.behaviour.mutualAuthentication = .meaningless(byteCount: 39) },
        FaultProfile(
            "bac-altered-proof", "one bit of the chip's cryptogram is flipped", source: "field note 11",
            kind: .hostile
        ) { $0.behaviour.mutualAuthentication = .altered },
        FaultProfile(
            "bac-foreign-nonce", "the chip's proof, with a right checksum, returns another nonce",
            source: "Doc 9303-11 §4.3.1 step 4c", kind: .hostile
        ) { $0.behaviour.mutualAuthentication = .replayed },
        FaultProfile(
            "pace-offered", "EF.CardAccess offers PACE, and the chip opens by BAC too", source: "Doc 9303-11 §4.2"
        ) { document in
            document.document.files[.cardAccess] = DocumentProfile.cardAccessOfferingPACE
            document.document.pace = PACEPasswords()
        },
        FaultProfile(
            "open", "the files can be read without access control", source: "Doc 9303-11 §4.1"
        ) { $0.document.accessControl = .open },
    ]

    private static func refusal(_ name: String, _ status: UInt16, _ source: String) -> FaultProfile {
        let word = StatusWord(status)
        return FaultProfile(
            name, "EXTERNAL AUTHENTICATE answers \(word)", source: source, kind: .defect
        ) { $0.behaviour.mutualAuthentication = .refusingAll(word) }
    }

    /// Active Authentication.
    public static let authentication: [FaultProfile] = [
        FaultProfile("aa-6d00", "INTERNAL AUTHENTICATE answers 6D00", source: "field note 88", kind: .defect) {
            $0.behaviour.activeAuthentication = .refusing(.instructionNotSupported)
        },
        FaultProfile("aa-6a88", "INTERNAL AUTHENTICATE answers 6A88", source: "field note 88", kind: .defect) {
            $0.behaviour.activeAuthentication = .refusing(.referencedDataNotFound)
        },
        FaultProfile(
            "aa-truncated", "a signature too long for a short answer is cut without notice", source: "field note 83"
        ) { simulated throws(IssuingError) in
            try simulated.issueLongKey()
            simulated.behaviour.activeAuthentication = .truncated
        },
        FaultProfile(
            "aa-empty-extended", "INTERNAL AUTHENTICATE of extended length answers without data, a short one in pieces",
            source: "field note 84"
        ) { simulated throws(IssuingError) in
            try simulated.issueLongKey()
            simulated.behaviour.activeAuthentication = .emptyForExtended
            simulated.behaviour.chainsResponses = true
        },
        FaultProfile(
            "aa-rsa-2048", "a signature of 256 bytes, which no short answer in the channel can carry",
            source: "field note 83"
        ) { simulated throws(IssuingError) in try simulated.issueLongKey() },
        FaultProfile(
            "aa-6c00", "INTERNAL AUTHENTICATE answers 6C00 unless it is short, and then in 61xx parts",
            source: "field notes 83 and 84"
        ) { simulated throws(IssuingError) in
            try simulated.issueLongKey()
            simulated.behaviour.activeAuthentication = .corrected
            simulated.behaviour.chainsResponses = true
        },
        FaultProfile(
            "aa-altered", "one bit of the signature is flipped", source: "Doc 9303-11 §6.1", kind: .hostile
        ) { $0.behaviour.activeAuthentication = .altered },
    ]
}

extension SimulatedDocument {
    /// Gives the chip an RSA key of 2048 bits, whose signature needs extended length in the channel.
    fileprivate mutating func issueLongKey() throws(IssuingError) {
        document.activeAuthentication = try ActiveAuthenticationProfile(key: .rsa(bits: 2048)).issue()
        guard let key = document.activeAuthentication?.key else { return }
        document.files[.dataGroup(.dg14)] = nil
        document.files[.dataGroup(.dg15)] = FileEncoder.dg15(subjectPublicKeyInfo: key.subjectPublicKeyInfo())
        try document.reissue()
    }
}
