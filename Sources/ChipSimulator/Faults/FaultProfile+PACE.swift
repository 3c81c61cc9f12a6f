import CardTransport
import Cryptography
import Issuing
import LDS
import Standards

extension FaultProfile {
    /// PACE, and what comes before it.
    public static let pace: [FaultProfile] = paceOffers + paceParameters + paceValues + paceDefects

    private static let paceOffers: [FaultProfile] = [
        FaultProfile("pace-both", "the chip opens by PACE and by BAC", source: "Doc 9303-11 §4.2") {
            simulated throws(IssuingError) in try simulated.offerPACE()
        },
        FaultProfile(
            "pace-only", "SELECT of the application before PACE answers 6982, and BAC 6985", source: "field note 12"
        ) { simulated throws(IssuingError) in try simulated.offerPACE(alone: true) },
        FaultProfile(
            "pace-only-6985", "SELECT of the application before PACE answers 6985, and so does BAC",
            source: "field note 12"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.lockedApplication = .conditionsNotSatisfied
        },
        FaultProfile(
            "card-access-in-application",
            "EF.CardAccess lies in the application alone, and SELECT of the master file "
                + "answers 6D00", source: "field note 14"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.cardAccessPlace = .application
            simulated.behaviour.masterFileRefusal = .instructionNotSupported
        },
        FaultProfile(
            "card-access-is-directory", "after SELECT of EF.CardAccess the next READ BINARY gives EF.DIR",
            source: "a chip met in tests of other readers"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.addDirectory()
            simulated.behaviour.cardAccessPlace = .behindDirectory
        },
        FaultProfile("master-file-6982", "SELECT of the master file answers 6982", source: "field note 15") {
            $0.behaviour.masterFileRefusal = .securityStatusNotSatisfied
        },
        FaultProfile("master-file-6a81", "SELECT of the master file answers 6A81", source: "field note 15") {
            $0.behaviour.masterFileRefusal = .functionNotSupported
        },
        FaultProfile("master-file-6a87", "SELECT of the master file answers 6A87", source: "field note 15") {
            $0.behaviour.masterFileRefusal = StatusWord(0x6A87)
        },
        FaultProfile(
            "master-file-needs-3f00",
            "EF.CardAccess is found once the master file was selected, with 3F00 alone", source: "field note 14"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.cardAccessPlace = .afterSelection
            simulated.behaviour.refusedMasterFileForm = .withoutData
        },
        FaultProfile(
            "master-file-needs-nothing", "SELECT of the master file with 3F00 answers 6700", source: "field note 14"
        ) { $0.behaviour.refusedMasterFileForm = .withIdentifier },
        FaultProfile(
            "length-6700", "SELECT and MSE:Set AT answer 6700 where they have an Le", source: "field note 13"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.refusesLengthWithoutAnswer = true
        },
        FaultProfile(
            "pace-long-le-6982", "GENERAL AUTHENTICATE of extended length answers 6982", source: "field note 24"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.refusesExtendedAuthentication = .securityStatusNotSatisfied
        },
        FaultProfile(
            "card-access-unknown", "EF.CardAccess also lists an unknown protocol, and bytes follow it",
            source: "Doc 9303-11 §9.2"
        ) { simulated throws(IssuingError) in
            let unknown = SecurityInfoEncoder.info(OID(1, 2, 840, 99), required: [0x02, 0x01, 0x02])
            try simulated.offerPACE([unknown, SimulatedDocument.paceInfo()], alone: true)
            simulated.document.files[.cardAccess]? += [0x00, 0x00, 0x00]
        },
        FaultProfile(
            "case-one-none", "a command without data and Le is padded for its checksum without a block of its own",
            source: "Doc 9303-11 §9.8.4 and Appendix D.4"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.caseOnePadding = .none
        },
        FaultProfile(
            "exact-length", "a read in the channel that asks for all there is ends the session with 6987",
            source: "field note 36"
        ) { $0.behaviour.refusedLengthObject = .all },
        FaultProfile(
            "pace-integrated-p521", "PACE is offered by integrated mapping on P-521 alone", source: "field note 21"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.integrated, .ecdh, .aes256, 18)], alone: true)
        },
        FaultProfile(
            "pace-dh-3des", "PACE is offered in a group with 3DES alone", source: "field note 23"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.generic, .dh, .tripleDES, 0)], alone: true)
        },
        FaultProfile("pace-p320", "PACE is offered on brainpoolP320r1 alone", source: "field note 20") {
            simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.generic, .ecdh, .aes192, 14)], alone: true)
        },
        FaultProfile("pace-slow", "each step of PACE takes four seconds", source: "field note 31") {
            simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.keyAgreementTime = .seconds(4)
        },
    ]

    private static let paceParameters: [FaultProfile] = [
        parameters("pace-do84-6a80", "MSE:Set AT with DO'84' answers 6A80", "field note 18", .refused(.wrongData)),
        parameters(
            "pace-do84-6a88", "MSE:Set AT with DO'84' answers 6A88", "field note 18", .refused(.referencedDataNotFound)),
        parameters(
            "pace-needs-do84", "MSE:Set AT without DO'84' answers 6A87", "field note 18", .required(StatusWord(0x6A87))),
        FaultProfile(
            "pace-assumes-curve", "of two entries the chip takes the last where DO'84' names none",
            source: "field note 19"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(
                [12, 13, 15].map { SimulatedDocument.paceInfo(.generic, .ecdh, .aes128, $0) }, alone: true)
            simulated.behaviour.pace.parameterReference = .assumed
        },
        FaultProfile(
            "pace-63c2", "MSE:Set AT answers 63C2 and goes on", source: "field note 8"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.pace.settingStatus = StatusWord(0x63C2)
        },
        FaultProfile(
            "pace-without-number", "the only entry of EF.CardAccess names no parameters, which are written out",
            source: "Doc 9303-11 §9.2.2"
        ) { simulated throws(IssuingError) in
            guard let mapping = OID.paceMapping(.generic, .ecdh) else { return }
            let explicit = SecurityInfoEncoder.paceDomainParameters(
                mapping, .explicit(.brainpoolP256r1), parameterIdentifier: nil)
            try simulated.offerPACE([SimulatedDocument.paceInfo(.generic, .ecdh, .aes128, nil), explicit], alone: true)
        },
    ]

    private static func parameters(
        _ name: String, _ summary: String, _ source: String, _ reference: ChipBehaviour.ParameterReference
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.pace.parameterReference = reference
        }
    }

    private static let paceValues: [FaultProfile] = [
        value("pace-nonce-32", "the nonce has 32 bytes under AES-128", "Doc 9303-11 §4.4.3.3") {
            $0.nonceByteCount = 32
        },
        value("pace-zero-mapping-key", "the mapping key begins with a zero", "field note 27") {
            $0.forcesLeadingZero = .mappingKey
        },
        value("pace-zero-key", "the ephemeral key begins with a zero", "field note 27") {
            $0.forcesLeadingZero = .ephemeralKey
        },
        value("pace-zero-secret", "the shared secret begins with a zero", "field note 27") {
            $0.forcesLeadingZero = .sharedSecret
        },
        FaultProfile(
            "pace-zero-secret-dh", "the shared secret of a group begins with a zero", source: "field note 27"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.generic, .dh, .aes128, 0)], alone: true)
            simulated.behaviour.pace.forcesLeadingZero = .sharedSecret
        },
        value("pace-uncalled-proof", "the chip sends DO'8A' with generic mapping", "TR-03105-5.1 ISO7816_G_35") {
            $0.proof = .uncalledFor
        },
    ]

    private static func value(
        _ name: String, _ summary: String, _ source: String,
        _ change: @escaping @Sendable (inout ChipBehaviour.PACE) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            change(&simulated.behaviour.pace)
        }
    }
}

extension SimulatedDocument {
    /// EF.DIR with the eMRTD application.
    mutating func addDirectory() {
        document.files[.directory] = FileEncoder.directory(
            applications: [ElementaryFile.Application.lds1.identifier].compactMap(\.self))
    }
}
