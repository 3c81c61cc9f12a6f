import CardTransport

/// How commands that are too long for a short APDU get to the chip: those of Chip and Terminal Authentication, whose
/// keys, certificates and signatures are as long as they are.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.2.4 and §7.1.4; BSI TR-03110-3 B.12 and B.13.
public struct CommandCarriage: Hashable, Sendable {
    /// The most data that a short command has room for: 255, or less inside a secure channel.
    public let shortDataByteCount: Int
    /// The forms of longer commands, the one that is tried first in front.
    public let longForms: [LongForm]

    /// A form for a command that is too long.
    public enum LongForm: Hashable, CaseIterable, Sendable {
        /// One command with extended lengths.
        case extended
        /// Several short ones, all but the last with the chaining bit.
        case chained
    }

    public init(shortDataByteCount: Int, longForms: [LongForm]) {
        precondition(shortDataByteCount > 0, "a command has room for data")
        self.shortDataByteCount = shortDataByteCount
        self.longForms = longForms
    }

    /// The ways to send `count` bytes, in the order of trying; nil stands for one short command.
    func forms(forData count: Int) -> [LongForm?] {
        count <= shortDataByteCount ? [nil] : longForms.map { $0 }
    }

    /// Whether a status may come of the form of a command: another one may be taken.
    static func blames(_ status: StatusWord) -> Bool { formStatuses.contains(status) }

    private static let formStatuses: Set<StatusWord> = [
        .wrongLength, StatusWord(0x6883), StatusWord(0x6884), .classNotSupported,
    ]
}

extension CardChannel where Self: ~Copyable {
    /// Sends a command in one form; a chain ends with the first of its commands that is refused.
    mutating func transmit(
        _ command: CommandAPDU, as form: CommandCarriage.LongForm?, pieces byteCount: Int
    ) throws(TransportError) -> ResponseAPDU {
        guard form == .chained else { return try transmit(command) }
        var last = command
        var rest = command.data[...]
        while rest.count > byteCount {
            let link = CommandAPDU(
                cla: command.cla | 0x10, ins: command.ins, p1: command.p1, p2: command.p2,
                data: Array(rest.prefix(byteCount)))
            let answer = try transmit(link)
            guard answer.status == .success else { return answer }
            rest = rest.dropFirst(byteCount)
        }
        last.data = Array(rest)
        return try transmit(last)
    }
}
