public import CardTransport
public import Cryptography

/// The chip's end of one secure messaging session: unwraps commands and wraps answers.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.
public struct ChipSecureMessaging: Sendable {
    private let codec: SecureMessagingCodec
    private var counter: SendSequenceCounter
    private var instruction: UInt8 = 0

    /// Starts with what a key agreement left.
    public init(_ keys: SecureMessagingKeys, caseOnePadding: SecureMessagingCodec.CaseOnePadding = .extraBlock) {
        codec = SecureMessagingCodec(keys, caseOnePadding: caseOnePadding)
        counter = keys.sendSequenceCounter
    }

    /// The cipher of the session.
    public var cipher: BlockCipher { codec.cipher }

    /// Checks and decrypts one command.
    ///
    /// - Throws: `SecureMessagingError`; a chip then answers with the error's `status`, bare, and drops the session.
    public mutating func unwrap(_ command: CommandAPDU) throws(SecureMessagingError) -> CommandAPDU {
        counter.increment()
        instruction = command.ins
        return try codec.unprotect(command, at: counter)
    }

    /// Encrypts the answer to the command that was unwrapped last.
    public mutating func wrap(_ response: ResponseAPDU) -> ResponseAPDU {
        counter.increment()
        return codec.protect(response, to: instruction, at: counter)
    }
}

extension SecureMessagingError {
    /// What a chip answers a command with this fault: `6987` for a missing object, `6988` otherwise.
    public var status: StatusWord {
        if case .missingObject = self { return .secureMessagingObjectMissing }
        return .secureMessagingObjectIncorrect
    }
}
