import AccessControl
import ByteCoding
import CardTransport
import Conformance
import Cryptography
import Issuing
import LDS
import SecureMessaging
import Standards
import TestSupport
import Testing

@Suite("Chip Authentication: Doc 9303-11 §6.2, TR-03110-3 B.1 and B.2")
struct ChipAuthenticationTests {
    static func vectors() throws -> [ChipAuthenticationVector] { try ChipAuthenticationVector.published() }
    static func two() throws -> [ChipAuthenticationVector] { try vectors().filter { $0.version == 2 } }
    static func one() throws -> [ChipAuthenticationVector] { try vectors().filter { $0.version == 1 } }

    @Test(arguments: try vectors())
    func `sends the expected commands and derives the expected keys`(_ vector: ChipAuthenticationVector) throws {
        try vector.check()
    }

    // MARK: Version 2 proves itself in its answer

    @Test(arguments: try two(), 0..<22)
    func `rejects a nonce or token with one byte changed`(_ vector: ChipAuthenticationVector, index: Int) throws {
        var card = vector.card { $0[1][index] ^= 0x01 }
        #expect(throws: AccessControlError.self) { try vector.run(&card) }
    }

    @Test(arguments: try two())
    func `rejects a token over the right nonce that is another's`(_ vector: ChipAuthenticationVector) throws {
        var card = vector.card { $0[1][21] ^= 0x01 }
        #expect(throws: AccessControlError.notAuthenticated(at: .tr03110("3.4", step: "4"))) { try vector.run(&card) }
    }

    static let malformed: [(name: String, answer: [UInt8])] = [
        ("nothing", []), ("an empty object", [0x7C, 0x00]), ("no token", [0x7C, 0x0A, 0x81, 0x08] + .zeros(8)),
        ("no nonce", [0x7C, 0x0A, 0x82, 0x08] + .zeros(8)), ("bytes behind", [0x7C, 0x00, 0x00]),
        ("a short nonce", [0x7C, 0x12, 0x81, 0x06] + .zeros(6) + [0x82, 0x08] + .zeros(8)),
        ("two nonces", [0x7C, 0x1E, 0x81, 0x08] + .zeros(8) + [0x81, 0x08] + .zeros(8) + [0x82, 0x08] + .zeros(8)),
    ]

    @Test(arguments: try two(), malformed)
    func `rejects an answer of another form`(
        _ vector: ChipAuthenticationVector, _ fault: (name: String, answer: [UInt8])
    ) throws {
        var card = vector.card { $0[1] = fault.answer + [0x90, 0x00] }
        #expect(throws: AccessControlError.malformedAnswer(at: .tr03110("3.4", step: "4"))) { try vector.run(&card) }
    }

    // MARK: Long keys

    /// A card that refuses GENERAL AUTHENTICATE.
    private struct Refusing: CardChannel {
        let status: StatusWord
        var commands: [CommandAPDU] = []

        mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
            commands.append(command)
            return ResponseAPDU(status: command.ins == 0x86 ? status : .success)
        }
    }

    @Test(arguments: [0x6A80: 1, 0x6300: 1, 0x6F00: 1, 0x6700: 2, 0x6883: 2] as [UInt16: Int])
    func `takes the next form of a long command only where it is the form that is refused`(
        _ status: UInt16, count: Int
    ) throws {
        var random: any RandomSource = SystemRandomSource()
        let group = try #require(DHGroup(standardizedDomainParameters: 2))
        let pair = try DHKeyPair(in: group, random: &random)
        let key = SecurityInfoEncoder.chipAuthenticationPublicKey(ChipAuthenticationKey(pair: .dh(pair)))
        let info = SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.dh, .aes128))
        let infos = try SecurityInfos(encoded: FileEncoder.dg14(securityInfos: [key, info]))
        let choice = try #require(ChipAuthenticationChoice.ranked(infos, source: .dataGroup(.dg14)).first)
        let run = ChipAuthentication(
            choice, way: try #require(ChipAuthentication.ways(for: choice).first),
            carriage: CommandCarriage(shortDataByteCount: 223, longForms: [.extended, .chained]))
        var card = Refusing(status: StatusWord(status))
        let terminal = try TerminalKeyPair(for: choice.publicKey, random: &random)
        #expect(throws: AccessControlError.refused(StatusWord(status), at: .doc9303(11, "6.2.2", step: "2"))) {
            try run.agree(&card, with: terminal)
        }
        #expect(card.commands.filter { $0.ins == 0x86 }.count == count)
    }

    // MARK: Version 1

    @Test(arguments: try one())
    func `takes the answer of version 1 whatever it holds, since it proves nothing`(
        _ vector: ChipAuthenticationVector
    ) throws {
        for answer: [UInt8] in [[], [0x7C, 0x00], [0x30, 0x01]] {
            var card = vector.card { $0[$0.count - 1] = answer + [0x90, 0x00] }
            #expect(try vector.run(&card) == vector.agreement)
        }
    }

    @Test(arguments: try vectors(), [0x6300, 0x6A80, 0x6A88, 0x6F00, 0x6982] as [UInt16])
    func `says which status refused which command`(_ vector: ChipAuthenticationVector, status: UInt16) throws {
        let answer = [UInt8(status >> 8), UInt8(status & 0xFF)]
        for index in vector.answers.indices {
            var card = vector.card { $0[index] = answer }
            let error = #expect(throws: AccessControlError.self) { try vector.run(&card) }
            guard case .refused(StatusWord(status), let clause)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            let isSelection = index == 0 && vector.commands.count > 1
            #expect(clause.step == (isSelection ? "1" : "2"))
        }
    }

    @Test
    func `goes over to the other form of a long command where the first is refused, selecting again`() throws {
        let vector = try Self.one().first { $0.longForm == "chained" }.unwrapped("vector")
        let extended = CommandAPDU(
            ins: 0x86, p1: 0, p2: 0,
            data: DataObjectWriter.encode(0x7C, DataObjectWriter.encode(0x80, vector.publicKey.bytes)),
            expectedCount: 256)
        let exchanges = zip(vector.commands, vector.answers).map { ($0.bytes, $1.bytes) }
        for status: [UInt8] in [[0x67, 0x00], [0x68, 0x83], [0x68, 0x84], [0x6E, 0x00]] {
            var card = ScriptedCard([exchanges[0], (extended.encoded, status)] + exchanges)
            let run = ChipAuthentication(
                try vector.choice, way: try ChipAuthentication.ways(for: vector.choice).first.unwrapped("way"),
                carriage: CommandCarriage(shortDataByteCount: 255, longForms: [.extended, .chained]))
            #expect(try run.agree(&card, with: vector.terminalPair) == vector.agreement)
            #expect(card.index == exchanges.count + 2)
        }
    }

    @Test
    func `names no key where the way says so, and takes the other command for Triple DES`() throws {
        let vector = try Self.one().first { $0.id.contains("key 0") }.unwrapped("vector")
        let ways = ChipAuthentication.ways(for: try vector.choice)
        #expect(ways.map(\.namesKey) == [true, true, false, false])
        #expect(
            ways.map(\.command)
                == [
                    .setKeyAgreementTemplate, .setAuthenticationTemplate, .setKeyAgreementTemplate,
                    .setAuthenticationTemplate,
                ])
        let key = vector.publicKey.bytes
        let last = try ways.last.unwrapped("way")
        let identifier = try vector.choice.identifier.contents
        let selection = CommandAPDU(
            ins: 0x22, p1: 0x41, p2: 0xA4, data: DataObjectWriter.encode(0x80, identifier))
        let agreement = CommandAPDU(
            ins: 0x86, p1: 0, p2: 0, data: DataObjectWriter.encode(0x7C, DataObjectWriter.encode(0x80, key)),
            expectedCount: 256)
        var card = ScriptedCard([(selection.encoded, [0x90, 0x00]), (agreement.encoded, [0x7C, 0x00, 0x90, 0x00])])
        let carriage = CommandCarriage(shortDataByteCount: 255, longForms: [])
        let run = ChipAuthentication(try vector.choice, way: last, carriage: carriage)
        #expect(try run.agree(&card, with: vector.terminalPair) == vector.agreement)
    }

    @Test
    func `sends nothing for a key that is our own or of another group`() throws {
        let vector = try Self.one().first { $0.id.contains("data set") }.unwrapped("vector")
        let choice = try vector.choice
        let carriage = CommandCarriage(shortDataByteCount: 255, longForms: [])
        let run = ChipAuthentication(
            choice, way: try ChipAuthentication.ways(for: choice).first.unwrapped("way"), carriage: carriage)
        var card = ScriptedCard([])
        let own = TerminalKeyPair(try ECDHKeyPair(on: .brainpoolP224r1, scalar: vector.chipKey.bytes))
        #expect(throws: AccessControlError.unusable(.reflectedPublicKey, at: .doc9303(11, "6.2.2", step: "2"))) {
            try run.agree(&card, with: own)
        }
        let other = TerminalKeyPair(try ECDHKeyPair(on: .brainpoolP256r1, scalar: [1]))
        #expect(throws: AccessControlError.unusable(.algorithmDoesNotFitKey, at: .doc9303(11, "6.2.2", step: "2"))) {
            try run.agree(&card, with: other)
        }
        #expect(card.index == 0)
    }

    @Test(arguments: try vectors())
    func `draws a new key pair over the parameters of the chip's key`(_ vector: ChipAuthenticationVector) throws {
        var random: any RandomSource = SystemRandomSource()
        let key = try vector.choice.publicKey
        let pair = try TerminalKeyPair(for: key, random: &random)
        let other = try TerminalKeyPair(for: key, random: &random)
        #expect(pair.publicKey.count == vector.publicKey.bytes.count)
        #expect(pair.compressed.count == vector.compressed.bytes.count)
        #expect(pair.publicKey != other.publicKey)
        #expect("\(try vector.agreement.keys)".contains(vector.ksEnc.text) == false)
    }
}

extension [UInt8] {
    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
