import CPCSCLite

/// A reader, and what lay on it when it was looked at.
public struct PCSCReader: Hashable, Sendable {
    /// The name that PC/SC gives it, such as `Virtual PCD 00 00`.
    public let name: String
    /// What lies on it.
    public let content: Content
    /// Who uses what lies on it.
    public let usage: Usage
    /// How often cards came and went, as far as the service counts.
    public let eventCount: Int

    /// What lies on a reader.
    public enum Content: Hashable, Sendable {
        case empty
        /// A card, with its answer to reset.
        case card(answerToReset: [UInt8])
        /// Something that does not answer.
        case mute
        /// The reader itself does not work, or was just unplugged.
        case unavailable
    }

    /// Who uses what lies on a reader.
    public enum Usage: String, Hashable, Sendable {
        case free
        /// Other programs are connected, and more may be.
        case shared
        /// Another program has it for itself.
        case exclusive
    }

    public init(name: String, content: Content, usage: Usage = .free, eventCount: Int = 0) {
        self.name = name
        self.content = content
        self.usage = usage
        self.eventCount = eventCount
    }

    /// Whether a card or something mute lies on it.
    public var isOccupied: Bool {
        switch content {
        case .card, .mute: true
        case .empty, .unavailable: false
        }
    }
}

extension PCSCReader {
    /// Reads the event state of `SCardGetStatusChange`, whose upper half counts events.
    init(name: String, eventState: DWORD, answerToReset: [UInt8]) {
        func has(_ bit: Int32) -> Bool { eventState & DWORD(bit) != 0 }
        let content: Content =
            if has(SCARD_STATE_UNAVAILABLE) || has(SCARD_STATE_UNKNOWN) || has(SCARD_STATE_IGNORE) {
                .unavailable
            } else if has(SCARD_STATE_MUTE) {
                .mute
            } else if has(SCARD_STATE_PRESENT) {
                .card(answerToReset: answerToReset)
            } else {
                .empty
            }
        let usage: Usage = has(SCARD_STATE_EXCLUSIVE) ? .exclusive : has(SCARD_STATE_INUSE) ? .shared : .free
        self.init(name: name, content: content, usage: usage, eventCount: Int(eventState >> 16 & 0xFFFF))
    }
}
