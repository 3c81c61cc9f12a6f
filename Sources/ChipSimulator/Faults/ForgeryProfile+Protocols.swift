import Cryptography
import Issuing
import LDS
import Standards

extension ForgeryProfile {
    /// Chips that cannot prove what DG14 or EF.CardSecurity promises, and documents that promise less than they did.
    static let protocols: [ForgeryProfile] = offers + chipKeys + mappings + relays

    private static let offers: [ForgeryProfile] = [
        ForgeryProfile(
            "pace-removed", "EF.CardAccess is gone, and the chip opens by BAC; DG14 still lists PACE",
            breaks: .consistency
        ) { simulated throws(IssuingError) in
            try simulated.needPACE()
            if simulated.document.accessControl == .pace { simulated.document.accessControl = .bac }
            simulated.document.files[.cardAccess] = nil
        },
        ForgeryProfile(
            "pace-weakened", "EF.CardAccess lists 3DES alone; DG14 lists AES", breaks: .consistency
        ) { simulated throws(IssuingError) in
            try simulated.needPACE()
            simulated.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([
                SimulatedDocument.paceInfo(.generic, .ecdh, .tripleDES)
            ])
        },
        ForgeryProfile(
            "pace-added", "EF.CardAccess lists 3DES too, which DG14 does not know", breaks: .consistency
        ) { simulated throws(IssuingError) in
            try simulated.needPACE()
            simulated.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess(
                simulated.securityInfos(of: .cardAccess).map(\.encoded) + [
                    SimulatedDocument.paceInfo(.generic, .ecdh, .tripleDES)
                ])
        },
        ForgeryProfile(
            "cam-removed", "EF.CardAccess lists generic mapping alone; DG14 lists Chip Authentication Mapping",
            breaks: .consistency
        ) { simulated throws(IssuingError) in
            try simulated.needMapping()
            simulated.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([SimulatedDocument.paceInfo()])
        },
        ForgeryProfile(
            "ca-removed", "Chip Authentication is taken out of DG14, and the chip has no key", breaks: .dataIntegrity
        ) { simulated throws(IssuingError) in
            try simulated.needChipAuthentication()
            simulated.document.chipAuthentication = []
            simulated.document.activeAuthentication = nil
            simulated.replaceDG14 { $0.filter { !$0.isOfChipAuthentication }.map(\.encoded) }
        },
        ForgeryProfile(
            "ca-key-removed", "the key is taken out of DG14, and its protocol is left", breaks: .dataIntegrity
        ) { simulated throws(IssuingError) in
            try simulated.needChipAuthentication()
            simulated.document.chipAuthentication = []
            simulated.document.activeAuthentication = nil
            simulated.replaceDG14 { $0.filter { !$0.isPublicKey }.map(\.encoded) }
        },
        ForgeryProfile(
            "dg14-removed", "DG14 is taken away from chip and EF.COM, and EF.SOD lists it", breaks: .files
        ) { simulated throws(IssuingError) in
            try simulated.needChipAuthentication()
            simulated.document.chipAuthentication = []
            simulated.document.files[.dataGroup(.dg14)] = nil
            simulated.document.files[.com] = FileEncoder.com(groups: simulated.document.dataGroups.keys.sorted())
        },
    ]

    private static let chipKeys: [ForgeryProfile] = [
        ForgeryProfile(
            "ca-clone", "a copy of all files; the chip has no private key at all", breaks: .chipGenuineness
        ) { simulated throws(IssuingError) in
            try simulated.needChipAuthentication()
            simulated.document.chipAuthentication = []
            simulated.document.activeAuthentication = nil
        },
        ForgeryProfile(
            "ca-clone-other-key", "a copy of all files; the chip agrees by a key of its own", breaks: .chipGenuineness
        ) { simulated throws(IssuingError) in
            try simulated.needChipAuthentication()
            try simulated.exchangeKeys()
        },
        ForgeryProfile(
            "ca-clone-old-keys", "a copy of all files; the chip says that it has agreed, and goes on as before",
            breaks: .chipGenuineness
        ) { simulated throws(IssuingError) in
            try simulated.needChipAuthentication()
            try simulated.exchangeKeys()
            simulated.behaviour.chipAuthentication.keepsOldKeys = true
        },
        ForgeryProfile(
            "ca-clone-swapped-dg14", "the chip agrees by a key of its own, and DG14 holds that key",
            breaks: .dataIntegrity
        ) { simulated throws(IssuingError) in
            try simulated.needChipAuthentication()
            try simulated.exchangeKeys()
            let keys = simulated.document.chipAuthentication
            simulated.replaceDG14 { infos in
                infos.filter { !$0.isPublicKey }.map(\.encoded)
                    + keys.map { SecurityInfoEncoder.chipAuthenticationPublicKey($0) }
            }
        },
        ForgeryProfile(
            "aa-replayed", "the chip's signature is one over another challenge", breaks: .chipGenuineness,
            needs: .activeAuthentication(else: "ca-clone-old-keys")
        ) { $0.behaviour.activeAuthentication = .replayed },
    ]

    private static let mappings: [ForgeryProfile] =
        [
            ForgeryProfile(
                "card-security-other-chip", "EF.CardSecurity is that of another chip of the state",
                breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needMapping()
                let key = try SimulatedDocument.key(13)
                try simulated.reissueCardSecurity { infos in
                    infos.filter { !$0.isPublicKey }.map(\.encoded)
                        + [SecurityInfoEncoder.chipAuthenticationPublicKey(key, form: .standardized)]
                }
            },
            ForgeryProfile(
                "card-security-bit", "one bit in the signature of EF.CardSecurity is flipped", breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needMapping()
                guard var file = simulated.document.files[.cardSecurity] else { return }
                file[file.count - 1] ^= 0x01
                simulated.document.files[.cardSecurity] = file
            },
            ForgeryProfile(
                "card-security-absent", "there is no EF.CardSecurity to verify the mapping with",
                breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needMapping()
                simulated.document.files[.cardSecurity] = nil
            },
        ]
        + [
            ("foreign-key", "made with a key that is not the chip's", ChipBehaviour.Proof.foreignKey),
            ("altered", "altered in one bit", .altered), ("absent", "not there", .absent), ("empty", "empty", .empty),
            ("wrong-tag", "sent under another tag", .wrongTag), ("zero", "zero", .zero),
        ].map { name, text, proof in
            ForgeryProfile(
                "cam-\(name)", "the proof of the Chip Authentication Mapping is \(text)", breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needMapping()
                simulated.behaviour.pace.proof = proof
            }
        }

    private static let relays: [ForgeryProfile] = [
        ForgeryProfile(
            "relay", "once the chip has proven itself a copy without private keys answers in its place",
            breaks: .chipGenuineness
        ) { simulated throws(IssuingError) in
            try simulated.needPACE()
            var copy = simulated.document
            copy.activeAuthentication = nil
            copy.chipAuthentication = []
            // EF.CardAccess and PACE, the application, EF.COM, EF.SOD, DG14, DG15 and the signature come before.
            simulated.relay = (copy, 14)
        }
    ]
}

extension SimulatedDocument {
    /// Gives the chip other keys for Chip Authentication, on the curves and with the numbers of its own, and none to
    /// sign with.
    fileprivate mutating func exchangeKeys() throws(IssuingError) {
        document.activeAuthentication = nil
        var others: [ChipAuthenticationKey] = []
        for key in document.chipAuthentication {
            guard case .ecdh(let pair) = key.pair else { continue }
            others.append(try Self.key(key.keyID, pair.publicPoint.curve))
        }
        document.chipAuthentication = others
    }
}
