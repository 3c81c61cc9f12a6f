import CardTransport
import Issuing
import LDS
import Standards

extension FaultProfile {
    /// Chip Authentication, and DG14 as issuers write it.
    public static let chipAuthentication: [FaultProfile] = chipKeys + chipDefects

    private static let chipKeys: [FaultProfile] = [
        FaultProfile("ca", "the chip authenticates itself by Chip Authentication", source: "Doc 9303-11 §6.2") {
            simulated throws(IssuingError) in try simulated.offerChipAuthentication()
        },
        FaultProfile("ca-3des", "Chip Authentication is by 3DES", source: "Doc 9303-11 §6.2.4.1") {
            simulated throws(IssuingError) in try simulated.offerChipAuthentication(.tripleDES)
        },
        FaultProfile(
            "ca-long-lengths", "every length of DG14 has an octet more than it needs", source: "ITU-T X.690 §8.1.3"
        ) { simulated throws(IssuingError) in try simulated.offerChipAuthentication(form: .longLengths) },
        FaultProfile("ca-unsorted", "the entries of DG14 are not in DER's order", source: "field note 67") {
            simulated throws(IssuingError) in try simulated.offerChipAuthentication(form: .unsorted)
        },
        FaultProfile(
            "ca-info-missing", "DG14 has a key and no ChipAuthenticationInfo: 3DES by MSE:Set KAT",
            source: "Doc 9303-11 §6.2.4.1"
        ) { simulated throws(IssuingError) in
            let key = try SimulatedDocument.key()
            try simulated.offer(
                .init(
                    pace: [SimulatedDocument.paceInfo()], keys: [key],
                    chipAuthentication: [SecurityInfoEncoder.chipAuthenticationPublicKey(key)]))
        },
        FaultProfile("ca-key-195", "the chip's key has the number 195", source: "field note 89") {
            simulated throws(IssuingError) in try simulated.offerKeys([195], infos: [195])
        },
        FaultProfile(
            "ca-two-keys", "the chip has the keys 1 and 300, and one ChipAuthenticationInfo", source: "field note 94"
        ) { simulated throws(IssuingError) in try simulated.offerKeys([1, 300], infos: [300]) },
        FaultProfile(
            "ca-group-without-order", "the parameters of the chip's key in a group lack the order",
            source: "Doc 9303-11 §9.5"
        ) { simulated throws(IssuingError) in
            let key = try SimulatedDocument.groupKey(withOrder: false)
            try simulated.offer(
                .init(
                    pace: [SimulatedDocument.paceInfo()], keys: [key],
                    chipAuthentication: [
                        SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.dh, .aes128)),
                        SecurityInfoEncoder.chipAuthenticationPublicKey(key),
                    ]))
        },
        FaultProfile("ca-no-kat", "MSE:Set KAT answers 6D00, and 3DES goes by MSE:Set AT", source: "field note 92") {
            simulated throws(IssuingError) in
            try simulated.offerChipAuthentication(.tripleDES)
            simulated.behaviour.chipAuthentication.refusesKAT = .instructionNotSupported
        },
        FaultProfile("cam", "the chip opens by PACE with Chip Authentication Mapping", source: "Doc 9303-11 §4.4.3.5") {
            simulated throws(IssuingError) in try simulated.offerMapping()
        },
    ]

    private static let chipDefects: [FaultProfile] = [
        FaultProfile(
            "ca-6f00", "GENERAL AUTHENTICATE of Chip Authentication answers 6F00", source: "field note 92",
            kind: .defect
        ) { simulated throws(IssuingError) in
            try simulated.offerChipAuthentication()
            simulated.behaviour.chipAuthentication.refusal = ChipBehaviour.Refusal(step: 1, status: StatusWord(0x6F00))
        },
        FaultProfile(
            "ca-6a80", "MSE:Set AT of Chip Authentication answers 6A80", source: "field note 91", kind: .defect
        ) { simulated throws(IssuingError) in
            try simulated.offerChipAuthentication()
            simulated.behaviour.chipAuthentication.refusal = ChipBehaviour.Refusal(step: 0, status: .wrongData)
        },
    ]

    /// Answers that end nothing, or are not what was answered.
    public static let channel: [FaultProfile] = [
        incident("checksum-short", "the checksum of the fifth answer has four bytes") { .checksumCutShort(answer: $0) },
        incident("answer-replayed", "the fifth answer is the fourth again") { .replayed(answer: $0) },
        incident("answer-reordered", "the fifth answer is protected as the sixth") { .reordered(answer: $0) },
        incident("answer-truncated", "the fifth answer ends sixteen bytes too early") { .truncated(answer: $0) },
        incident("answer-bit", "one bit of the fifth answer is flipped") { .bitFlipped(answer: $0) },
        FaultProfile(
            "endless-61xx", "from the fifth command on all is answered with 6110 and sixteen bytes",
            source: "ISO/IEC 7816-4 §5.3.4", kind: .hostile
        ) { $0.behaviour.endless = .moreData(fromCommand: 5) },
        FaultProfile(
            "endless-6cxx", "from the fifth command on all is answered with 6C10", source: "ISO/IEC 7816-4 §5.6",
            kind: .hostile
        ) { $0.behaviour.endless = .otherLength(fromCommand: 5) },
        FaultProfile(
            "com-4gib", "EF.COM declares a length of 4 GiB", source: "ITU-T X.690 §8.1.3", kind: .hostile
        ) { simulated in
            let rest = (simulated.document.files[.com] ?? []).dropFirst(2)
            simulated.document.files[.com] = [0x60, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + rest
        },
        FaultProfile(
            "dg16-10000-levels", "DG16 nests 10,000 data objects", source: "ITU-T X.690 §8.1", kind: .hostile
        ) { simulated throws(IssuingError) in
            simulated.document.files[.dataGroup(.dg16)] = FileEncoder.nested(0x70, depth: 10_000)
            try simulated.document.reissue()
        },
    ]

    private static func incident(
        _ name: String, _ summary: String, _ incident: (Int) -> ChipBehaviour.SessionIncident
    ) -> FaultProfile {
        let fifth = incident(5)
        return FaultProfile(name, summary, source: "Doc 9303-11 §9.8", kind: .hostile) {
            $0.behaviour.sessionIncident = fifth
        }
    }
}

extension SimulatedDocument {
    /// Keys by number, and an entry for some of them.
    mutating func offerKeys(_ numbers: [Int], infos: [Int]) throws(IssuingError) {
        var keys: [ChipAuthenticationKey] = []
        for number in numbers { keys.append(try Self.key(number)) }
        let variant = OID.chipAuthentication(.ecdh, .aes128)
        try offer(
            Offer(
                pace: [Self.paceInfo()], keys: keys,
                chipAuthentication: infos.map { SecurityInfoEncoder.chipAuthentication(variant, keyID: $0) }
                    + keys.map { SecurityInfoEncoder.chipAuthenticationPublicKey($0) }))
    }
}

extension FileEncoder {
    /// Data objects in one another, the innermost empty.
    static func nested(_ tag: UInt8, depth: Int) -> [UInt8] {
        // From the inside out, written backwards: each level adds the bytes of its tag and length.
        var reversed: [UInt8] = []
        for level in 0..<depth {
            let count = reversed.count
            let length: [UInt8] =
                switch count {
                case 0..<0x80: [UInt8(count)]
                case 0x80...0xFF: [0x81, UInt8(count)]
                case 0x100...0xFFFF: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
                default: [0x83, UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
                }
            reversed += length.reversed() + [level == depth - 1 ? tag : 0x30]
        }
        return reversed.reversed()
    }
}
