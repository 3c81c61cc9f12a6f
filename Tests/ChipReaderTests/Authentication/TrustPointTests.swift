import AccessControl
import ByteCoding
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

@Suite("Whom a chip trusts, and how its certificates get there: Doc 9303-11 §7.1, TR-03110-3 A.1.1.3 and B.12")
struct TrustPointTests {
    /// A chip with two authorities that have nothing to do with each other, both of which have certified the verifier.
    struct Two {
        var document: EACDocument
        let other: CVAuthority
        let credential: TerminalCredential

        init(_ document: EACDocument) throws {
            self.document = document
            other = try CVAuthority("XXCVCA00009")
            let (world, all) = (document.world, UInt8(0x83))
            self.document.trust(both: [
                try world.secondRoot, try other.certify(other, rights: 0xC3, until: "281231", withParameters: true),
            ])
            credential = try document.credential([
                world.verifierCertificate, world.secondRoot, try other.certify(world.verifier, rights: all),
                try other.certify(other, rights: 0xC3, until: "281231", withParameters: true),
            ])
        }

        func read(_ change: (inout ChipBehaviour.TerminalAuthentication) -> Void) -> ChipReading {
            document.read(document.connection { change(&$0.terminalAuthentication) }, with: credential)
        }
    }

    static let kinds = ["EAC 1 behind BAC", "EAC 1 behind PACE", "EAC 2"]

    private func two(_ kind: String) throws -> Two {
        switch kind {
        case "EAC 1 behind BAC": try Two(EACDocument([.ecdh(cipher: 2)], size: 300))
        case "EAC 1 behind PACE": try Two(PACEAndAuthenticationTests.passport.get())
        default: try Two(PACEAndAuthenticationTests.card.get())
        }
    }

    @Test(arguments: kinds)
    func `takes the first authority that the chip names`(_ kind: String) throws {
        let two = try two(kind)
        let reading = two.read { _ in }
        #expect(reading.terminalAuthentication?.trustPoints == ["UTCVCA00002", "XXCVCA00009"])
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.remarks.isEmpty)
    }

    @Test(arguments: kinds, [false, true])
    func `takes the other one where the chip refuses the certificates from the first`(
        _ kind: String, isOver: Bool
    ) throws {
        let two = try two(kind)
        let reading = two.read {
            $0.brokenTrustPoint = Array("UTCVCA00002".utf8)
            $0.endsAfterRefusedCertificate = isOver
        }
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(two.document.isWhole(reading, with: [.dg3, .dg4]))
        // A chip that is over with the protocol is opened again, since it takes one run in a session.
        #expect(
            reading.remarks.map(\.code)
                == (isOver && kind != "EAC 2" ? ["otherTrustPoint", "sessionReopened"] : ["otherTrustPoint"]))
    }

    @Test(arguments: kinds)
    func `says what the chip refused last where it takes neither`(_ kind: String) throws {
        let two = try two(kind)
        let reading = two.document.read(
            two.document.connection {
                $0.terminalAuthentication.refusal = ChipBehaviour.Refusal(step: 1, status: .authenticationFailed)
            }, with: two.credential)
        #expect(
            reading.terminalAuthentication?.outcome
                == .refused(status: 0x6300, at: "the certificate of UTDVUT00001"))
        #expect(two.document.isWhole(reading))
    }

    @Test
    func `does not try the other authority once the terminal has signed`() throws {
        let two = try two(Self.kinds[0])
        let connection = two.document.connection {
            $0.terminalAuthentication.refusal = ChipBehaviour.Refusal(step: 4, status: .authenticationFailed)
        }
        let reading = two.document.read(connection, with: two.credential)
        #expect(
            reading.terminalAuthentication?.outcome == .refused(status: 0x6300, at: "the terminal's signature"))
        #expect(reading.remarks.isEmpty)
    }

    @Test(arguments: 1...60)
    func `lets the terminal in by the other authority after a loss at any command`(_ number: Int) throws {
        let two = try two(Self.kinds[0])
        let connection = two.document.connection([.pull(afterAPDU: number)]) {
            $0.terminalAuthentication.brokenTrustPoint = Array("UTCVCA00002".utf8)
        }
        let reading = two.document.read(connection, with: two.credential)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(two.document.isWhole(reading, with: [.dg3, .dg4]))
    }

    // MARK: EF.CVCA

    /// The file is 36 bytes and has no tag around it; the first reference ends with byte 13, the second with byte 26.
    @Test(arguments: [12, 13, 14, 18, 24, 25, 26, 27, 35, 36])
    func `reads it whole from a chip that gives few bytes at a time`(_ count: Int) throws {
        let two = try two(Self.kinds[0])
        let connection = two.document.connection {
            $0.maximumReadByteCount = count
            $0.terminalAuthentication.brokenTrustPoint = Array("UTCVCA00002".utf8)
        }
        let reading = two.document.read(connection, with: two.credential)
        #expect(reading.terminalAuthentication?.trustPoints == ["UTCVCA00002", "XXCVCA00009"])
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(two.document.isWhole(reading, with: [.dg3, .dg4]))
    }

    /// Where a chip keeps EF.CVCA, and what DG14 says of it.
    private func keeping(_ place: ElementaryFile, named identifier: [UInt8], short: UInt8?) throws -> EACDocument {
        var document = try EACDocument([.ecdh(cipher: 2)], size: 300)
        let infos = try SecurityInfos(encoded: try document.document.files[.dataGroup(.dg14)].unwrapped()).infos
        let kept = infos.filter { if case .terminalAuthentication = $0.content { false } else { true } }
        document.document.files[.dataGroup(.dg14)] = FileEncoder.dg14(
            securityInfos: kept.map(\.encoded) + [
                SecurityInfoEncoder.terminalAuthentication(cvcaFile: (identifier, short))
            ])
        let file = document.document.files[.cvca]
        document.document.files[.cvca] = nil
        document.document.files[place] = file
        try document.document.reissue()
        return document
    }

    @Test(arguments: [nil, 0x1B, 0x1F] as [UInt8?])
    func `reads it where TerminalAuthenticationInfo says, by short identifier or without`(_ short: UInt8?) throws {
        let place = ElementaryFile.cvca(identifier: 0x0130, shortIdentifier: short ?? 0)
        let document = try keeping(place, named: [0x01, 0x30], short: short)
        let reading = document.read(document.connection(), with: try document.credential())
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.bytes(of: .cvca) == document.document.files[place])
        #expect(reading.files.filter { $0.file.name == "CVCA" }.count == 1)
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    @Test(arguments: [[0x01, 0x31], [0x01], [0x01, 0x30, 0x00], []] as [[UInt8]])
    func `reads it at its usual place where it is not at the one that is named`(_ identifier: [UInt8]) throws {
        let document = try keeping(.cvca, named: identifier, short: nil)
        let reading = document.read(document.connection(), with: try document.credential())
        // What is no file identifier is not looked for.
        let commandCount = reading.steps.filter { $0.name == "CVCA" }.reduce(0) { $0 + $1.apduCount }
        #expect((commandCount == 1) == (identifier.count != 2))
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
    }

    @Test(arguments: 30...60)
    func `has one EF.CVCA after a loss at any command`(_ number: Int) throws {
        let place = ElementaryFile.cvca(identifier: 0x0130, shortIdentifier: 0)
        let document = try keeping(place, named: [0x01, 0x30], short: nil)
        let reading = document.read(
            document.connection([.pullDuring(apdu: number)]), with: try document.credential())
        #expect(reading.files.filter { $0.file.name == "CVCA" }.map(\.file) == [.cvca])
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
    }

    // MARK: Long certificates

    /// Certificates and signatures of RSA-2048, which no short command holds.
    private func long() throws -> (EACDocument, TerminalCredential) {
        var document = try EACDocument([.ecdh(cipher: 2)], size: 300)
        let (root, verifier) = (try CVAuthority("UTCVCA00007", rsa: 4), try CVAuthority("UTDVUT00007", rsa: 4))
        let terminal = try CVAuthority("UTISUT00007", rsa: 6)
        document.trust(try root.certify(root, rights: 0xC3))
        return (
            document,
            TerminalCredential(
                terminal: try verifier.certify(terminal, rights: 0x03),
                certificates: [try root.certify(verifier, rights: 0x83)], signer: PrivateKeySigner(terminal.key))
        )
    }

    /// An ATR whose historical bytes have card capabilities with this third byte.
    private static func answerToReset(_ lengths: UInt8) -> [UInt8] {
        [0x3B, 0x85, 0x80, 0x01, 0x80, 0x73, 0x86, 0x01, lengths]
    }

    @Test(arguments: [261, 65_544], [true, false])
    func `chains them where the chip takes short commands alone and says that it takes chains`(
        maximum: Int, inFile: Bool
    ) throws {
        let (document, credential) = try long()
        let connection = document.connection(maximum: maximum) {
            $0.extendedLength = nil
            $0.chainsCommands = true
            $0.statesExtendedLength = inFile
            if !inFile { $0.answerToReset = Self.answerToReset(0x80) }
        }
        connection.recordsTraffic = true
        let reading = document.read(connection, with: credential)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
        let links = connection.traffic.filter { $0.command.first.map { $0 & 0x10 != 0 } == true }
        #expect(Set(links.map { $0.command[1] }) == [0x2A, 0x82])
    }

    @Test(arguments: [261, 65_544])
    func `says that they are too long where the chip says that it takes neither`(maximum: Int) throws {
        let (document, credential) = try long()
        let connection = document.connection(maximum: maximum) {
            $0.extendedLength = nil
            $0.answerToReset = Self.answerToReset(0x00)
        }
        connection.recordsTraffic = true
        let reading = document.read(connection, with: credential)
        #expect(reading.terminalAuthentication?.reason == "commandTooLong")
        #expect(document.isWhole(reading))
        #expect(!connection.traffic.contains { $0.command.starts(with: [0x1C, 0x2A]) })
    }

    // MARK: The chip's date

    @Test func `moves the chip's date and trust on, link, verifier, terminal in order`() throws {
        var document = try EACDocument([.ecdh(cipher: 2)], size: 300)
        document.trust(both: [try document.world.root], today: [2, 5, 1, 1, 0, 1])
        let connection = document.connection()
        let first = document.read(connection, with: try document.credential())
        #expect(first.terminalAuthentication?.chain == ["UTCVCA00002", "UTDVUT00001", "UTISUT00001"])
        #expect(first.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))

        // The same chip trusts both now, the newer first, and needs no link any more.
        let second = document.read(
            SimulatedConnection(connection.chip), with: try document.credential())
        #expect(second.terminalAuthentication?.trustPoints == ["UTCVCA00002", "UTCVCA00001"])
        #expect(second.terminalAuthentication?.chain == ["UTDVUT00001", "UTISUT00001"])
        #expect(second.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
    }

    @Test func `is refused by the chip's date, which a later certificate has moved on`() throws {
        let document = try EACDocument([.ecdh(cipher: 2)], size: 300)
        let connection = document.connection()
        let world = document.world
        let late = try world.second.certify(world.verifier, rights: 0x83, from: "260601", until: "261231")
        let first = document.read(connection, with: try document.credential([late, world.secondRoot]))
        #expect(first.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))

        // A terminal whose clock stands in May takes its certificate for valid; the chip knows better.
        let old = try world.second.certify(world.verifier, rights: 0x83, from: "260101", until: "260520")
        var request = ReadRequest(key: document.document.keyInformation)
        request.terminal = try document.credential([old, world.secondRoot])
        var reader = ChipReader(SimulatedConnection(connection.chip))
        let may = try #require(Timestamp(year: 2026, month: 5, day: 2))
        let second = reader.read(request, at: may)
        #expect(
            second.terminalAuthentication?.outcome
                == .refused(status: 0x6300, at: "the certificate of UTDVUT00001"))
    }
}
