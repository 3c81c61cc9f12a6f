import CardTransport
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Standards
import Testing

@Suite("The simulated chip's Chip Authentication: Doc 9303-11 §6.2")
struct ChipAuthenticationTests {
    private static func group(_ number: Int) throws -> ChipAuthenticationKey.Pair {
        var random = SystemRandomSource()
        return .dh(try DHKeyPair(in: #require(DHGroup(standardizedDomainParameters: number)), random: &random))
    }

    private static let ciphers: [SessionCipher] = [.tripleDES, .aes128, .aes192, .aes256]

    /// Reads DG1 under the keys that stand.
    private static func reads(_ session: inout TerminalSession, _ fixture: EACFixture) throws -> Bool {
        try session.send(.read(short: 1)).data == fixture.base.document.files[.dataGroup(.dg1)]
    }

    @Test(arguments: ciphers, [EllipticCurve.secp224r1, .brainpoolP320r1, .secp521r1])
    func `goes on under the keys that a curve agrees on`(cipher: SessionCipher, curve: EllipticCurve) throws {
        let fixture = try EACFixture(pair: EACFixture.pair(curve), cipher: cipher)
        var session = try fixture.session()

        #expect(try session.authenticateChip(fixture.base.document.chipAuthentication[0], cipher) == .success)
        #expect(try Self.reads(&session, fixture))
    }

    @Test(arguments: ciphers, 0...2)
    func `goes on under the keys that a group agrees on`(cipher: SessionCipher, number: Int) throws {
        let fixture = try EACFixture(pair: Self.group(number), cipher: cipher)
        var session = try fixture.session()

        #expect(try session.authenticateChip(fixture.base.document.chipAuthentication[0], cipher) == .success)
        #expect(try Self.reads(&session, fixture))
    }

    @Test(arguments: [100, 224, 231])
    func `takes a long key in pieces`(chunk: Int) throws {
        var fixture = try EACFixture(pair: Self.group(1))
        fixture.base.behaviour.extendedLength = nil
        var session = try fixture.session()
        let key = fixture.base.document.chipAuthentication[0]

        #expect(try session.authenticateChip(key, .aes128, chunk: min(chunk, 200)) == .success)
        #expect(try Self.reads(&session, fixture))
    }

    @Test(arguments: [true, false])
    func `agrees in one command for 3DES`(isElliptic: Bool) throws {
        let fixture = try EACFixture(pair: isElliptic ? EACFixture.pair() : Self.group(0), cipher: .aes256)
        var session = try fixture.session()
        let key = fixture.base.document.chipAuthentication[0]

        #expect(try session.authenticateChip(key, .tripleDES, asKAT: true) == .success)
        #expect(try Self.reads(&session, fixture))
    }

    @Test
    func `finds its key by number`() throws {
        var fixture = try EACFixture()
        let keys = try [1, 300].map { ChipAuthenticationKey(keyID: $0, pair: try EACFixture.pair()) }
        fixture.base.document.chipAuthentication = keys
        for (key, name) in [(keys[0], [0x01]), (keys[1], [0x01, 0x2C]), (keys[1], [0x00, 0x01, 0x2C])] as [(_, [UInt8])]
        {
            var session = try fixture.session()
            #expect(try session.authenticateChip(key, .aes128, named: name) == .success)
            #expect(try Self.reads(&session, fixture))
        }
        var session = try fixture.session()
        #expect(try session.authenticateChip(keys[0], .aes128, named: [0x02]) == .referencedDataNotFound)
        #expect(try session.authenticateChip(keys[0], .aes128) == .referencedDataNotFound)
    }

    @Test
    func `refuses what it does not offer, and keeps the session`() throws {
        let fixture = try EACFixture()
        var session = try fixture.session()
        #expect(try session.setChipAuthentication(.chipAuthentication(.ecdh, .aes256)) == .wrongData)
        #expect(try session.setChipAuthentication(.chipAuthentication(.dh, .aes128)) == .wrongData)
        #expect(try session.setChipAuthentication(.idCA) == .wrongData)
        #expect(try session.generalAuthenticate([0x04]).status == .conditionsNotSatisfied)
        #expect(try Self.reads(&session, fixture))
    }

    @Test
    func `refuses keys that are none, and its own`() throws {
        let fixture = try EACFixture()
        guard case .ecdh(let pair) = fixture.base.document.chipAuthentication[0].pair else { return }
        var offCurve = pair.publicPoint.encoded
        offCurve[64] ^= 0x01
        for publicKey in [pair.publicPoint.encoded, offCurve, [0x00], [], pair.publicPoint.compressed] {
            var session = try fixture.session()
            #expect(try session.setChipAuthentication(.chipAuthentication(.ecdh, .aes128)) == .success)
            #expect(try session.generalAuthenticate(publicKey).status == .authenticationFailed)
            #expect(try Self.reads(&session, fixture))
            let kat = CommandAPDU(
                ins: 0x22, p1: 0x41, p2: 0xA6, data: [0x91, UInt8(publicKey.count)] + publicKey)
            #expect(try session.send(kat).status == .wrongData)
            #expect(try Self.reads(&session, fixture))
        }
    }

    @Test
    func `is not to be had in plain`() throws {
        let fixture = try EACFixture()
        var chip = fixture.base.chip()
        for parameters in [UInt8(0xA4), 0xA6, 0xB6] {
            let p1: UInt8 = parameters == 0xB6 ? 0x81 : 0x41
            let command = CommandAPDU(ins: 0x22, p1: p1, p2: parameters, data: [0x83, 0x01, 0x00])
            #expect(try chip.transmit(command).status == .securityStatusNotSatisfied)
        }
    }

    @Test
    func `keeps its old keys where it is told to`() throws {
        var fixture = try EACFixture()
        fixture.base.behaviour.chipAuthentication.keepsOldKeys = true
        var session = try fixture.session()
        let (publicKey, _, _) = try session.agree(fixture.base.document.chipAuthentication[0])
        #expect(try session.setChipAuthentication(.chipAuthentication(.ecdh, .aes128)) == .success)
        #expect(try session.generalAuthenticate(publicKey).status == .success)
        #expect(try Self.reads(&session, fixture))
    }
}
