import ByteCoding
public import CardTransport
import Cryptography
public import SecureMessaging
import Standards

/// Chip Authentication, the inspection system's side: both sides agree on new session keys by the chip's static key.
///
/// What the chip proves it proves by going on under the new keys, so a run that comes to its end has shown nothing yet:
/// the caller counts it once an answer under `ChipAuthenticationAgreement.keys` has verified (field note 93).
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.2, whose steps and symbols are kept below; BSI TR-03110-3 B.1 and B.2.
public struct ChipAuthentication: Sendable {
    private let choice: ChipAuthenticationChoice
    private let way: Way
    private let carriage: CommandCarriage

    /// How the terminal's key gets to the chip.
    public struct Way: Hashable, Sendable {
        /// The command that carries it.
        public let command: Command
        /// Whether the key's number is named, where it has one (field note 89).
        public let namesKey: Bool

        public enum Command: Hashable, Sendable {
            /// MSE:Set KAT, for Triple DES alone.
            case setKeyAgreementTemplate
            /// MSE:Set AT, then GENERAL AUTHENTICATE.
            case setAuthenticationTemplate
        }
    }

    /// The ways of one choice in the order of trying: as the specification has it, then as chips have been met.
    public static func ways(for choice: ChipAuthenticationChoice) -> [Way] {
        let commands: [Way.Command] =
            switch (choice.version, choice.cipher) {
            // Doc 9303-11 §6.2.4 has MSE:Set KAT for Triple DES. Tolerated: chips that want the other way for it too.
            case (1, .tripleDES): [.setKeyAgreementTemplate, .setAuthenticationTemplate]
            default: [.setAuthenticationTemplate]
            }
        // Tolerated: chips with one key that take its number for an error (6A80, 6A88).
        let naming = choice.keyID == nil ? [false] : [true, false]
        return naming.flatMap { namesKey in commands.map { Way(command: $0, namesKey: namesKey) } }
    }

    public init(_ choice: ChipAuthenticationChoice, way: Way, carriage: CommandCarriage) {
        self.choice = choice
        self.way = way
        self.carriage = carriage
    }

    /// Agrees on new keys. The chip answers under the old ones until the end, and stays with them where it refuses.
    ///
    /// - Parameter pair: The terminal's ephemeral key pair; Terminal Authentication 2 has announced it before.
    public func agree(
        _ chip: inout some CardChannel & ~Copyable, with pair: TerminalKeyPair
    ) throws(AccessControlError) -> ChipAuthenticationAgreement {
        // 2) K = KA(SK_DH,IFD, PK_IC, D_IC), first, so that a key without use costs no command.
        let k: SecretBytes
        do { k = try pair.sharedSecret(with: choice.publicKey) } catch { throw .unusable(error, at: step("2")) }

        let answer: ResponseAPDU
        switch way.command {
        case .setKeyAgreementTemplate: answer = try setKeyAgreementTemplate(&chip, pair)
        case .setAuthenticationTemplate: answer = try setAuthenticationTemplate(&chip, pair)
        }
        guard choice.version == 2 else {
            // 3) The chip has computed K as well; its answer says nothing, whatever it holds (7C00, or nothing).
            return ChipAuthenticationAgreement(
                keys: keys(k, nonce: [], checking: nil), terminalKeyCompressed: pair.compressed)
        }
        return try agreeTwo(k, pair, answer.data)
    }

    // MARK: Commands

    private func setKeyAgreementTemplate(
        _ chip: inout some CardChannel & ~Copyable, _ pair: TerminalKeyPair
    ) throws(AccessControlError) -> ResponseAPDU {
        let objects = [DataObjectWriter.encode(0x91, pair.publicKey)] + keyReference
        let command = CommandAPDU.manageSecurityEnvironment(p1: 0x41, p2: 0xA6, objects)
        return try inSomeForm(dataCount: command.data.count) { form throws(AccessControlError) in
            try transmit(command, form, &chip)
        }
    }

    private func setAuthenticationTemplate(
        _ chip: inout some CardChannel & ~Copyable, _ pair: TerminalKeyPair
    ) throws(AccessControlError) -> ResponseAPDU {
        let objects = [DataObjectWriter.encode(0x80, choice.identifier.contents)] + keyReference
        let selection = CommandAPDU.manageSecurityEnvironment(p1: 0x41, p2: 0xA4, objects)
        let data = DynamicAuthenticationData.encode(0x80, pair.publicKey)
        let agreement = CommandAPDU(ins: 0x86, p1: 0x00, p2: 0x00, data: data, expectedCount: 256)
        return try inSomeForm(dataCount: data.count) { form throws(AccessControlError) in
            let selected = try transmit(selection, nil, &chip)
            guard selected.status == .success else { throw .refused(selected.status, at: step("1")) }
            return try transmit(agreement, form, &chip)
        }
    }

    /// Sends in one form after another while it is the form that the chip refuses.
    private func inSomeForm(
        dataCount: Int, _ send: (CommandCarriage.LongForm?) throws(AccessControlError) -> ResponseAPDU
    ) throws(AccessControlError) -> ResponseAPDU {
        var refusal = StatusWord.wrongLength
        for form in carriage.forms(forData: dataCount) {
            let answer = try send(form)
            if answer.status == .success { return answer }
            refusal = answer.status
            guard CommandCarriage.blames(refusal) else { break }
        }
        throw .refused(refusal, at: step("2"))
    }

    private func transmit(
        _ command: CommandAPDU, _ form: CommandCarriage.LongForm?, _ chip: inout some CardChannel & ~Copyable
    ) throws(AccessControlError) -> ResponseAPDU {
        do { return try chip.transmit(command, as: form, pieces: carriage.shortDataByteCount) } catch {
            throw .transport(error)
        }
    }

    /// DO'84': the number as an unsigned integer of the fewest octets, so that 200 is C8 and 300 is 012C.
    private var keyReference: [[UInt8]] {
        guard way.namesKey, let number = choice.keyID else { return [] }
        return [DataObjectWriter.encode(0x84, DataObjectWriter.octets(number))]
    }

    // MARK: Keys

    /// Version 2: the chip adds a nonce to the derivation and a token over the terminal's key.
    ///
    /// Spec: BSI TR-03110-3 §3.4 and B.2.
    private func agreeTwo(
        _ k: borrowing SecretBytes, _ pair: TerminalKeyPair, _ answer: [UInt8]
    ) throws(AccessControlError) -> ChipAuthenticationAgreement {
        let clause = SpecReference.tr03110("3.4", step: "4")
        let data = try DynamicAuthenticationData(answer: answer, at: clause)
        guard let nonce = data[0x81], let token = data[0x82], nonce.count == 8 else {
            throw .malformedAnswer(at: clause)
        }
        let ksMAC = k.withBytes { KeyDerivation.derive($0, nonce: nonce, counter: 2, for: choice.cipher) }
        let expected = AuthenticationToken.make(
            choice.cipher, ksMAC: ksMAC, identifier: choice.identifier, publicKey: pair.publicKey,
            parameters: pair.parameters)
        guard equalInConstantTime(token, expected) else { throw .notAuthenticated(at: clause) }
        return ChipAuthenticationAgreement(
            keys: keys(k, nonce: nonce, checking: ksMAC), terminalKeyCompressed: pair.compressed)
    }

    /// KSEnc and KSMAC; the counter starts at zero.
    private func keys(_ k: borrowing SecretBytes, nonce: [UInt8], checking ksMAC: [UInt8]?) -> SecureMessagingKeys {
        k.withBytes { secret in
            SecureMessagingKeys(
                choice.cipher,
                ksEnc: KeyDerivation.derive(secret, nonce: nonce, counter: 1, for: choice.cipher),
                ksMAC: ksMAC ?? KeyDerivation.derive(secret, nonce: nonce, counter: 2, for: choice.cipher))
        }
    }

    private func step(_ number: String) -> SpecReference {
        choice.version == 2 ? .tr03110("3.4", step: number) : .doc9303(11, "6.2.2", step: number)
    }
}

/// What a run of Chip Authentication leaves behind.
public struct ChipAuthenticationAgreement: Equatable, Sendable {
    /// The keys that the chip goes on with, if it is the owner of its public key.
    public let keys: SecureMessagingKeys
    /// Comp(PK_DH,IFD), for Terminal Authentication 1.
    public let terminalKeyCompressed: [UInt8]

    package init(keys: SecureMessagingKeys, terminalKeyCompressed: [UInt8]) {
        self.keys = keys
        self.terminalKeyCompressed = terminalKeyCompressed
    }
}
