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
        if case .sessionLost = incident, takeIncident(at: session.answerCount) != nil {
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
        if inner.ins == 0xB0, let refused = behaviour.refusedLengthObject {
            let asksForAll = inner.expectedCount == 256 || inner.expectedCount == 65_536
            if asksForAll == (refused == .all) {
                access = .closed
                return ResponseAPDU(status: .secureMessagingObjectMissing)
            }
        }
        let answer = piece(of: inner, Exchange(isSecured: true, isExtended: isExtended, behaviour))
        // The command itself may have ended the session.
        guard case .open(let current) = access else { return ResponseAPDU(status: answer.status) }
        session = current
        if answer.status.isError, let bare = bareError(answer, before: before, after: session) { return bare }
        return wrap(answer, in: session)
    }

    /// The answer to a command, or the first or next piece of it where it goes out in pieces.
    private mutating func piece(of command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        var rest: ResponseAPDU
        if command.ins == 0xC0, let begun = securedPieces {
            rest = begun
        } else {
            rest = execute(command, exchange)
            guard command.ins == 0x86 || command.ins == 0x88 else { return rest }
        }
        securedPieces = nil
        guard let size = behaviour.securedPieceByteCount, rest.data.count > size else { return rest }
        let first = Array(rest.data.prefix(size))
        rest.data.removeFirst(size)
        securedPieces = rest
        return ResponseAPDU(
            data: first, status: StatusWord(0x6100 | UInt16(truncatingIfNeeded: min(rest.data.count, size))))
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
            // New keys take over once the whole answer is out.
            if securedPieces == nil { session.succeed() }
            access = .open(session)
        }
        switch takeIncident(at: session.answerCount) {
        case .bareSuccess: return answer
        case .bareStatus(_, let status): return ResponseAPDU(status: status)
        case .counterReset:
            session.channel.messaging = session.channel.initial
            return session.channel.messaging.wrap(answer)
        case .missingStatus:
            return session.channel.withoutStatus(session.channel.messaging.wrap(answer))
        case let due:
            return alter(session.channel.messaging.wrap(answer), by: due, &session)
        }
    }

    /// What goes wrong at an answer; once, unless it is to come again.
    private mutating func takeIncident(at answerCount: Int) -> ChipBehaviour.SessionIncident? {
        guard let due = incident else { return nil }
        if behaviour.repeatsSessionIncident { return answerCount >= due.answer ? due : nil }
        guard answerCount == due.answer else { return nil }
        incident = nil
        return due
    }
}

extension SimulatedChip {
    /// What becomes of a protected answer on its way.
    private mutating func alter(
        _ answer: ResponseAPDU, by incident: ChipBehaviour.SessionIncident?, _ session: inout ChipSession
    ) -> ResponseAPDU {
        defer { lastAnswer = answer }
        var altered = answer
        switch incident {
        case .checksumCutShort:
            // DO'8E' is the last: its length and half of its bytes.
            let count = altered.data.count
            guard count >= 10 else { return answer }
            altered.data[count - 9] = 0x04
            altered.data.removeLast(4)
        case .replayed: altered = lastAnswer ?? answer
        case .reordered:
            _ = session.channel.messaging.wrap(answer)
            altered = session.channel.messaging.wrap(answer)
        case .truncated: altered.data.removeLast(min(16, altered.data.count))
        case .bitFlipped:
            if altered.data.count > 3 { altered.data[3] ^= 0x01 }
        case .bareSuccess, .bareStatus, .counterReset, .missingStatus, .sessionLost, nil: break
        }
        return altered
    }
}

extension ChipBehaviour.SessionIncident {
    /// The number of the answer at which it happens.
    fileprivate var answer: Int {
        switch self {
        case .bareSuccess(let answer), .counterReset(let answer), .missingStatus(let answer),
            .sessionLost(let answer), .checksumCutShort(let answer), .replayed(let answer), .reordered(let answer),
            .truncated(let answer), .bitFlipped(let answer), .bareStatus(let answer, _):
            answer
        }
    }
}

extension StatusWord {
    /// Whether nothing was done: neither success nor a warning.
    var isError: Bool { self != .success && self != .endOfFile && sw1 != 0x61 }
}
