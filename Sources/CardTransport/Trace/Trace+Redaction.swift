extension Trace {
    /// The same trace without any data of the document; what is redacted already stays as it is.
    public var redacted: Trace {
        var trace = self
        trace.detail = .redacted
        trace.events = events.map(\.redacted)
        return trace
    }
}

extension Trace.Event {
    /// The event with lengths in the place of bytes.
    var redacted: Trace.Event {
        switch self {
        case .step, .reset, .reconnect, .limit: self
        case .random(let payload): .random(payload.redacted)
        case .readerPACE(let run): .readerPACE(run.redacted)
        case .exchange(let exchange): .exchange(exchange.redacted)
        }
    }
}

extension Trace.Exchange {
    /// The exchange with lengths in the place of bytes, but for the name of an application or a file.
    var redacted: Trace.Exchange {
        var exchange = self
        if !command.namesFile { exchange.command.data = command.data.redacted }
        if case .answer(let data, let status) = outcome { exchange.outcome = .answer(data.redacted, status) }
        return exchange
    }
}

extension Trace.ReaderPACE {
    /// The run with lengths in the place of bytes; the reader's code stays.
    var redacted: Trace.ReaderPACE {
        var run = self
        run.chat = chat.redacted
        if case .answer(let code, let output) = outcome { run.outcome = .answer(code: code, output.redacted) }
        return run
    }
}

extension Trace.Payload {
    /// Only the length.
    var redacted: Trace.Payload { .count(count) }
}

extension Trace.Command {
    /// Whether this is a SELECT outside a secure channel, whose data is an application or file identifier and no more.
    var namesFile: Bool {
        guard header.count == 4, header[0] == 0x00, header[1] == 0xA4 else { return false }
        return header[2] == 0x04 ? data.count <= 16 : data.count == 2
    }
}

extension Trace.Payload: CustomStringConvertible, CustomDebugStringConvertible {
    /// How many bytes there were, never which.
    public var description: String { "\(count) bytes" }
    public var debugDescription: String { description }
}
