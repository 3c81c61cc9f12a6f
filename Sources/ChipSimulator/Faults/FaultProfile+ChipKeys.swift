import CardTransport
import Cryptography
import Issuing
import LDS
import Standards

extension FaultProfile {
    /// Keys of Chip Authentication, and how chips take them.
    static let chipKeyHabits: [FaultProfile] = [
        FaultProfile("ca-aes256", "Chip Authentication is by AES-256", source: "field note 91") {
            simulated throws(IssuingError) in try simulated.offerChipAuthentication(.aes256)
        },
        FaultProfile(
            "ca-number-refused", "MSE:Set AT with the number of the chip's only key answers 6A80",
            source: "field note 89"
        ) { simulated throws(IssuingError) in
            try simulated.offerKeys([1], infos: [1])
            simulated.behaviour.chipAuthentication.refusesKeyIdentifier = true
        },
        FaultProfile(
            "ca-numbers-refused", "the chip has two keys, answers 6A80 to the number of either and takes the first",
            source: "field notes 89 and 94"
        ) { simulated throws(IssuingError) in
            try simulated.offerKeys([1, 300], infos: [1, 300])
            simulated.behaviour.chipAuthentication.refusesKeyIdentifier = true
            simulated.behaviour.chipAuthentication.assumesFirstKey = true
        },
        FaultProfile(
            "ca-lists-more",
            "DG14 lists AES-256 and AES-128 for the chip's key, and MSE:Set AT of the first answers 6A80",
            source: "Doc 9303-11 §9.2.6"
        ) { simulated throws(IssuingError) in
            let key = try SimulatedDocument.key()
            let infos = [SessionCipher.aes128, .aes256].map {
                SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, $0))
            }
            let publicKey = SecurityInfoEncoder.chipAuthenticationPublicKey(key)
            try simulated.offer(
                .init(
                    pace: [SimulatedDocument.paceInfo()], keys: [key], chipAuthentication: infos + [publicKey]))
            simulated.behaviour.chipAuthentication.hiddenDG14 = FileEncoder.dg14(
                securityInfos: [infos[0], publicKey])
        },
        FaultProfile(
            "ca-chained", "a key of 2048 bits is too long for a short command, and nothing has extended length",
            source: "field note 92"
        ) { simulated throws(IssuingError) in
            try simulated.offerLongGroup()
            simulated.behaviour.extendedLength = nil
        },
        FaultProfile(
            "ca-extended-refused", "GENERAL AUTHENTICATE of extended length answers 6700, and a key has 2048 bits",
            source: "field note 92"
        ) { simulated throws(IssuingError) in
            try simulated.offerLongGroup()
            simulated.behaviour.refusesExtendedAuthentication = .wrongLength
        },
        FaultProfile(
            "dg14-by-identifier", "DG14 has no short identifier, unlike all others", source: "field note 47"
        ) { simulated throws(IssuingError) in
            try simulated.offerChipAuthentication()
            simulated.behaviour.filesWithoutShortIdentifier = [.dataGroup(.dg14)]
        },
        FaultProfile(
            "cam-two-keys", "EF.CardSecurity has two keys on one curve, and PACE is by the second of them",
            source: "field note 94"
        ) { simulated throws(IssuingError) in try simulated.offerMappingWithTwoKeys() },
    ]

    /// DG14 that EF.COM keeps quiet about.
    static let chipKeyDefects: [FaultProfile] = [
        FaultProfile(
            "com-lacks-dg14", "EF.SOD covers DG14, and EF.COM does not list it", source: "TR-03105-5.1 LDS_H_90",
            kind: .defect
        ) { simulated throws(IssuingError) in
            try simulated.offerChipAuthentication()
            let groups = simulated.document.dataGroups.keys.filter { $0 != .dg14 }
            simulated.document.files[.com] = FileEncoder.com(groups: groups.sorted())
        }
    ]
}

extension SimulatedDocument {
    /// A key in the standardised group of 2048 bits.
    fileprivate mutating func offerLongGroup() throws(IssuingError) {
        var random = SystemRandomSource()
        guard let group = DHGroup(standardizedDomainParameters: 2),
            let pair = try? DHKeyPair(in: group, random: &random)
        else { throw .signingFailed("a key for Chip Authentication") }
        let key = ChipAuthenticationKey(pair: .dh(pair))
        try offer(
            Offer(
                pace: [Self.paceInfo()], keys: [key],
                chipAuthentication: [
                    SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.dh, .aes128)),
                    SecurityInfoEncoder.chipAuthenticationPublicKey(key),
                ]))
    }

    /// PACE-CAM by the key with the number of its parameters, beside another key on the same curve.
    fileprivate mutating func offerMappingWithTwoKeys() throws(IssuingError) {
        let keys = [try Self.key(1), try Self.key(13)]
        let variant = OID.chipAuthentication(.ecdh, .aes128)
        try offer(
            Offer(
                pace: [Self.paceInfo(.chipAuthentication)], keys: keys,
                cardSecurity: keys.flatMap {
                    [
                        SecurityInfoEncoder.chipAuthentication(variant, keyID: $0.keyID),
                        SecurityInfoEncoder.chipAuthenticationPublicKey($0, form: .standardized),
                    ]
                }))
    }
}
