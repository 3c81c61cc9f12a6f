import ByteCoding
import Standards

/// One line of a trace file, with the fields of every kind of line.
struct TraceLine: Codable {
    static let formatName = "emrtd-trace"
    static let fullNotice = "This trace holds personal data and all that its session keys are made of."

    // The first line.
    var format: String?
    var version: Int?
    var detail: String?
    var notice: String?
    var startedAt: String?
    var reader: String?

    // The first line, that of a limit, and that of a reconnection.
    var maximumCommandByteCount: Int?
    var atr: String?

    // The others: their kind, then what each kind has.
    var event: Kind?
    var name: String?
    var header: String?
    var data: String?
    var dataCount: Int?
    var expectedCount: Int?
    var extended: Bool?
    var answer: String?
    var answerCount: Int?
    var status: String?
    var failure: String?
    var bytes: String?
    var bytesCount: Int?
    var microseconds: Int?
    var password: UInt8?
    var code: String?

    enum Kind: String, Codable {
        case step
        case exchange
        case reset
        case reconnect
        case limit
        case random
        case readerPACE
    }
}

extension TraceLine {
    /// The first line of a trace.
    init(headOf trace: Trace) {
        format = Self.formatName
        version = Trace.fileVersion
        detail = trace.detail.rawValue
        notice = trace.detail == .full ? Self.fullNotice : nil
        startedAt = trace.startedAt?.description
        reader = trace.readerName
        maximumCommandByteCount = trace.maximumCommandByteCount
        atr = Hexadecimal.encode(trace.answerToReset)
    }

    /// The trace without events that the first line describes; nil where a field is not as it should be.
    var head: Trace? {
        guard let detail = detail.flatMap(Trace.Detail.init), let answerToReset = atr.flatMap(Hexadecimal.decode),
            let limit
        else { return nil }
        let startedAt = startedAt.map(Timestamp.init(iso8601:))
        guard startedAt != .some(nil) else { return nil }
        return Trace(
            detail: detail, startedAt: startedAt ?? nil, readerName: reader, answerToReset: answerToReset,
            maximumCommandByteCount: limit)
    }

    private var limit: Int? {
        maximumCommandByteCount.flatMap { (5...CommandAPDU.maximumExtendedByteCount).contains($0) ? $0 : nil }
    }

    /// The line of an event.
    init(_ traceEvent: Trace.Event) {
        switch traceEvent {
        case .step(let step):
            event = .step
            name = step
        case .limit(let limit):
            event = .limit
            maximumCommandByteCount = limit
        case .random(let payload):
            event = .random
            (bytes, bytesCount) = payload.fields
        case .readerPACE(let run):
            event = .readerPACE
            password = run.passwordNumber
            (data, dataCount) = run.chat.fields
            switch run.outcome {
            case .unavailable: break
            case .failure(let error): failure = error.code
            case .answer(let code, let output):
                self.code = Hexadecimal.encode((0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) })
                (answer, answerCount) = output.fields
            }
            microseconds = run.duration.wholeMicroseconds
        case .reset(let error, let duration):
            event = .reset
            failure = error?.code
            microseconds = duration.wholeMicroseconds
        case .reconnect(let answerToReset, let error, let duration):
            event = .reconnect
            atr = Hexadecimal.encode(answerToReset)
            failure = error?.code
            microseconds = duration.wholeMicroseconds
        case .exchange(let exchange):
            event = .exchange
            header = Hexadecimal.encode(exchange.command.header)
            (data, dataCount) = exchange.command.data.fields
            expectedCount = exchange.command.expectedCount
            extended = exchange.command.isExtended
            switch exchange.outcome {
            case .answer(let payload, let word):
                (answer, answerCount) = payload.fields
                status = word.description
            case .failure(let error): failure = error.code
            }
            microseconds = exchange.duration.wholeMicroseconds
        }
    }

    /// The event of this line; nil where a field is not as it should be.
    var traceEvent: Trace.Event? {
        switch event {
        case nil: return nil
        case .step: return name.map { .step($0) }
        case .limit: return limit.map { .limit(maximumCommandByteCount: $0) }
        case .random: return Trace.Payload(bytes, bytesCount).map { .random($0) }
        case .reset:
            guard let duration else { return nil }
            guard let failure else { return .reset(failure: nil, duration: duration) }
            return TransportError(code: failure).map { .reset(failure: $0, duration: duration) }
        case .reconnect:
            guard let duration, let answerToReset = atr.flatMap(Hexadecimal.decode) else { return nil }
            let error = failure.map(TransportError.init(code:))
            guard error != .some(nil) else { return nil }
            return .reconnect(answerToReset: answerToReset, failure: error ?? nil, duration: duration)
        case .readerPACE: return readerPACE.map { .readerPACE($0) }
        case .exchange:
            guard let command, let outcome, let duration else { return nil }
            return .exchange(Trace.Exchange(command: command, outcome: outcome, duration: duration))
        }
    }

    private var readerPACE: Trace.ReaderPACE? {
        guard let password, let chat = Trace.Payload(data, dataCount), chat.count <= 255, let duration else {
            return nil
        }
        let outcome: Trace.ReaderPACE.Outcome
        if let failure {
            guard let error = TransportError(code: failure) else { return nil }
            outcome = .failure(error)
        } else if let code {
            guard code.count == 8, let number = UInt32(code, radix: 16), let output = Trace.Payload(answer, answerCount)
            else { return nil }
            outcome = .answer(code: number, output)
        } else {
            outcome = .unavailable
        }
        return Trace.ReaderPACE(passwordNumber: password, chat: chat, outcome: outcome, duration: duration)
    }

    private var command: Trace.Command? {
        guard let header = header.flatMap(Hexadecimal.decode), header.count == 4, let extended,
            let data = Trace.Payload(data, dataCount), data.count <= 65_535,
            expectedCount.map({ (1...65_536).contains($0) }) ?? true
        else { return nil }
        return Trace.Command(header: header, data: data, expectedCount: expectedCount, isExtended: extended)
    }

    private var outcome: Trace.Outcome? {
        if let failure { return TransportError(code: failure).map { .failure($0) } }
        guard let word = status.flatMap({ UInt16($0, radix: 16) }), let data = Trace.Payload(answer, answerCount)
        else { return nil }
        return .answer(data, StatusWord(word))
    }

    /// A million seconds: what is longer was not measured, and sums of what is shorter stay sums.
    private static let mostMicroseconds = 1_000_000_000_000

    private var duration: Duration? {
        microseconds.flatMap { (0...Self.mostMicroseconds).contains($0) ? .microseconds($0) : nil }
    }
}

extension Trace.Payload {
    /// Reads the two fields that stand for bytes, of which one must be there.
    fileprivate init?(_ bytes: String?, _ count: Int?) {
        switch (bytes, count) {
        case (let text?, nil):
            guard let bytes = Hexadecimal.decode(text) else { return nil }
            self = .bytes(bytes)
        case (nil, let count?) where (0...65_536).contains(count): self = .count(count)
        default: return nil
        }
    }

    /// The two fields that stand for bytes.
    fileprivate var fields: (String?, Int?) {
        switch self {
        case .bytes(let bytes): (Hexadecimal.encode(bytes), nil)
        case .count(let count): (nil, count)
        }
    }
}

extension Duration {
    /// Whole microseconds, rounded down; a time below zero or beyond any read is cut off.
    fileprivate var wholeMicroseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0 else { return 0 }
        guard seconds < 1_000_000 else { return 1_000_000_000_000 }
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }
}
