import CardTransport
import SecureMessaging

extension SimulatedChip {
    /// Unwraps a command, executes it and wraps the answer, with the faults that the behaviour asks for.
    mutating func secured(_ command: CommandAPDU, _ isExtended: Bool) -> ResponseAPDU {
        guard case .open(var session) = access else {
            return ResponseAPDU(status: .secureMessagingObjectIncorrect)
        }
        let before = session
        session.answerCount += 1
        if case .sessionLost(session.answerCount) = incident {
            incident = nil
            access = .closed
            return ResponseAPDU(status: .secureMessagingObjectIncorrect)
        }
        let inner: CommandAPDU
        do {
            inner = try session.channel.unwrap(command)
        } catch {
            access = .closed
            return ResponseAPDU(status: error.status)
        }
        access = .open(session)
        let answer = execute(inner, Exchange(isSecured: true, isExtended: isExtended, behaviour))
        // The command itself may have ended the session.
        guard case .open(let current) = access else { return ResponseAPDU(status: answer.status) }
        session = current
        if answer.status.isError, let bare = bareError(answer, before: before, after: session) { return bare }
        return wrap(answer, in: session)
    }

    private mutating func bareError(_ answer: ResponseAPDU, before: ChipSession, after: ChipSession) -> ResponseAPDU? {
        switch behaviour.errorsInSession {
        case .protected: return nil
        case .bareKeepingCounter:
            access = .open(before)
        case .bareCountingCommand:
            access = .open(after)
        case .bareEndingSession:
            access = .closed
        }
        return ResponseAPDU(status: answer.status)
    }

    private mutating func wrap(_ answer: ResponseAPDU, in current: ChipSession) -> ResponseAPDU {
        var session = current
        defer {
            session.succeed()
            access = .open(session)
        }
        switch incident {
        case .bareSuccess(session.answerCount):
            incident = nil
            return answer
        case .counterReset(session.answerCount):
            incident = nil
            session.channel.messaging = session.channel.initial
            return session.channel.messaging.wrap(answer)
        case .missingStatus(session.answerCount):
            incident = nil
            return session.channel.withoutStatus(session.channel.messaging.wrap(answer))
        default:
            return session.channel.messaging.wrap(answer)
        }
    }
}

extension StatusWord {
    /// Whether nothing was done: neither success nor a warning.
    var isError: Bool { self != .success && self != .endOfFile }
}
