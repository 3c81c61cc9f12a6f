import ByteCoding

/// SW1 and SW2 of an answer, always compared exactly, never by mask.
///
/// Spec: ISO/IEC 7816-4 §5.6.
public struct StatusWord: Hashable, Sendable, RawRepresentable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public var sw1: UInt8 { UInt8(rawValue >> 8) }
    public var sw2: UInt8 { UInt8(rawValue & 0xFF) }

    /// Normal processing.
    public static let success = StatusWord(0x9000)
    /// End of file reached before Ne bytes were read; the data is good.
    public static let endOfFile = StatusWord(0x6282)
    /// The file or the password that is named is switched off.
    public static let deactivated = StatusWord(0x6283)
    /// No information given; in mutual authentication: the proof is wrong.
    public static let authenticationFailed = StatusWord(0x6300)
    public static let wrongLength = StatusWord(0x6700)
    /// Secure messaging is not supported here; also said by chips that wait for the rest of a protocol.
    public static let secureMessagingNotSupported = StatusWord(0x6882)
    /// The chip waits for the last command of a chain.
    public static let lastOfChainExpected = StatusWord(0x6883)
    public static let securityStatusNotSatisfied = StatusWord(0x6982)
    public static let conditionsNotSatisfied = StatusWord(0x6985)
    public static let secureMessagingObjectMissing = StatusWord(0x6987)
    public static let secureMessagingObjectIncorrect = StatusWord(0x6988)
    public static let wrongData = StatusWord(0x6A80)
    public static let functionNotSupported = StatusWord(0x6A81)
    public static let fileNotFound = StatusWord(0x6A82)
    public static let recordNotFound = StatusWord(0x6A83)
    public static let wrongParameters = StatusWord(0x6A86)
    public static let referencedDataNotFound = StatusWord(0x6A88)
    public static let offsetOutsideFile = StatusWord(0x6B00)
    public static let instructionNotSupported = StatusWord(0x6D00)
    public static let classNotSupported = StatusWord(0x6E00)

    /// How many bytes GET RESPONSE would return (0 means 256), for `61xx` alone.
    public var remainingCount: Int? { sw1 == 0x61 ? (sw2 == 0 ? 256 : Int(sw2)) : nil }
    /// The Le the card asks for (0 means 256), for `6Cxx` alone.
    public var correctedLength: Int? { sw1 == 0x6C ? (sw2 == 0 ? 256 : Int(sw2)) : nil }
    /// The tries that are left, for `63Cx` alone.
    public var remainingTries: Int? { rawValue & 0xFFF0 == 0x63C0 ? Int(rawValue & 0x0F) : nil }
}

extension StatusWord: CustomStringConvertible {
    /// Four digits, such as `6A82`.
    public var description: String { Hexadecimal.encode([sw1, sw2]) }
}
