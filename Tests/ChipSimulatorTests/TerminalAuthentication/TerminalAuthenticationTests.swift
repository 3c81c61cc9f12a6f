import AccessControl
import ByteCoding
import CardTransport
import ChipSimulator
import Cryptography
import Issuing
import LDS
import MRZ
import SecureMessaging
import Standards
import Testing

@Suite("The simulated chip's Terminal Authentication: Doc 9303-11 §7.1")
struct TerminalAuthenticationTests {
    static let algorithms: [CertificateMaker.Algorithm] = [
        .rsa(.sha1), .rsa(.sha256), .rsa(.sha512), .pss(.sha1), .pss(.sha256), .pss(.sha512), .ecdsa(.sha1),
        .ecdsa(.sha224), .ecdsa(.sha256), .ecdsa(.sha384), .ecdsa(.sha512),
    ]

    /// Chip Authentication, the chain, and the terminal's signature.
    private static func run(
        _ fixture: EACFixture, _ session: inout TerminalSession, _ maker: CertificateMaker = CertificateMaker(),
        alter: (inout [UInt8]) -> Void = { _ in }
    ) throws -> StatusWord {
        _ = try session.authenticateChip(fixture.base.document.chipAuthentication[0], .aes128)
        let steps = [(fixture.verifier, fixture.authority), (fixture.terminal, fixture.verifier)]
        for (holder, issuer) in steps {
            let status = try session.present(maker.certificate(holder, by: issuer), under: issuer.reference)
            guard status == .success else { return status }
        }
        return try session.authenticateTerminal(fixture.terminal, alter: alter)
    }

    private static func readable(_ session: inout TerminalSession) throws -> [Bool] {
        try [UInt8(3), 4].map { try session.send(.read(short: $0)).status == .success }
    }

    @Test(arguments: algorithms)
    func `opens the protected groups by every algorithm`(_ algorithm: CertificateMaker.Algorithm) throws {
        let fixture = try EACFixture(algorithm: algorithm)
        var session = try fixture.session()
        #expect(try Self.readable(&session) == [false, false])

        #expect(try Self.run(fixture, &session) == .success)
        #expect(try Self.readable(&session) == [true, true])
        #expect(try session.send(.read(short: 1)).status == .success)
    }

    @Test(arguments: 0..<4 as Range<UInt8>, 0..<4 as Range<UInt8>)
    func `grants what the whole chain grants`(verifier: UInt8, terminal: UInt8) throws {
        var fixture = try EACFixture()
        fixture.verifier = .init("UTDVUTO00001", 0x80 | verifier, fixture.verifier.key)
        fixture.terminal = .init("UTTERM00001", terminal, fixture.terminal.key)
        var session = try fixture.session()

        #expect(try Self.run(fixture, &session) == .success)
        let granted = verifier & terminal
        #expect(try Self.readable(&session) == [granted & 1 != 0, granted & 2 != 0])
    }

    @Test
    func `refuses a signature over anything else, and a second run`() throws {
        let fixture = try EACFixture()
        for index in [0, 32, 40, 71] {
            var session = try fixture.session()
            #expect(try Self.run(fixture, &session) { $0[index] ^= 0x01 } == .authenticationFailed)
            #expect(try Self.readable(&session) == [false, false])
            let again = try session.present(
                CertificateMaker().certificate(fixture.verifier, by: fixture.authority), under: "UTCVCA00001")
            #expect(again == .conditionsNotSatisfied)
        }
        var session = try fixture.session()
        #expect(try Self.run(fixture, &session) == .success)
        #expect(try session.authenticateTerminal(fixture.terminal) == .conditionsNotSatisfied)
    }

    @Test
    func `asks for Chip Authentication first`() throws {
        let fixture = try EACFixture()
        var session = try fixture.session()
        for (holder, issuer) in [(fixture.verifier, fixture.authority), (fixture.terminal, fixture.verifier)] {
            #expect(
                try session.present(CertificateMaker().certificate(holder, by: issuer), under: issuer.reference)
                    == .success)
        }
        #expect(try session.authenticateTerminal(fixture.terminal) == .conditionsNotSatisfied)
        #expect(try Self.readable(&session) == [false, false])
    }

    @Test
    func `binds a terminal to the document number after Basic Access Control`() throws {
        var fixture = try EACFixture()
        fixture.base.document.accessControl = .bac
        let information = fixture.base.document.keyInformation
        var terminal = BasicAccessControl(DocumentBasicAccessKeys(information), random: SystemRandomSource())
        let connection = SimulatedConnection(fixture.base.chip())
        _ = try connection.transmit(.selectApplication)
        var plain = connection
        let keys = try terminal.open(&plain)
        var session = TerminalSession(
            SecureChannel(connection, keys: keys), identifier: Array(information.bytes.prefix(10)))

        #expect(try Self.run(fixture, &session) == .success)
        #expect(try Self.readable(&session) == [true, true])
    }

    // MARK: Certificates

    /// A certificate that is wrong in one way, and what the chip says.
    static let faults: [(String, StatusWord, @Sendable (inout EACFixture, inout CertificateMaker) throws -> Void)] = [
        (
            "an authority's key that is not the trust point's", .authenticationFailed,
            { fixture, _ in
                fixture.authority = .init("UTCVCA00001", 0xC3, try EACFixture.key(.ecdsa(.sha256)))
            }
        ),
        (
            "an authority that is not known", .referencedDataNotFound,
            { fixture, _ in
                fixture.authority = .init("XXCVCA00001", 0xC3, fixture.authority.key)
            }
        ),
        (
            "a verifier that has expired", .authenticationFailed,
            { _, maker in
                maker.effective = [2, 6, 0, 1, 0, 1]
                maker.expiration = [2, 6, 0, 5, 3, 1]
            }
        ),
        (
            "a verifier whose dates are the wrong way round", .authenticationFailed,
            { _, maker in
                maker.effective = [2, 7, 0, 1, 0, 1]
            }
        ),
        (
            "a verifier with a terminal's role", .authenticationFailed,
            { fixture, _ in
                fixture.verifier = .init("UTDVUTO00001", 0x03, fixture.verifier.key)
            }
        ),
        (
            "a terminal with a verifier's role", .authenticationFailed,
            { fixture, _ in
                fixture.terminal = .init("UTTERM00001", 0x83, fixture.terminal.key)
            }
        ),
        (
            "a terminal with an authority's role", .authenticationFailed,
            { fixture, _ in
                fixture.terminal = .init("UTTERM00001", 0xC3, fixture.terminal.key)
            }
        ),
        (
            "a verifier with the authority's domain parameters", .authenticationFailed,
            { _, maker in maker.withParameters = true }
        ),
        (
            "a verifier with a curve of its own and the parameters for it", .authenticationFailed,
            { fixture, maker in
                fixture.verifier = .init("UTDVUTO00001", 0x83, try PrivateKey.generateEC(curve: .secp256r1))
                maker.withParameters = true
            }
        ),
        (
            "a verifier with a curve of its own and no parameters", .authenticationFailed,
            { fixture, _ in
                fixture.verifier = .init("UTDVUTO00001", 0x83, try PrivateKey.generateEC(curve: .secp384r1))
            }
        ),
    ]

    /// TR-03110-3 D.3.3: they are inherited from the authority's certificate.
    @Test(arguments: [false, true])
    func `refuses a terminal that brings domain parameters along`(isOnOtherCurve: Bool) throws {
        var fixture = try EACFixture()
        if isOnOtherCurve {
            fixture.terminal = .init("UTTERM00001", 0x03, try PrivateKey.generateEC(curve: .secp256r1))
        }
        var session = try fixture.session()
        let plain = CertificateMaker()
        var telling = plain
        telling.withParameters = true
        let verifier = try plain.certificate(fixture.verifier, by: fixture.authority)
        #expect(try session.present(verifier, under: fixture.authority.reference) == .success)
        let terminal = try telling.certificate(fixture.terminal, by: fixture.verifier)
        #expect(try session.present(terminal, under: fixture.verifier.reference) == .authenticationFailed)
    }

    @Test(arguments: faults.indices)
    func `refuses a chain with`(_ index: Int) throws {
        let (name, status, change) = Self.faults[index]
        var fixture = try EACFixture()
        var maker = CertificateMaker()
        // The trust point was personalised before.
        try change(&fixture, &maker)
        var session = try fixture.session()

        #expect(try Self.run(fixture, &session, maker) == status, "\(name)")
        #expect(try Self.readable(&session) == [false, false], "\(name)")
    }

    @Test
    func `grants nothing to another kind of terminal than the authority's, and refuses one below a verifier`() throws {
        let fixture = try EACFixture()
        var other = CertificateMaker()
        other.terminalType = OID(0, 4, 0, 127, 0, 7, 3, 1, 2, 2)
        var session = try fixture.session()
        #expect(try Self.run(fixture, &session, other) == .success)
        #expect(try Self.readable(&session) == [false, false])

        var mixed = try fixture.session()
        let verifier = try CertificateMaker().certificate(fixture.verifier, by: fixture.authority)
        #expect(try mixed.present(verifier, under: fixture.authority.reference) == .success)
        let terminal = try other.certificate(fixture.terminal, by: fixture.verifier)
        #expect(try mixed.present(terminal, under: fixture.verifier.reference) == .authenticationFailed)
    }

    @Test
    func `refuses a certificate with any byte changed`() throws {
        let fixture = try EACFixture()
        let certificate = try CertificateMaker().certificate(fixture.verifier, by: fixture.authority)
        for index in stride(from: 5, to: certificate.count, by: 3) {
            var altered = certificate
            altered[index] ^= 0x01
            var session = try fixture.session()
            let status = try session.present(altered, under: fixture.authority.reference)
            #expect([StatusWord.authenticationFailed, .wrongData].contains(status), "byte \(index)")
        }
    }

    @Test
    func `refuses a terminal whose own certificate it has not seen`() throws {
        let fixture = try EACFixture()
        var session = try fixture.session()
        _ = try session.authenticateChip(fixture.base.document.chipAuthentication[0], .aes128)
        let maker = CertificateMaker()
        #expect(
            try session.present(maker.certificate(fixture.verifier, by: fixture.authority), under: "UTCVCA00001")
                == .success)

        #expect(try session.authenticateTerminal(fixture.terminal) == .referencedDataNotFound)
        #expect(try session.authenticateTerminal(fixture.verifier) == .referencedDataNotFound)
        // A certificate needs its key to be chosen before it.
        #expect(
            try session.send(CommandAPDU(ins: 0x2A, p1: 0, p2: 0xBE, data: [0x7F, 0x4E, 0x00])).status
                == .conditionsNotSatisfied)
        #expect(
            try session.send(CommandAPDU(ins: 0x84, p1: 0, p2: 0, expectedCount: 8)).status == .conditionsNotSatisfied)
        #expect(
            try session.send(CommandAPDU(ins: 0x82, p1: 0, p2: 0, data: [0x01])).status == .conditionsNotSatisfied)
    }

    // MARK: Version 2

    @Test(arguments: [SessionCipher.tripleDES, .aes256], [[], [0x67, 0x02, 0x73, 0x00]] as [[UInt8]])
    func `takes a terminal before the chip, and binds the chip to it`(
        cipher: SessionCipher, auxiliaryData: [UInt8]
    ) throws {
        let fixture = try EACFixture(version: 2, cipher: cipher)
        let key = fixture.base.document.chipAuthentication[0]
        var session = try fixture.session()
        let (publicKey, secret, _) = try session.agree(key)
        #expect(try session.setChipAuthentication(.chipAuthentication(.ecdh, cipher)) == .success)
        #expect(try session.generalAuthenticate(publicKey).status == .conditionsNotSatisfied)
        for (holder, issuer) in [(fixture.verifier, fixture.authority), (fixture.terminal, fixture.verifier)] {
            _ = try session.present(CertificateMaker().certificate(holder, by: issuer), under: issuer.reference)
        }
        #expect(
            try session.authenticateTerminal(
                fixture.terminal, binding: session.compressed, auxiliaryData: auxiliaryData) == .success)
        #expect(try Self.readable(&session) == [false, false])

        #expect(try session.setChipAuthentication(.chipAuthentication(.ecdh, cipher)) == .success)
        let answer = try session.generalAuthenticate(publicKey)
        let objects = try Self.objects(answer.data)
        let nonce = try #require(objects[0x81])
        session.replace(try TerminalSession.keys(cipher, secret, nonce: nonce))
        #expect(objects[0x82]?.count == 8)
        #expect(try Self.readable(&session) == [true, true])
    }

    @Test
    func `refuses another key than the one that was announced`() throws {
        let fixture = try EACFixture(version: 2)
        let key = fixture.base.document.chipAuthentication[0]
        var session = try fixture.session()
        let (_, _, _) = try session.agree(key)
        for (holder, issuer) in [(fixture.verifier, fixture.authority), (fixture.terminal, fixture.verifier)] {
            _ = try session.present(CertificateMaker().certificate(holder, by: issuer), under: issuer.reference)
        }
        #expect(try session.authenticateTerminal(fixture.terminal, binding: session.compressed) == .success)
        let (other, _, _) = try session.agree(key)
        #expect(try session.setChipAuthentication(.chipAuthentication(.ecdh, .aes128)) == .success)
        #expect(try session.generalAuthenticate(other).status == .authenticationFailed)
        #expect(try Self.readable(&session) == [false, false])
    }

    private static func objects(_ template: [UInt8]) throws -> [Int: [UInt8]] {
        var reader = ByteReader(template)
        let children = try reader.dataObject(0x7C).children()
        return Dictionary(uniqueKeysWithValues: children.map { ($0.tag, Array($0.value)) })
    }
}
