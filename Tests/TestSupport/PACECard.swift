package import AccessControl
import ByteCoding
package import CardTransport
package import Cryptography
import LDS
package import SecureMessaging

/// A chip's side of PACE, written for these tests, whose every answer can be made wrong.
package struct PACECard: CardChannel {
    /// What the chip does otherwise than specified.
    package struct Habit: Sendable {
        package var nonceByteCount: Int?
        package var status: [PACEStep: StatusWord] = [:]
        /// Changes the value of the object that a step answers with.
        package var change: @Sendable (PACEStep, [UInt8], _ received: [UInt8]) -> [UInt8] = { _, value, _ in value }
        /// Whether keys are chosen until their first byte is zero.
        package var beginsWithZero = false
        /// Whether the ephemeral key is chosen until the shared secret begins with zero.
        package var secretBeginsWithZero = false
        package var further: [UInt8] = []
        package var chipAuthentication: ECDHKeyPair?

        package init(
            nonceByteCount: Int? = nil, status: [PACEStep: StatusWord] = [:],
            change: @escaping @Sendable (PACEStep, [UInt8], _ received: [UInt8]) -> [UInt8] = { _, value, _ in value },
            beginsWithZero: Bool = false, secretBeginsWithZero: Bool = false, further: [UInt8] = [],
            chipAuthentication: ECDHKeyPair? = nil
        ) {
            self.nonceByteCount = nonceByteCount
            self.status = status
            self.change = change
            self.beginsWithZero = beginsWithZero
            self.secretBeginsWithZero = secretBeginsWithZero
            self.further = further
            self.chipAuthentication = chipAuthentication
        }
    }

    package let choice: PACEChoice
    package let password: PACEPassword
    package let habit: Habit
    package private(set) var commands: [CommandAPDU] = []
    package private(set) var keys: SecureMessagingKeys?
    private var random = SystemRandomSource()
    private var nonce: [UInt8] = []
    private var map: Map?
    private var mappingPair: ECDHKeyPair?
    private var token: (ksEnc: [UInt8], ksMAC: [UInt8], own: [UInt8], peer: [UInt8])?

    private enum Map {
        case ecdh(EllipticCurve, CurvePoint)
        case dh(DHGroup, [UInt8])
    }

    package init(_ choice: PACEChoice, _ password: PACEPassword, _ habit: Habit = Habit()) {
        self.choice = choice
        self.password = password
        self.habit = habit
    }

    private var cipher: BlockCipher { choice.info.variant.cipher.blockCipher }

    package mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        commands.append(command)
        do {
            return try answer(command)
        } catch {
            return ResponseAPDU(status: .wrongData)
        }
    }

    private mutating func answer(_ command: CommandAPDU) throws -> ResponseAPDU {
        if command.ins == 0x22 { return ResponseAPDU(status: habit.status[.select] ?? .success) }
        let received = try DynamicAuthenticationData(answer: command.data, at: PACEStep.nonce.clause)
        if let point = received[0x81] { return try respond(.map, 0x82, mapped(point), point) }
        if let point = received[0x83] { return try respond(.agree, 0x84, agreed(point), point) }
        if let tIFD = received[0x85] { return try prove(tIFD) }
        return respond(.nonce, 0x80, encryptedNonce(), [])
    }

    private func respond(_ step: PACEStep, _ tag: Int, _ value: [UInt8], _ received: [UInt8]) -> ResponseAPDU {
        if let status = habit.status[step] { return ResponseAPDU(status: status) }
        let changed = habit.change(step, value, received)
        return ResponseAPDU(data: DynamicAuthenticationData.encode(tag, changed), status: .success)
    }

    private mutating func encryptedNonce() -> [UInt8] {
        let count = habit.nonceByteCount ?? IntegratedMapping.nonceByteCount(for: cipher)
        nonce = random.bytes(count)
        let key = password.key(for: cipher)
        guard count.isMultiple(of: cipher.blockByteCount) else { return nonce }
        return cipher == .tripleDES ? TripleDESKey(key).encryptCBC(nonce) : AESKey(key).encryptCBC(nonce)
    }

    private mutating func mapped(_ data: [UInt8]) throws -> [UInt8] {
        if choice.info.variant.mapping == .integrated {
            switch choice.parameters {
            case .ecdh(let curve):
                map = .ecdh(curve, try curve.generator(integratedMapping: element(data, curve.domainParameters.p)))
            case .dh(let group): map = .dh(group, try group.generator(integratedMapping: element(data, group.p)))
            }
            return []
        }
        switch choice.parameters {
        case .ecdh(let curve):
            let pair = try keyPair(on: curve)
            let h = try pair.sharedPoint(with: CurvePoint(data, on: curve))
            map = .ecdh(curve, try curve.generator(genericMapping: SecretBytes(nonce), sharedPoint: h))
            mappingPair = pair
            return pair.publicPoint.encoded
        case .dh(let group):
            let pair = try keyPair(in: group)
            let h = try pair.sharedSecret(with: data)
            map = .dh(group, try group.generator(genericMapping: SecretBytes(nonce), sharedSecret: h))
            return pair.publicValue
        }
    }

    private func element(_ t: [UInt8], _ p: [UInt8]) throws -> [UInt8] {
        try IntegratedMapping.pseudoRandom(nonce: nonce, terminalNonce: t, modulo: p, cipher: cipher)
    }

    private mutating func agreed(_ peer: [UInt8]) throws -> [UInt8] {
        guard let map else { throw TransportError.cancelled }
        while true {
            let own: [UInt8]
            let secret: [UInt8]
            switch map {
            case .ecdh(let curve, let generator):
                let pair = try keyPair(on: curve, generator)
                own = pair.publicPoint.encoded
                secret = try pair.sharedSecret(with: CurvePoint(peer, on: curve)).withBytes { Array($0) }
            case .dh(let group, let generator):
                let pair = try keyPair(in: group, generator)
                own = pair.publicValue
                secret = try pair.sharedSecret(with: peer).withBytes { Array($0) }
            }
            if habit.secretBeginsWithZero, secret.first != 0 { continue }
            token = (
                KeyDerivation.derive(secret, counter: 1, for: cipher),
                KeyDerivation.derive(secret, counter: 2, for: cipher), own, peer
            )
            return own
        }
    }

    private mutating func prove(_ tIFD: [UInt8]) throws -> ResponseAPDU {
        guard let token else { throw TransportError.cancelled }
        if let status = habit.status[.token] { return ResponseAPDU(status: status) }
        guard tIFD == make(token.ksMAC, token.own) else { return ResponseAPDU(status: .authenticationFailed) }
        keys = SecureMessagingKeys(cipher, ksEnc: token.ksEnc, ksMAC: token.ksMAC)
        let tIC = habit.change(.token, make(token.ksMAC, token.peer), tIFD)
        let data = DataObjectWriter.encode(0x86, tIC) + habit.further + (try chipAuthentication(token.ksEnc))
        return ResponseAPDU(data: DataObjectWriter.encode(0x7C, data), status: .success)
    }

    private func make(_ ksMAC: [UInt8], _ key: [UInt8]) -> [UInt8] {
        AuthenticationToken.make(
            cipher, ksMAC: ksMAC, identifier: choice.info.identifier, publicKey: key, parameters: choice.parameters)
    }

    private func chipAuthentication(_ ksEnc: [UInt8]) throws -> [UInt8] {
        guard let pair = habit.chipAuthentication, let mappingPair else { return [] }
        let data = Padding.method2(try pair.chipAuthenticationData(for: mappingPair), blockSize: 16)
        let key = AESKey(ksEnc)
        let iv = key.encryptBlock([UInt8](repeating: 0xFF, count: 16))
        return DataObjectWriter.encode(0x8A, key.encryptCBC(data, iv: iv))
    }

    // MARK: Keys

    private mutating func keyPair(on curve: EllipticCurve, _ generator: CurvePoint? = nil) throws -> ECDHKeyPair {
        while true {
            let pair = try ECDHKeyPair(on: curve, generator: generator, random: &random)
            if !habit.beginsWithZero || pair.publicPoint.x.first == 0 { return pair }
        }
    }

    private mutating func keyPair(in group: DHGroup, _ generator: [UInt8]? = nil) throws -> DHKeyPair {
        while true {
            let pair = try DHKeyPair(in: group, generator: generator, random: &random)
            if !habit.beginsWithZero || pair.publicValue.first == 0 { return pair }
        }
    }
}
