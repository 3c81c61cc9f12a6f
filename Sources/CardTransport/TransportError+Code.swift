extension TransportError {
    /// A stable name for files and reports, such as `cardRemoved` or `pcsc:8010002F`. The name of a reader is left out.
    public var code: String {
        switch self {
        case .malformedResponse(let byteCount): "malformedResponse:\(byteCount)"
        case .notInTrace(let index): "notInTrace:\(index)"
        case .pcsc(let code): "pcsc:" + String(code, radix: 16, uppercase: true)
        case .noReader: "noReader"
        case .serviceNotRunning: "serviceNotRunning"
        case .notPermitted: "notPermitted"
        case .noCard: "noCard"
        case .sharingViolation: "sharingViolation"
        case .unresponsiveCard: "unresponsiveCard"
        case .cardRemoved: "cardRemoved"
        case .cardReset: "cardReset"
        case .readerRemoved: "readerRemoved"
        case .timedOut: "timedOut"
        case .cancelled: "cancelled"
        case .notTransacted: "notTransacted"
        case .endlessResponse: "endlessResponse"
        case .notAuthentic: "notAuthentic"
        case .channelClosed: "channelClosed"
        }
    }

    /// The error of a name that `code` gives; nil for any other.
    public init?(code: String) {
        let parts = code.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("malformedResponse", 2):
            guard let count = Int(parts[1]), count >= 0 else { return nil }
            self = .malformedResponse(byteCount: count)
        case ("notInTrace", 2):
            guard let index = Int(parts[1]), index >= 0 else { return nil }
            self = .notInTrace(index: index)
        case ("pcsc", 2):
            guard let code = UInt32(parts[1], radix: 16) else { return nil }
            self = .pcsc(code: code)
        case ("noReader", 1): self = .noReader(named: nil)
        default:
            guard let error = Self.simple.first(where: { $0.code == code }) else { return nil }
            self = error
        }
    }

    /// The cases without a value.
    package static let simple: [TransportError] = [
        .serviceNotRunning, .notPermitted, .noCard, .sharingViolation, .unresponsiveCard, .cardRemoved, .cardReset,
        .readerRemoved, .timedOut, .cancelled, .notTransacted, .endlessResponse, .notAuthentic, .channelClosed,
    ]
}
