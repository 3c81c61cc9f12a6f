import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import TestSupport
import Testing

@Suite("Terminal Authentication in a read: Doc 9303-11 §7.1, field note 48")
struct TerminalAuthenticationReadTests {
    let document: EACDocument

    init() throws {
        document = try EACDocument([.ecdh(cipher: 2)])
    }

    @Test(arguments: [261, 65_544])
    func `reads fingerprints and irises behind it, last`(maximum: Int) throws {
        let reading = document.read(document.connection(maximum: maximum), with: try document.credential())
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.terminalAuthentication?.trustPoints == ["UTCVCA00002"])
        #expect(reading.terminalAuthentication?.chain == ["UTDVUT00001", "UTISUT00001"])
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
        #expect(reading.files.suffix(2).map(\.file.name) == ["DG3", "DG4"])
        #expect(reading.remarks.isEmpty)
    }

    @Test
    func `leaves protected what the certificates do not grant`() throws {
        let fingers = try document.world.verifier.certify(document.world.terminal, rights: 0x01)
        let reading = document.read(document.connection(), with: try document.credential(terminal: fingers))
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3]))
        #expect(document.isWhole(reading, with: [.dg3]))
    }

    @Test
    func `never touches protected groups without a certificate, and none that was not asked for`() throws {
        let reading = document.read(document.connection())
        #expect(reading.terminalAuthentication == nil)
        #expect(document.isWhole(reading))
        let some = document.read(document.connection(), with: try document.credential()) { $0.groups = [.dg1, .dg3] }
        #expect(some.bytes(of: .dataGroup(.dg3)) != nil)
        #expect(some[.dataGroup(.dg4)]?.outcome == .skipped)
    }

    @Test
    func `crosses from an old trust point over a link`() throws {
        var document = document
        document.trust(try document.world.root)
        let reading = document.read(document.connection(), with: try document.credential())
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.terminalAuthentication?.chain == ["UTCVCA00002", "UTDVUT00001", "UTISUT00001"])
    }

    @Test
    func `says in words why it was not tried`() throws {
        var other = document
        other.trust(try document.world.secondRoot, naming: "XXCVCAFOREIGN")
        let foreign = other.read(other.connection(), with: try document.credential())
        #expect(foreign.terminalAuthentication?.reason == "noCertificatePath")
        #expect(foreign.terminalAuthentication?.trustPoints == ["XXCVCAFOREIGN"])
        #expect(document.isWhole(foreign))

        let expired = try document.world.second.certify(document.world.verifier, rights: 0x83, until: "260301")
        let late = document.read(
            document.connection(), with: try document.credential([expired, document.world.secondRoot]))
        #expect(late.terminalAuthentication?.reason == "certificateExpired")

        let clone = document.read(
            document.connection { $0.chipAuthentication.keepsOldKeys = true }, with: try document.credential())
        #expect(clone.terminalAuthentication?.reason == "chipNotAuthenticated")
        #expect(document.isWhole(clone))

        var silent = document
        silent.document.files[.cvca] = [UInt8](repeating: 0, count: 36)
        let unnamed = silent.read(silent.connection(), with: try silent.credential())
        #expect(unnamed.terminalAuthentication?.reason == "noTrustPoint")

        let unsigned = document.read(
            document.connection(),
            with: TerminalCredential(
                terminal: try document.world.terminalCertificate,
                certificates: [try document.world.verifierCertificate], signer: NoSigner()))
        #expect(unsigned.terminalAuthentication?.reason == "notSigned")
        #expect(document.isWhole(unsigned))
    }

    @Test
    func `says which step the chip refused, and reads nothing that is protected`() throws {
        let places = [
            "the certificate of UTDVUT00001", "the certificate of UTDVUT00001", "the terminal's reference",
            "the terminal's reference", "the terminal's signature",
        ]
        for (step, place) in places.enumerated() {
            let reading = document.read(
                document.connection {
                    $0.terminalAuthentication.refusal = ChipBehaviour.Refusal(
                        step: step, status: .authenticationFailed)
                }, with: try document.credential())
            #expect(reading.terminalAuthentication?.outcome == .refused(status: 0x6300, at: place))
            #expect(document.isWhole(reading))
        }
    }

    @Test
    func `is refused with a key that is not the certificate's`() throws {
        let other = TerminalCredential(
            terminal: try document.world.terminalCertificate,
            certificates: [try document.world.verifierCertificate],
            signer: PrivateKeySigner(try PrivateKey.generateEC(curve: .brainpoolP256r1)))
        let reading = document.read(document.connection(), with: other)
        #expect(
            reading.terminalAuthentication?.outcome == .refused(status: 0x6300, at: "the terminal's signature"))
        #expect(document.isWhole(reading))
    }

    @Test
    func `shows RSA certificates and signatures in extended length`() throws {
        var document = document
        let (root, verifier) = (try CVAuthority("UTCVCA00007", rsa: 4), try CVAuthority("UTDVUT00007", rsa: 4))
        let terminal = try CVAuthority("UTISUT00007", rsa: 6)
        document.trust(try root.certify(root, rights: 0xC3))
        let credential = TerminalCredential(
            terminal: try verifier.certify(terminal, rights: 0x03),
            certificates: [try root.certify(verifier, rights: 0x83)], signer: PrivateKeySigner(terminal.key))
        let reading = document.read(document.connection(), with: credential)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
        // A reader for short commands can only chain, which chips take for GENERAL AUTHENTICATE alone.
        let short = document.read(document.connection(maximum: 261), with: credential)
        #expect(short.terminalAuthentication?.reason == "commandTooLong")
        #expect(document.isWhole(short))
    }

    static let losses: [WireIncident] = (1...90).flatMap { [.pull(afterAPDU: $0), .pullDuring(apdu: $0)] }

    @Test(arguments: losses)
    func `authenticates chip and terminal again after a loss at any command`(_ incident: WireIncident) throws {
        let connection = document.connection([incident], maximum: 261)
        let reading = document.read(connection, with: try document.credential())
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    @Test
    func `takes a chip up again that ends its session in the middle of a protected group`() throws {
        for number in [40, 60, 70, 80] {
            let reading = document.read(
                document.connection(maximum: 261) { $0.sessionIncident = .sessionLost(answer: number) },
                with: try document.credential())
            #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
            #expect(document.isWhole(reading, with: [.dg3, .dg4]))
        }
    }
}

/// What holds the key is not there.
private struct NoSigner: TerminalSigner {
    func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
        throw .refused(Reason("tokenMissing", "The token is not there."))
    }
}
