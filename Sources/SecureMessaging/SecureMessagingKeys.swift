public import Cryptography

/// What a key agreement leaves behind: two session keys and the counter they start with.
///
/// The keys stay inside: they have no readable form, are compared in constant time and erased with the last copy.
public struct SecureMessagingKeys: Equatable, Sendable {
    /// The cipher both keys are for.
    public let cipher: BlockCipher
    /// The counter before the first command.
    public let sendSequenceCounter: SendSequenceCounter
    let cryptography: SessionCryptography

    /// Takes two keys as they are; the counter is zero where none is given.
    public init(
        _ cipher: BlockCipher, ksEnc: [UInt8], ksMAC: [UInt8], sendSequenceCounter: SendSequenceCounter? = nil
    ) {
        let counter = sendSequenceCounter ?? .zero(for: cipher)
        precondition(counter.bytes.count == cipher.blockByteCount, "the counter is as long as a block")
        self.cipher = cipher
        self.sendSequenceCounter = counter
        cryptography = SessionCryptography(cipher, ksEnc: ksEnc, ksMAC: ksMAC)
    }

    /// Derives both keys from a shared secret; the counter is zero where none is given.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.7.1.
    public init(
        _ cipher: BlockCipher, sharedSecret: some Collection<UInt8>, sendSequenceCounter: SendSequenceCounter? = nil
    ) {
        self.init(
            cipher,
            ksEnc: KeyDerivation.derive(sharedSecret, counter: 1, for: cipher),
            ksMAC: KeyDerivation.derive(sharedSecret, counter: 2, for: cipher),
            sendSequenceCounter: sendSequenceCounter)
    }
}

extension SecureMessagingKeys: CustomStringConvertible, CustomReflectable {
    /// The cipher alone.
    public var description: String { "session keys for \(cipher)" }
    /// Nothing: reflection shows no key either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
