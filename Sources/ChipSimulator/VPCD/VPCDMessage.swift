/// What a virtual reader sends to its card.
///
/// Each message is a length in two bytes, big endian, and that many bytes; one byte alone is a control code.
enum VPCDMessage: Hashable, Sendable {
    case powerOff, powerOn, reset, answerToReset
    case command([UInt8])
    /// A control code that is not known, or no byte at all; nothing is answered.
    case ignored

    init(payload: [UInt8]) {
        switch payload {
        case [0x00]: self = .powerOff
        case [0x01]: self = .powerOn
        case [0x02]: self = .reset
        case [0x04]: self = .answerToReset
        case let bytes where bytes.count >= 2: self = .command(bytes)
        default: self = .ignored
        }
    }

    /// An answer with its length in front; what is longer than 65,535 bytes cannot go out and is answered with 6F00.
    static func frame(_ answer: [UInt8]) -> [UInt8] {
        guard answer.count <= 0xFFFF else { return frame([0x6F, 0x00]) }
        return [UInt8(answer.count >> 8), UInt8(answer.count & 0xFF)] + answer
    }
}
