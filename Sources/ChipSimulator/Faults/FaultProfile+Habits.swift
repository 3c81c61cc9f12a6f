import CardTransport
import Cryptography
import Issuing
import LDS
import Standards

extension FaultProfile {
    /// Selection, reading and sessions of chips that were met one by one.
    static let habits: [FaultProfile] = selectionHabits + readingHabits + paceHabits

    private static let selectionHabits: [FaultProfile] = [
        FaultProfile(
            "master-file-silent", "SELECT of the master file with 3F00 is not answered at all", source: "field note 14"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.cardAccessPlace = .afterSelection
            simulated.behaviour.silence = .masterFile(.withIdentifier)
        },
        FaultProfile(
            "card-access-after-selection",
            "EF.CardAccess is found once the master file was selected, without data alone",
            source: "field notes 14 and 15"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.cardAccessPlace = .afterSelection
            simulated.behaviour.refusedMasterFileForm = .withIdentifier
        },
        FaultProfile(
            "card-access-other-selection",
            "EF.CardAccess has no short identifier, and one of two forms of SELECT gives EF.DIR in its place",
            source: "a chip met in tests of other readers"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.addDirectory()
            simulated.behaviour.cardAccessPlace = .behindOtherSelection
        },
        FaultProfile(
            "card-files-6982", "EF.ATR/INFO and EF.DIR answer 6982 before access", source: "field note 49"
        ) { simulated in
            simulated.addDirectory()
            simulated.behaviour.cardFileRefusal = .securityStatusNotSatisfied
        },
        FaultProfile(
            "application-6a86", "SELECT of the application that asks for nothing back answers 6A86",
            source: "field note 17"
        ) { $0.behaviour.applicationFormRefusal = .wrongParameters },
        FaultProfile(
            "application-selected", "the application is selected from the start, and SELECT of it answers 6985",
            source: "field note 17"
        ) {
            $0.behaviour.startsInApplication = true
            $0.behaviour.applicationRefusal = .conditionsNotSatisfied
        },
    ]

    private static let readingHabits: [FaultProfile] = [
        FaultProfile(
            "end-6282", "a read past the end gives the rest with 6282, whatever was asked for", source: "field note 44"
        ) { $0.behaviour.endOfFile = .alwaysWarning },
        FaultProfile("read-6f00", "a read of more than 160 bytes answers 6F00", source: "field note 57") {
            $0.behaviour.extendedLength = nil
            $0.behaviour.maximumReadByteCount = 160
            $0.behaviour.overlongRead = .failed(StatusWord(0x6F00))
        },
        FaultProfile(
            "any-length", "a read in the channel that asks for so many bytes ends the session with 6987",
            source: "field note 36"
        ) { $0.behaviour.refusedLengthObject = .exact },
        FaultProfile("status-0000", "the fifth answer in the channel is a bare 0000", source: "field note 51") {
            $0.behaviour.sessionIncident = .bareStatus(answer: 5, StatusWord(0x0000))
        },
        FaultProfile("silent-once", "the twelfth command is not answered", source: "field note 51") {
            $0.behaviour.silence = .command(12)
        },
    ]

    private static let paceHabits: [FaultProfile] = [
        FaultProfile("pace-aes256", "PACE is offered with AES-256 alone", source: "field note 25") {
            simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.generic, .ecdh, .aes256)], alone: true)
        },
        FaultProfile("pace-aes192", "PACE is offered with AES-192 alone", source: "field note 25") {
            simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.generic, .ecdh, .aes192)], alone: true)
        },
        FaultProfile(
            "pace-both-mappings", "PACE is offered by generic and by integrated mapping", source: "field note 21"
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE(
                [SimulatedDocument.paceInfo(), SimulatedDocument.paceInfo(.integrated, .ecdh, .aes256, 15)],
                alone: true)
        },
        FaultProfile(
            "pace-lists-more", "EF.CardAccess lists AES-256 and AES-128, and MSE:Set AT of the first answers 6A80",
            source: "Doc 9303-11 §9.2.2"
        ) { simulated throws(IssuingError) in
            let weaker = SimulatedDocument.paceInfo()
            try simulated.offerPACE([weaker, SimulatedDocument.paceInfo(.generic, .ecdh, .aes256)], alone: true)
            simulated.behaviour.pace.hiddenCardAccess = SecurityInfoEncoder.cardAccess([weaker])
        },
        FaultProfile("pace-do84-6a87", "MSE:Set AT with DO'84' answers 6A87", source: "field note 18") {
            simulated throws(IssuingError) in
            try simulated.offerPACE(alone: true)
            simulated.behaviour.pace.parameterReference = .refused(StatusWord(0x6A87))
        },
        FaultProfile(
            "pace-can-alone", "the printed number opens the chip, and the machine readable zone does not",
            source: "field note 22"
        ) { simulated throws(IssuingError) in
            simulated.document.pace = PACEPasswords(can: Array("123456".utf8))
            try simulated.offerPACE(alone: true)
            simulated.behaviour.pace.refusesZone = true
        },
        FaultProfile(
            "card-access-several",
            "EF.CardAccess lists the curves 13 and 16, an entry without a number and an unknown protocol, and bytes "
                + "follow it", source: "Doc 9303-11 §9.2"
        ) { simulated throws(IssuingError) in
            let unknown = SecurityInfoEncoder.info(OID(1, 2, 840, 99), required: [0x02, 0x01, 0x02])
            let numbers = [nil, 13, 16].map { SimulatedDocument.paceInfo(.generic, .ecdh, .aes128, $0) }
            try simulated.offerPACE(numbers + [unknown], alone: true)
            simulated.document.files[.cardAccess]? += [0x00, 0x00, 0x00]
        },
    ]

    /// A nonce that is no whole number of blocks.
    static let nonceDefects: [FaultProfile] = [
        FaultProfile(
            "pace-nonce-24-integrated", "the nonce of the integrated mapping has 24 bytes under AES-192",
            source: "Doc 9303-11 §4.4.3.3.2", kind: .defect
        ) { simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.integrated, .ecdh, .aes192)], alone: true)
            simulated.behaviour.pace.nonceByteCount = 24
        }
    ]

    /// Portraits in other clothes.
    static let faces: [FaultProfile] = [
        FaultProfile(
            "dg2-39794", "the portrait is a block of ISO/IEC 39794-5", source: "field note 60"
        ) { simulated throws(IssuingError) in
            let portrait = try Portrait(image: Specimen.portrait)
            simulated.document.files[.dataGroup(.dg2)] = FileEncoder.dg2(dataBlocksOf: [portrait])
            try simulated.document.reissue()
        },
        FaultProfile(
            "dg2-7f2e", "a facial record of ISO/IEC 19794-5 has the tag of the newer standard", source: "field note 61"
        ) { simulated throws(IssuingError) in
            guard var file = simulated.document.files[.dataGroup(.dg2)],
                let tag = file.indices.first(where: { file[$0...].starts(with: [0x5F, 0x2E]) })
            else { return }
            file[tag] = 0x7F
            simulated.document.files[.dataGroup(.dg2)] = file
            try simulated.document.reissue()
        },
        FaultProfile(
            "dg2-padded-codestream", "zeros follow the JPEG 2000 codestream inside of its record",
            source: "field note 59"
        ) { simulated throws(IssuingError) in
            let portrait = try Portrait(image: Specimen.codestream + [UInt8](repeating: 0x00, count: 200))
            try simulated.issueFace { _ in [FileEncoder.facialRecord([portrait])] }
        },
    ]
}
