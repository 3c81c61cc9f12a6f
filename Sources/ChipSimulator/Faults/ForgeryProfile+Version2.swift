import Issuing
import LDS

extension ForgeryProfile {
    /// Cards of EAC 2 that cannot prove what EF.CardSecurity promises.
    static let version2: [ForgeryProfile] =
        [
            ForgeryProfile(
                "ca2-foreign-key", "the card agrees by a key of its own in version 2 of Chip Authentication",
                breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needVersion2()
                simulated.document.chipAuthentication = [try SimulatedDocument.key(14)]
            },
            ForgeryProfile(
                "ca2-clone", "a copy of all files of a card of EAC 2; the chip has no private key at all",
                breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needVersion2()
                simulated.document.chipAuthentication = []
            },
            ForgeryProfile(
                "ca2-old-keys", "the card says that it has agreed in version 2, and goes on as before",
                breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needVersion2()
                simulated.behaviour.chipAuthentication.keepsOldKeys = true
            },
            ForgeryProfile(
                "ca2-removed",
                "EF.CardAccess says nothing of Chip Authentication, which DG14 lists; the card has no key",
                breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needVersion2()
                simulated.document.chipAuthentication = []
                simulated.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess(
                    simulated.securityInfos(of: .cardAccess).filter {
                        if case .pace = $0.content { true } else { false }
                    }.map(\.encoded))
            },
            ForgeryProfile(
                "ca2-info-removed",
                "EF.CardAccess names Terminal Authentication alone, EF.CardSecurity both; the card has no key",
                breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needVersion2()
                simulated.document.chipAuthentication = []
                simulated.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess(
                    simulated.securityInfos(of: .cardAccess).filter { !$0.isOfChipAuthentication }.map(\.encoded))
            },
        ]
        + [
            ("token-altered", "token is altered in one bit", 2, ChipBehaviour.Alteration.Kind.bit),
            ("token-short", "token is one byte short", 2, .truncated), ("token-empty", "token is empty", 2, .empty),
            ("nonce-altered", "nonce is another than the keys are made with", 1, .bit),
        ].map { name, text, step, kind in
            ForgeryProfile(
                "ca2-\(name)", "in version 2 of Chip Authentication the card's \(text)", breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needVersion2()
                simulated.behaviour.chipAuthentication.alteration = ChipBehaviour.Alteration(step: step, kind: kind)
            }
        }
}
