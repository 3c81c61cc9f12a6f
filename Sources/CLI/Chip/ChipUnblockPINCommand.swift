import ChipReader
import LDS
import Standards

extension Command {
    static let chipUnblockPIN = Command(
        "chip", "unblock-pin",
        summary: "set a blocked PIN free by the PUK",
        discussion: """
            The holder's PIN is blocked after three wrong ones. The PUK gives it its tries back; the PIN itself stays as it \
            was. Each use of the PUK is counted, and there are few of them: it is sent once, and only where the chip says \
            that the PIN is blocked. Then the chip is asked what has become of the PIN.
            A PIN of which one try is left needs no PUK: 'emrtd inspect --can NUMBER --pin-file FILE' uses that try.

            The exit status is 0 where the chip confirms that the PIN has its tries again, 3 where it does not.
            """,
        options: [PasswordInput.pukOption] + ChipSource.options + [.flag("json", "print JSON")],
        examples: [
            Example(
                "emrtd chip unblock-pin --simulated specimen-identity-card --fault pin-blocked --puk-file puk.txt",
                "the blocked PIN of the specimen, before and afterwards")
        ]
    ) { invocation in
        let source = try ChipSource(invocation)
        let puk = try PasswordInput.puk(invocation)
        Interruption.install()
        let result = try source.unblockPIN(by: puk)
        let view = PINUnblockingView(result)
        if invocation[flag: "json"] {
            try Terminal.printJSON(view)
        } else {
            Terminal.print(TextLayout.table(view.rows, width: Terminal.width, indent: 0))
        }
        guard let failure = result.failure else { return .success }
        Terminal.error(failure.line)
        return .failed
    }
}

/// What `chip unblock-pin` prints.
struct PINUnblockingView: Encodable {
    var format = "emrtd/pin-unblocking/1"
    let reader: String?
    let unblocked: Bool
    let before: State?
    let after: State?
    let usedPUK: Bool
    let remainingPUKUses: Int?
    let reason: ReasonView?

    /// What has become of the PIN.
    struct State: Encodable {
        /// `operational`, `triesLeft`, `suspended`, `blocked`, `deactivated` or `absent`.
        let state: String
        /// How many tries are left, where the chip says so.
        let remainingTries: Int?
    }

    init(_ result: PINUnblocking) {
        reader = result.reading.readerName
        unblocked = result.isUnblocked
        before = result.before.map(State.init)
        after = result.after.map(State.init)
        usedPUK = result.hasUsedPUK
        remainingPUKUses = result.remainingPUKUses
        reason = result.failure.map(ReasonView.init)
    }

    var rows: [(name: String, text: String)] {
        var rows = [("reader", reader ?? "–"), ("PIN before", before?.words ?? "not known")]
        rows.append(("PUK", usedPUK ? "used once" : "not used"))
        if let remainingPUKUses { rows.append(("uses of the PUK left", "\(remainingPUKUses)")) }
        rows.append(("PIN now", after?.words ?? (usedPUK ? "not known" : before?.words ?? "not known")))
        return rows.map { (name: $0.0, text: $0.1) }
    }
}

extension PINUnblockingView.State {
    init(_ found: PINState) {
        switch found {
        case .operational: self.init(state: "operational", remainingTries: nil)
        case .triesLeft(let tries): self.init(state: "triesLeft", remainingTries: tries)
        case .suspended: self.init(state: "suspended", remainingTries: 1)
        case .blocked: self.init(state: "blocked", remainingTries: 0)
        case .deactivated: self.init(state: "deactivated", remainingTries: nil)
        case .absent: self.init(state: "absent", remainingTries: nil)
        }
    }

    var words: String {
        switch state {
        case "operational": "all tries are left"
        case "triesLeft": "\(remainingTries ?? 0) tries are left"
        case "suspended": "one try is left, behind the CAN"
        case "blocked": "blocked: no try is left"
        case "deactivated": "switched off"
        default: "the chip has none"
        }
    }
}
