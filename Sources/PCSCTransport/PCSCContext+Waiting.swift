import CPCSCLite
public import CardTransport

extension PCSCContext {
    /// Waits until a reader comes or goes, or something on one changes, and returns all readers as they are then.
    ///
    /// - Parameter known: what `readers()` or the last call returned.
    /// - Throws: `timedOut`, `cancelled`, or what the service says.
    public func readers(otherThan known: [PCSCReader], within limit: Duration) throws(TransportError) -> [PCSCReader] {
        let deadline = ContinuousClock.now + limit
        while true {
            let current = try readers()
            guard current == known else { return current }
            let rest = deadline - .now
            guard rest > .zero else { throw .timedOut }
            try awaitEvent(at: known, within: min(rest, Self.pollInterval))
        }
    }

    /// Waits until a card lies on a reader.
    ///
    /// Readers that come or go meanwhile are noticed; where a reader is named, it must be there all the time.
    ///
    /// - Parameter name: the whole name of a reader; nil for whichever has a card first.
    /// - Throws: `noReader`, `noCard` when the time is up, `readerRemoved`, `cancelled`.
    public func waitForCard(on name: String?, within limit: Duration) throws(TransportError) -> PCSCReader {
        let deadline = ContinuousClock.now + limit
        var wasSeen = false
        while true {
            let all = try readers()
            let candidates = name.map { name in all.filter { $0.name == name } } ?? all
            // A mute card is taken only where no other reader has one that answers.
            if let card = candidates.first(where: \.hasAnswered) ?? candidates.first(where: \.isOccupied) {
                return card
            }
            let rest = deadline - .now
            if candidates.isEmpty, name != nil, wasSeen { throw .readerRemoved }
            guard rest > .zero else { throw candidates.isEmpty ? .noReader(named: name) : .noCard }
            wasSeen = !candidates.isEmpty
            try awaitEvent(at: all, within: min(rest, Self.pollInterval))
        }
    }

    /// A wait is cut in pieces, so that a change between two calls, which no event announces, is noticed all the same.
    static var pollInterval: Duration { .seconds(1) }

    /// Returns at the next change of what is known, at a change of the list of readers, or when the time is up.
    func awaitEvent(at known: [PCSCReader], within limit: Duration) throws(TransportError) {
        guard !canceller.takeRequest() else { throw .cancelled }
        do {
            _ = try states(of: known.map(\.name), known: Dictionary(known), within: limit)
        } catch .timedOut {
            return
        } catch .cancelled {
            _ = canceller.takeRequest()
            throw .cancelled
        }
    }

    /// Asks for the states of readers; with a time, waits until one differs from what is known or the list changes.
    func states(of names: [String], known: [String: PCSCReader], within limit: Duration) throws(TransportError)
        -> [PCSCReader]
    {
        let watched = limit > .zero ? names + [Self.listOfReaders] : names
        guard !watched.isEmpty else { return [] }
        let strings = CStrings(watched)
        var states = watched.enumerated().map { index, name in
            var state = SCARD_READERSTATE()
            state.szReader = strings[index]
            state.dwCurrentState = known[name].map(\.currentState) ?? DWORD(SCARD_STATE_UNAWARE)
            return state
        }
        let code = withExtendedLifetime(strings) {
            SCardGetStatusChange(handle, DWORD(limit.milliseconds), &states, DWORD(states.count))
        }
        // A reader of the list was unplugged since: that is a change, not an error.
        if code == SCARD_E_UNKNOWN_READER { return [] }
        if code != SCARD_E_TIMEOUT || limit > .zero { try PCSCCode.check(code) }
        return zip(names, states).map { name, state in
            let answerToReset = withUnsafeBytes(of: state.rgbAtr) { Array($0.prefix(Int(state.cbAtr))) }
            return PCSCReader(name: name, eventState: state.dwEventState, answerToReset: answerToReset)
        }
    }

    /// The pseudo reader whose state changes when readers come or go.
    private static var listOfReaders: String { #"\\?PnP?\Notification"# }
}

extension PCSCReader {
    /// Whether it holds a card that answered its reset.
    fileprivate var hasAnswered: Bool { if case .card = content { true } else { false } }

    /// The state that the service is told we know, so that it answers when another comes.
    fileprivate var currentState: DWORD {
        let content: Int32 =
            switch content {
            case .empty: SCARD_STATE_EMPTY
            case .card: SCARD_STATE_PRESENT
            case .mute: SCARD_STATE_PRESENT | SCARD_STATE_MUTE
            case .unavailable: SCARD_STATE_UNAVAILABLE
            }
        let usage: Int32 =
            switch usage {
            case .free: 0
            case .shared: SCARD_STATE_INUSE
            case .exclusive: SCARD_STATE_EXCLUSIVE | SCARD_STATE_INUSE
            }
        return DWORD(content | usage) | DWORD(eventCount & 0xFFFF) << 16
    }
}

extension [String: PCSCReader] {
    /// Readers by name; where two have the same, the first.
    fileprivate init(_ readers: [PCSCReader]) {
        self.init(readers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// Strings that C code keeps pointers to for as long as this lives.
private final class CStrings {
    private let pointers: [UnsafeMutablePointer<CChar>]

    init(_ strings: [String]) {
        pointers = strings.map { string in
            let bytes = string.utf8CString
            let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            pointer.initialize(from: Array(bytes), count: bytes.count)
            return pointer
        }
    }

    deinit {
        for pointer in pointers { pointer.deallocate() }
    }

    subscript(index: Int) -> UnsafePointer<CChar> { UnsafePointer(pointers[index]) }
}

extension Duration {
    /// Whole milliseconds, rounded up and kept between zero and a day.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int(min(seconds, 86_400)) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
