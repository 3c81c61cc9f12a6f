import AccessControl
import CardTransport
import Conformance
import Cryptography
import PKI
import Standards
import TestSupport
import Testing

@Suite("Terminal Authentication: Doc 9303-11 §7.1, TR-03110-3 B.3")
struct TerminalAuthenticationTests {
    static func vectors() throws -> [TerminalAuthenticationVector] { try TerminalAuthenticationVector.published() }

    @Test(arguments: try vectors())
    func `sends the expected commands and signs the printed message`(_ vector: TerminalAuthenticationVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors(), 0..<7)
    func `says which status refused which step`(_ vector: TerminalAuthenticationVector, index: Int) throws {
        var card = vector.card { $0[index] = [0x63, 0x00] }
        let signer = PrintedSigner(message: vector.message.bytes, signature: vector.signature.bytes)
        let step = [
            "1, DETESTDVDE019", "1, DETESTDVDE019", "1, DETESTATDE019", "1, DETESTATDE019", "3", "3", "5",
        ][index]
        #expect(throws: AccessControlError.refused(.authenticationFailed, at: .doc9303(11, "7.1.2", step: step))) {
            try vector.run(&card, signer: signer)
        }
        #expect(card.index == index + 1)
    }

    @Test(arguments: try vectors())
    func `signs nothing else than the challenge that came`(_ vector: TerminalAuthenticationVector) throws {
        var card = vector.card { $0[5][0] ^= 1 }
        let signer = PrintedSigner(message: vector.message.bytes, signature: vector.signature.bytes)
        let error = #expect(throws: AccessControlError.self) { try vector.run(&card, signer: signer) }
        guard case .signing(.refused(let reason), at: .doc9303(11, "7.1.2", step: "4"))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.code == "otherMessage")
        var short = vector.card { $0[5].removeFirst() }
        #expect(throws: AccessControlError.wrongLength(expected: 8, found: 7, at: .doc9303(11, "7.1.2", step: "3"))) {
            try vector.run(&short, signer: signer)
        }
    }

    @Test(arguments: try vectors())
    func `says that a key does not fit the certificate's algorithm`(_ vector: TerminalAuthenticationVector) throws {
        var card = vector.card()
        let isRSA = vector.id.hasSuffix("DH") && !vector.id.hasSuffix("ECDH")
        let other = isRSA ? try PrivateKey.generateEC(curve: .secp256r1) : try PrivateKey.generateRSA(bits: 1024)
        #expect(
            throws: AccessControlError.signing(
                .unusableKey(.algorithmDoesNotFitKey), at: .doc9303(11, "7.1.2", step: "4"))
        ) { try vector.run(&card, signer: PrivateKeySigner(other)) }
    }

    /// Version 1, against a card that answers whatever comes.
    @Test
    func `names the terminal alone in version 1 and signs over chip, challenge and key`() throws {
        let world = try CVWorld()
        let chain = try CVCertificateChain(
            to: world.terminalCertificate, from: [#require(CertificateReference("UTCVCA00002"))],
            certificates: [world.verifierCertificate, world.secondRoot], at: nil)
        var card = RecordingCard()
        let run = TerminalAuthentication(
            chain, signer: PrivateKeySigner(world.terminal.key),
            carriage: CommandCarriage(shortDataByteCount: 255, longForms: []))
        try run.presentCertificates(&card)
        try run.prove(&card, chipIdentifier: Array("L898902C<3".utf8), terminalKeyCompressed: [7, 7])
        #expect(card.commands.map(\.ins) == [0x22, 0x2A, 0x22, 0x2A, 0x22, 0x84, 0x82])
        #expect(card.commands[4].data == [0x83, 0x0B] + Array("UTISUT00001".utf8))
        let message = Array("L898902C<3".utf8) + RecordingCard.challenge + [7, 7]
        let isRight = try world.terminal.key.publicKey.verify(
            signature: card.commands[6].data, over: message, algorithm: world.terminal.algorithm)
        #expect(isRight)
    }

    @Test
    func `signs a new challenge for the next form of a long signature`() throws {
        let world = try CVWorld()
        let terminal = try CVAuthority("UTISUT00001", rsa: 4)
        let certificate = try world.verifier.certify(terminal, rights: 0x03)
        let chain = try CVCertificateChain(
            to: certificate, from: [#require(CertificateReference("UTCVCA00002"))],
            certificates: [world.verifierCertificate, world.secondRoot], at: nil)
        var card = RecordingCard(refusesExtended: true)
        let run = TerminalAuthentication(
            chain, signer: PrivateKeySigner(terminal.key),
            carriage: CommandCarriage(shortDataByteCount: 223, longForms: [.extended, .chained]))
        try run.presentCertificates(&card)
        try run.prove(&card, chipIdentifier: [], terminalKeyCompressed: [])
        let signatures = card.commands.filter { $0.ins == 0x82 }
        #expect(signatures.map(\.data.count) == [256, 223, 33])
        #expect(signatures.map(\.cla) == [0x00, 0x10, 0x00])
        #expect(card.commands.filter { $0.ins == 0x84 }.count == 2)
        // The certificate over the RSA key went out again, after its authority was named again.
        #expect(card.commands.filter { $0.ins == 0x2A }.map(\.cla) == [0x00, 0x00, 0x10, 0x00])
        #expect(card.commands.filter { $0.ins == 0x22 && $0.p2 == 0xB6 }.count == 3)
    }
}

extension TerminalAuthenticationTests {
    /// A terminal with RSA, whose certificate and signature no short command holds.
    private func long() throws -> TerminalAuthentication {
        let world = try CVWorld()
        let terminal = try CVAuthority("UTISUT00001", rsa: 4)
        let chain = try CVCertificateChain(
            to: world.verifier.certify(terminal, rights: 0x03), from: [#require(CertificateReference("UTCVCA00002"))],
            certificates: [world.verifierCertificate, world.secondRoot], at: nil)
        return TerminalAuthentication(
            chain, signer: PrivateKeySigner(terminal.key),
            carriage: CommandCarriage(shortDataByteCount: 223, longForms: [.extended, .chained]))
    }

    @Test(arguments: [0x6300, 0x6A80, 0x6985] as [UInt16])
    func `sends nothing in another form that is not refused for its form`(_ status: UInt16) throws {
        let run = try long()
        var card = RecordingCard()
        card.refusals = [0x2A: StatusWord(status)]
        let step = SpecReference.doc9303(11, "7.1.2", step: "1, UTDVUT00001")
        #expect(throws: AccessControlError.refused(StatusWord(status), at: step)) {
            try run.presentCertificates(&card)
        }
        #expect(card.commands.filter { $0.ins == 0x2A }.count == 1)

        card = RecordingCard()
        card.refusals = [0x82: StatusWord(status)]
        let last = SpecReference.doc9303(11, "7.1.2", step: "5")
        #expect(throws: AccessControlError.refused(StatusWord(status), at: last)) {
            try run.prove(&card, chipIdentifier: [], terminalKeyCompressed: [])
        }
        #expect(card.commands.filter { $0.ins == 0x82 }.count == 1)
    }

    @Test func `says that a signature is too long that is refused in every form`() throws {
        let run = try long()
        var card = RecordingCard()
        card.refusals = [0x82: StatusWord(0x6884)]
        let last = SpecReference.doc9303(11, "7.1.2", step: "5")
        #expect(throws: AccessControlError.tooLong(byteCount: 256, StatusWord(0x6884), at: last)) {
            try run.prove(&card, chipIdentifier: [], terminalKeyCompressed: [])
        }
        #expect(card.commands.filter { $0.ins == 0x82 }.map(\.data.count) == [256, 223])
    }

    @Test func `has one way for each trust point, the best first`() throws {
        let world = try CVWorld()
        // Two certificates of the same verifier lead from the newer authority.
        let again = try world.second.certify(world.verifier, rights: 0x81)
        let references = try ["UTCVCA00001", "UTCVCA00002"].map { try #require(CertificateReference($0)) }
        let chains = try CVCertificateChain.chains(
            to: world.terminalCertificate, from: references,
            certificates: [world.verifierCertificate, again, world.secondRoot, world.link, world.root], at: nil)
        #expect(chains.map(\.trustPoint.description) == ["UTCVCA00002", "UTCVCA00001"])
        #expect(chains.map(\.certificates.count) == [2, 3])
    }
}

/// A card that says yes to everything, but for what it does not carry.
private struct RecordingCard: CardChannel {
    static let challenge: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    private(set) var commands: [CommandAPDU] = []
    var refusesExtended = false
    /// Statuses by instruction.
    var refusals: [UInt8: StatusWord] = [:]

    init(refusesExtended: Bool = false) {
        self.refusesExtended = refusesExtended
    }

    mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        commands.append(command)
        if let status = refusals[command.ins] { return ResponseAPDU(status: status) }
        if refusesExtended, command.data.count > 223 { return ResponseAPDU(status: .wrongLength) }
        return ResponseAPDU(data: command.ins == 0x84 ? Self.challenge : [], status: .success)
    }
}
