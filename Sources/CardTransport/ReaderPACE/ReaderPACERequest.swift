/// What a reader with a protocol engine of its own is told to open a chip by PACE with.
///
/// Spec: PC/SC Part 10 Amendment 1 §2.5 (FEATURE_EXECUTE_PACE); BSI TR-03119 D.1.1.
public struct ReaderPACERequest: Hashable, Sendable {
    /// The number of the password, as in DO'83': 1 MRZ, 2 CAN, 3 PIN, 4 PUK.
    public var passwordNumber: UInt8
    /// The whole data object `7F4C`, or nothing.
    public var chat: [UInt8]

    /// A password that the holder types on the reader: the host never sees it.
    public init(passwordNumber: UInt8, chat: [UInt8] = []) {
        precondition(chat.count <= 255, "a CHAT fits one length byte")
        self.passwordNumber = passwordNumber
        self.chat = chat
    }

    /// EstablishPACEChannel: function, length, password, CHAT, no password bytes, no description of a certificate. Numbers
    /// of two bytes are little-endian.
    package var encoded: [UInt8] {
        let input = [passwordNumber, UInt8(chat.count)] + chat + [0x00, 0x00, 0x00]
        return [Self.establishChannel, UInt8(input.count & 0xFF), UInt8(input.count >> 8)] + input
    }

    /// GetReadersPACECapabilities.
    package static let capabilities: [UInt8] = [0x01, 0x00, 0x00]
    private static let establishChannel: UInt8 = 0x02
}
