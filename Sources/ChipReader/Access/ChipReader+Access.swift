import AccessControl
import CardTransport
import LDS
import Standards

/// How a chip is to be opened.
enum AccessWay {
    /// By PACE, in the first of these ways that works.
    case pace([PACEChoice], PACEPassword)
    /// By the PACE of the reader, with a password that is typed on it.
    case reader(PACEPasswordKind)
    case bac(DocumentBasicAccessKeys)
    /// Without any protocol; nil where nothing was given that another could be tried with.
    case inTheOpen(else: Reason?)
}

extension ChipReader where Connection: ~Copyable {
    /// Selects the application and opens it as the request and the chip allow, through losses of the card.
    mutating func openAccess() throws(ReadInterruption) {
        while true {
            do {
                try openSession()
                break
            } catch {
                guard case .transport(let cause) = error else { throw error }
                try recover(from: cause)
                // What was read of a card that is gone says nothing of the one that lies there: not what it offers.
                if state.isAstray {
                    state.isAstray = false
                    try readCardFiles()
                }
            }
        }
        state.phase = .open
    }

    /// Opens the chip, as it was opened before where it was, and selects the application.
    mutating func openSession() throws(ReadInterruption) {
        switch try accessWay() {
        case .pace(let choices, let password):
            try openByPACE(choices, password)
            try readCardSecurity()
            try authenticateInMasterFile()
            do throws(ReadInterruption) {
                try selectApplication()
                confirmMasterFile(nil)
            } catch {
                confirmMasterFile(error)
                throw error
            }
        case .reader(let password):
            try openByReader(password)
            try selectApplication()
        case .bac(let keys):
            try selectApplication()
            try openByBasicAccessControl(keys)
        case .inTheOpen(let failure):
            try selectApplication()
            try readInTheOpen(else: failure)
        }
        state.wasAway = false
    }

    /// PACE where the chip offers it; BAC where it does not, or where the request wants that.
    ///
    /// Where the chip offers PACE and it fails there is no way on to BAC: whoever could make it fail could so take the
    /// stronger protocol away (field notes 12 and 28).
    private mutating func accessWay() throws(ReadInterruption) -> AccessWay {
        if state.isPlain { return .inTheOpen(else: nil) }
        if let (choice, _, _) = state.pace, let password = state.password { return .pace([choice], password) }
        guard state.request.accessPolicy != .bacOnly else { return basicAccessControl() }
        switch offer {
        case .pace(let choices):
            if let kind = state.request.passwordOnReader { return .reader(kind) }
            guard let password = state.password else { return .inTheOpen(else: nil) }
            guard !choices.isEmpty else { throw refusal(Self.paceNotSupported) }
            return .pace(choices, password)
        case .damaged:
            throw refusal(Self.cardAccessDamaged)
        case .none:
            guard state.request.accessPolicy != .paceOnly else {
                let what =
                    state.reading.access.offersPACE == false
                    ? "The chip offers no PACE" : "Whether the chip offers PACE cannot be found out"
                throw refusal(Reason("paceNotOffered", "\(what), and the access policy allows nothing else."))
            }
            return basicAccessControl()
        }
    }

    private func basicAccessControl() -> AccessWay {
        if let keys = state.keys { return .bac(keys) }
        let reason = state.password.map {
            Reason("mrzNeeded", "Without PACE a \($0.kind.name) opens nothing: the chip's printed MRZ is needed.")
        }
        return .inTheOpen(else: reason)
    }

    static var paceNotSupported: Reason {
        Reason(
            "paceNotSupported",
            "The chip offers PACE with protocols or parameters alone that this program does not know.")
    }

    static var cardAccessDamaged: Reason {
        Reason(
            "cardAccessDamaged",
            "What lies in the place of EF.CardAccess cannot be decoded, so that it is not known whether the chip offers PACE."
        )
    }

    /// Enters why the chip was not opened, which is the end of the read.
    mutating func refusal(_ reason: Reason) -> ReadInterruption {
        state.reading.access.failure = reason
        return .ended(reason)
    }

    // MARK: What the chip offers

    enum Offer {
        case pace([PACEChoice])
        case none
        /// There is a file that says it, and it says nothing that can be decoded.
        case damaged
    }

    var offer: Offer {
        let attributes = state.reading.bytes(of: .attributes)
        return switch CardAccessFinding(state.reading[.cardAccess]?.outcome, attributes: attributes) {
        case .infos(let infos): infos.pace.isEmpty ? .none : .pace(PACEChoice.ranked(infos))
        case .damaged: .damaged
        case .otherFile, .nothing: .none
        }
    }
}
