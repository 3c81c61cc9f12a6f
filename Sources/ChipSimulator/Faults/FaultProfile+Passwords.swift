import CardTransport
import Issuing
import LDS

extension FaultProfile {
    /// What has become of the holder's PIN and PUK; the printed lines and the CAN open the chip as ever.
    public static let passwords: [FaultProfile] = [
        passwords("pin-one-wrong", "a wrong PIN was tried, so that two tries are left") {
            $0.passwords.pinTriesLeft = 2
        },
        passwords("pin-suspended", "one try of the PIN is left, and the chip wants the CAN before it") {
            $0.passwords.pinTriesLeft = 1
        },
        passwords("pin-blocked", "no try of the PIN is left: the PUK has to set it free") {
            $0.passwords.pinTriesLeft = 0
        },
        passwords("pin-deactivated", "the PIN is switched off (6283)") { $0.passwords.isPINActivated = false },
        passwords("puk-used-up", "no try of the PIN and no use of the PUK is left") {
            $0.passwords.pinTriesLeft = 0
            $0.passwords.pukUseCount = 0
        },
        passwords("pin-no-resumption", "the PIN is suspended, and PACE inside of a session answers 6985", .defect) {
            $0.passwords.pinTriesLeft = 1
            $0.behaviour.refusalInSession = .conditionsNotSatisfied
        },
        passwords("unblock-6985", "the PIN is blocked, and RESET RETRY COUNTER answers 6985", .defect) {
            $0.passwords.pinTriesLeft = 0
            $0.behaviour.unblocking = .refused(.conditionsNotSatisfied)
        },
        passwords("unblock-ineffective", "the PIN stays blocked though RESET RETRY COUNTER answers 9000", .defect) {
            $0.passwords.pinTriesLeft = 0
            $0.behaviour.unblocking = .ineffective
        },
    ]

    private struct Change {
        var passwords: PACEPasswords
        var behaviour: ChipBehaviour.PACE
    }

    private static func passwords(
        _ name: String, _ summary: String, _ kind: Kind = .oddity, _ change: @escaping @Sendable (inout Change) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: "TR-03110-2 §3.3", kind: kind) { simulated throws(IssuingError) in
            // A document without a PIN gets those of the specimen identity card.
            if simulated.document.pace?.pin == nil {
                try simulated.offerPACE(alone: true)
                simulated.document.pace = PACEPasswords(
                    can: Array("500540".utf8), pin: Array("123456".utf8), puk: Array("9876543210".utf8))
            }
            guard let passwords = simulated.document.pace else { return }
            var changed = Change(passwords: passwords, behaviour: simulated.behaviour.pace)
            change(&changed)
            simulated.document.pace = changed.passwords
            simulated.behaviour.pace = changed.behaviour
        }
    }
}
