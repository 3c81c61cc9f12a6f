import AccessControl
import ByteCoding
import CardTransport
import ChipSimulator
import Cryptography
import Issuing
import LDS
import SecureMessaging
import Standards
import Testing

/// A chip with Chip and Terminal Authentication, and the authorities and terminals around it.
struct EACFixture {
    typealias Holder = CertificateMaker.Holder

    var base: PACEFixture
    var authority: Holder
    var verifier: Holder
    var terminal: Holder

    /// - Parameter version: 2 puts Terminal Authentication before Chip Authentication.
    init(
        version: Int = 1, pair: ChipAuthenticationKey.Pair? = nil, cipher: SessionCipher = .aes128,
        algorithm: CertificateMaker.Algorithm = .ecdsa(.sha256)
    ) throws {
        base = try PACEFixture()
        authority = Holder("UTCVCA00001", 0xC3, try Self.key(algorithm), algorithm)
        verifier = Holder("UTDVUTO00001", 0x83, try Self.key(algorithm), algorithm)
        terminal = Holder("UTTERM00001", 0x03, try Self.key(algorithm), algorithm)
        base.document.terminalAuthentication = TerminalAuthenticationTrust(
            trustPoints: [try trustPoint(authority)], currentDate: [2, 6, 0, 6, 0, 1])
        let key = ChipAuthenticationKey(keyID: nil, pair: try pair ?? Self.pair())
        base.document.chipAuthentication = [key]
        let agreement: KeyAgreementKind = if case .dh = key.pair { .dh } else { .ecdh }
        let infos = [
            SecurityInfoEncoder.chipAuthentication(.chipAuthentication(agreement, cipher), version: version),
            SecurityInfoEncoder.chipAuthenticationPublicKey(key),
        ]
        base.document.files[.dataGroup(.dg14)] = FileEncoder.dg14(securityInfos: infos)
        base.document.files[.dataGroup(.dg3)] = [0x63, 0x03, 0x02, 0x01, 0x00]
        base.document.files[.dataGroup(.dg4)] = [0x76, 0x03, 0x02, 0x01, 0x00]
    }

    static func pair(_ curve: EllipticCurve = .brainpoolP256r1) throws -> ChipAuthenticationKey.Pair {
        var random = SystemRandomSource()
        return .ecdh(try ECDHKeyPair(on: curve, random: &random))
    }

    static func key(_ algorithm: CertificateMaker.Algorithm) throws -> PrivateKey {
        if case .ecdsa = algorithm { return try PrivateKey.generateEC(curve: .brainpoolP256r1) }
        return try PrivateKey.generateRSA(bits: 1536)
    }

    func trustPoint(_ holder: Holder) throws -> [UInt8] {
        var maker = CertificateMaker()
        maker.withParameters = true
        return try maker.certificate(holder, by: holder)
    }

    func session(_ password: PACEPassword? = nil) throws -> TerminalSession {
        var chip = base.chip()
        let opened = try base.open(&chip, try password ?? .can("123456"))
        var channel = SecureChannel(SimulatedConnection(chip), keys: opened.keys)
        guard try channel.transmit(.selectApplication).status == .success else { throw Failure.noApplication }
        return TerminalSession(channel, identifier: opened.compressedChipKey)
    }

    enum Failure: Error { case noApplication }
}

/// A terminal in a session with a chip, step by step as a test wants.
struct TerminalSession: ~Copyable {
    private var channel: SecureChannel<SimulatedConnection>
    /// ID_IC.
    private let identifier: [UInt8]
    /// Comp(PK_IFD), once there is one.
    private(set) var compressed: [UInt8] = []

    init(_ channel: consuming SecureChannel<SimulatedConnection>, identifier: [UInt8]) {
        self.channel = channel
        self.identifier = identifier
    }

    mutating func send(_ command: CommandAPDU) throws -> ResponseAPDU { try channel.transmit(command) }

    /// The chip as it is, the session given up.
    consuming func end() -> SimulatedChip { channel.close().chip }

    // MARK: Chip Authentication

    /// Runs version 1, and goes on under the new keys.
    mutating func authenticateChip(
        _ key: ChipAuthenticationKey, _ cipher: SessionCipher, asKAT: Bool = false, chunk: Int? = nil,
        named keyID: [UInt8]? = nil
    ) throws -> StatusWord {
        let (publicKey, secret, agreement) = try agree(key)
        let reference = keyID.map { DataObjectWriter.encode(0x84, $0) } ?? []
        let status: StatusWord
        if asKAT {
            status = try send(
                CommandAPDU(
                    ins: 0x22, p1: 0x41, p2: 0xA6, data: DataObjectWriter.encode(0x91, publicKey) + reference)
            ).status
        } else {
            let setting = try setChipAuthentication(.chipAuthentication(agreement, cipher), reference)
            guard setting == .success else { return setting }
            status = try generalAuthenticate(publicKey, chunk: chunk).status
        }
        guard status == .success else { return status }
        replace(try Self.keys(cipher, secret))
        return status
    }

    /// An ephemeral key of our own, and the secret with the chip's.
    mutating func agree(_ key: ChipAuthenticationKey) throws -> ([UInt8], [UInt8], KeyAgreementKind) {
        var random = SystemRandomSource()
        switch key.pair {
        case .ecdh(let pair):
            let own = try ECDHKeyPair(on: pair.publicPoint.curve, random: &random)
            compressed = Array(own.publicPoint.x)
            let secret = try own.sharedSecret(with: pair.publicPoint).withBytes { Array($0) }
            return (own.publicPoint.encoded, secret, .ecdh)
        case .dh(let pair):
            let own = try DHKeyPair(in: pair.group, random: &random)
            compressed = HashAlgorithm.sha1.hash(own.publicValue)
            return (own.publicValue, try own.sharedSecret(with: pair.publicValue).withBytes { Array($0) }, .dh)
        }
    }

    mutating func setChipAuthentication(_ identifier: OID, _ reference: [UInt8] = []) throws -> StatusWord {
        try send(
            CommandAPDU(
                ins: 0x22, p1: 0x41, p2: 0xA4, data: DataObjectWriter.encode(0x80, identifier.contents) + reference)
        ).status
    }

    mutating func generalAuthenticate(_ publicKey: [UInt8], chunk: Int? = nil) throws -> ResponseAPDU {
        var data = DataObjectWriter.encode(0x7C, DataObjectWriter.encode(0x80, publicKey))[...]
        while let chunk, data.count > chunk {
            let part = Array(data.prefix(chunk))
            data = data.dropFirst(chunk)
            let answer = try send(CommandAPDU(cla: 0x10, ins: 0x86, p1: 0, p2: 0, data: part, expectedCount: 256))
            guard answer == ResponseAPDU(status: .success) else { return answer }
        }
        return try send(CommandAPDU(ins: 0x86, p1: 0, p2: 0, data: Array(data), expectedCount: 256))
    }

    mutating func replace(_ keys: SecureMessagingKeys) {
        channel.replaceKeys(keys)
    }

    static func keys(_ cipher: SessionCipher, _ secret: [UInt8], nonce: [UInt8] = []) throws -> SecureMessagingKeys {
        let block: BlockCipher = [.tripleDES: .tripleDES, .aes128: .aes128, .aes192: .aes192][cipher] ?? .aes256
        return SecureMessagingKeys(
            block, ksEnc: KeyDerivation.derive(secret, nonce: nonce, counter: 1, for: block),
            ksMAC: KeyDerivation.derive(secret, nonce: nonce, counter: 2, for: block))
    }

    // MARK: Terminal Authentication

    /// One certificate, under the key of a name.
    mutating func present(_ certificate: [UInt8], under authority: String) throws -> StatusWord {
        let name = DataObjectWriter.encode(0x83, Array(authority.utf8))
        let setting = try send(CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xB6, data: name)).status
        guard setting == .success else { return setting }
        var reader = ByteReader(certificate)
        let contents = Array(try reader.dataObject(0x7F21).value)
        return try send(CommandAPDU(ins: 0x2A, p1: 0x00, p2: 0xBE, data: contents)).status
    }

    /// The terminal's signature; version 2 binds a key that is announced with it.
    mutating func authenticateTerminal(
        _ terminal: CertificateMaker.Holder, binding compressedKey: [UInt8]? = nil, auxiliaryData: [UInt8] = [],
        alter: (inout [UInt8]) -> Void = { _ in }
    ) throws -> StatusWord {
        var data = DataObjectWriter.encode(0x83, Array(terminal.reference.utf8))
        if let compressedKey {
            data =
                DataObjectWriter.encode(0x80, terminal.algorithm.identifier.contents) + data + auxiliaryData
                + DataObjectWriter.encode(0x91, compressedKey)
        }
        let setting = try send(CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xA4, data: data)).status
        guard setting == .success else { return setting }
        let challenge = try send(CommandAPDU(ins: 0x84, p1: 0, p2: 0, expectedCount: 8))
        guard challenge.status == .success else { return challenge.status }
        var message = identifier + challenge.data + (compressedKey ?? compressed) + auxiliaryData
        alter(&message)
        let signature = try terminal.key.sign(message, algorithm: terminal.algorithm.signature)
        return try send(CommandAPDU(ins: 0x82, p1: 0, p2: 0, data: signature)).status
    }
}

extension SecureChannel where Base == SimulatedConnection {
    /// Goes on over the same connection under other keys.
    mutating func replaceKeys(_ keys: SecureMessagingKeys) {
        let old = self
        self = SecureChannel(old.close(), keys: keys)
    }
}
