import ByteCoding
public import CardTransport
public import Cryptography
import LDS
import SecureMessaging
import Standards

/// Password Authenticated Connection Establishment, the inspection system's side.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.1, whose steps and symbols are kept below; BSI TR-03110-3 B.1 and B.11.
public struct PACE<Random: RandomSource> {
    private let choice: PACEChoice
    private let password: PACEPassword
    /// The random source, as the run has left it.
    public internal(set) var random: Random
    /// How many tries of the password the chip said are left before this run; also there where the run failed.
    public private(set) var remainingTries: Int?

    /// Prepares to open a chip in one of the ways that it offers.
    public init(_ choice: PACEChoice, password: PACEPassword, random: Random) {
        self.choice = choice
        self.password = password
        self.random = random
    }

    /// Authenticates both sides and returns the keys under which the chip is read from here on.
    ///
    /// A chip that refuses in mid-protocol waits for the rest of the chain and has to be reset before anything else
    /// (field note 23).
    ///
    /// - Parameters:
    ///   - chat: The whole data object `7F4C`, to learn which certification authorities the chip trusts.
    ///   - namesParameters: Whether MSE:Set AT carries DO84 where the chip's entry has a parameter number.
    ///   - usesLastTry: Whether the last try of a PIN may be used up: inside of a channel that the CAN has opened.
    ///   - beginning: Told before each step.
    public mutating func open<Channel: CardChannel & ~Copyable>(
        _ chip: inout Channel, chat: [UInt8]? = nil, namesParameters: Bool = true, usesLastTry: Bool = false,
        beginning: (PACEStep, inout Channel) -> Void = { _, _ in }
    ) throws(AccessControlError) -> PACESession {
        beginning(.select, &chip)
        remainingTries = try select(&chip, chat: chat, namesParameters: namesParameters, usesLastTry: usesLastTry)

        // 1–2) z = E(Kπ, s) comes, and we recover s.
        beginning(.nonce, &chip)
        let s = try nonce(&chip)

        // 3a–b) Data for the mapping go both ways; both sides compute the ephemeral domain parameters.
        beginning(.map, &chip)
        let map = try mapped(s, &chip)

        // 3c) Ephemeral keys go both ways; K is what they agree on.
        beginning(.agree, &chip)
        let agreement = try agree(over: map, &chip)

        // 3d) KSEnc = KDF(K, 1), KSMAC = KDF(K, 2).
        let ksEnc = KeyDerivation.derive(agreement.secret, counter: 1, for: cipher)
        let ksMAC = KeyDerivation.derive(agreement.secret, counter: 2, for: cipher)

        // 3e) Tokens go both ways, each over the other side's key.
        beginning(.token, &chip)
        let tIFD = token(ksMAC, over: agreement.peer)
        let answer = try chip.authenticate(
            DynamicAuthenticationData.encode(0x85, tIFD), isLast: true, answerByteCount: 256, at: PACEStep.token.clause)
        guard let tIC = answer[0x86] else { throw .malformedAnswer(at: PACEStep.token.clause) }
        guard equalInConstantTime(tIC, token(ksMAC, over: agreement.own)) else {
            throw .notAuthenticated(at: PACEStep.token.clause)
        }
        return PACESession(
            keys: SecureMessagingKeys(cipher, ksEnc: ksEnc, ksMAC: ksMAC), chipEphemeralKey: agreement.peer,
            compressedChipKey: compressed(agreement.peer),
            authorityReferences: [0x87, 0x88].compactMap { answer[$0] }.map { String(decoding: $0, as: UTF8.self) },
            chipAuthenticationMapping: map.chipKey.map { chipKey in
                PACEReading.ChipAuthenticationMapping(
                    mappingPublicKey: chipKey, chipAuthenticationData: Self.decrypted(answer[0x8A] ?? [], ksEnc))
            },
            remainingTries: remainingTries)
    }

    var cipher: BlockCipher { choice.info.variant.cipher.blockCipher }
    var parameters: KeyAgreementParameters { choice.parameters }
    var mapping: PACEMapping { choice.info.variant.mapping }

    mutating func drawing<Value>(
        at step: PACEStep, _ body: (inout Random) throws(CryptographyError) -> Value
    ) throws(AccessControlError) -> Value {
        do { return try body(&random) } catch { throw .unusable(error, at: step.clause) }
    }

    // MARK: Steps

    /// - Returns: How many tries of the password are left, where the chip warns of it.
    private func select(
        _ chip: inout some CardChannel & ~Copyable, chat: [UInt8]?, namesParameters: Bool, usesLastTry: Bool
    ) throws(AccessControlError) -> Int? {
        let command = CommandAPDU.setPACE(choice, password.kind, chat: chat, namesParameters: namesParameters)
        let status: StatusWord
        do { status = try chip.transmit(command).status } catch { throw .transport(error) }
        if status == .success { return nil }
        // A counter is a warning, and the command is carried out; but a password that is used up, or a PIN that waits for
        // the CAN before its last try, is not tried (BSI TR-03110-3 B.11.1).
        let least = password.kind == .pin && !usesLastTry ? 2 : 1
        guard let tries = status.remainingTries, tries >= least else {
            throw .refused(status, at: PACEStep.select.clause)
        }
        return tries
    }

    private func nonce(_ chip: inout some CardChannel & ~Copyable) throws(AccessControlError) -> SecretBytes {
        let clause = PACEStep.nonce.clause
        let answer = try chip.authenticate(
            DynamicAuthenticationData.encode(), isLast: false, answerByteCount: 256, at: clause)
        guard let z = answer[0x80] else { throw .malformedAnswer(at: clause) }
        // The chip chooses how many blocks the nonce has (§4.4.3.3.1); the integrated mapping fixes it (§4.4.3.3.2).
        let block = cipher.blockByteCount
        let expected =
            mapping == .integrated
            ? IntegratedMapping.nonceByteCount(for: cipher) : max(1, (z.count + block - 1) / block) * block
        guard z.count == expected else { throw .wrongLength(expected: expected, found: z.count, at: clause) }
        let key = password.key(for: cipher)
        let s = cipher == .tripleDES ? TripleDESKey(key).decryptCBC(z) : AESKey(key).decryptCBC(z)
        guard let s else { throw .wrongLength(expected: expected, found: z.count, at: clause) }
        return SecretBytes(s)
    }

    // MARK: Tokens

    private func token(_ ksMAC: [UInt8], over key: [UInt8]) -> [UInt8] {
        AuthenticationToken.make(
            cipher, ksMAC: ksMAC, identifier: choice.info.identifier, publicKey: key, parameters: parameters)
    }

    private func compressed(_ key: [UInt8]) -> [UInt8] {
        switch parameters {
        case .ecdh(let curve): Array(key.dropFirst().prefix(curve.byteCount))
        case .dh: HashAlgorithm.sha1.hash(key)
        }
    }

    /// CA_IC from A_IC; nothing where it does not decrypt.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.5: CBC with the initial vector E(KSEnc, −1).
    static func decrypted(_ encrypted: [UInt8], _ ksEnc: [UInt8]) -> [UInt8] {
        let key = AESKey(ksEnc)
        let iv = key.encryptBlock([UInt8](repeating: 0xFF, count: 16))
        guard !encrypted.isEmpty, let padded = key.decryptCBC(encrypted, iv: iv) else { return [] }
        return Padding.removingMethod2(padded) ?? []
    }
}
