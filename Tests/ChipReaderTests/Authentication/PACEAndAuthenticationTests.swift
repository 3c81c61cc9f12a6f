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

@Suite("PACE, then Chip and Terminal Authentication of both versions: Doc 9303-11 §6.2 and §7.1, TR-03110-2 §3")
struct PACEAndAuthenticationTests {
    /// A passport of PACE alone with EAC 1.
    static let passport: Result<EACDocument, any Error> = Result {
        var document = try EACDocument([.ecdh(cipher: 4)], size: 600)
        document.document.pace = PACEPasswords()
        document.document.accessControl = .pace
        document.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([
            SecurityInfoEncoder.pace(paceECDHGM, parameterIdentifier: 13)
        ])
        return document
    }

    /// A card of EAC 2: both protocols in the master file, by a key of EF.CardSecurity.
    static let card: Result<EACDocument, any Error> = Result {
        var document = try passport.get()
        let key = try EACDocument.Key.ecdh(keyID: 1, cipher: 2)
        let version = SecurityInfoEncoder.chipAuthentication(
            OID.idCA.appending(2).appending(2), version: 2, keyID: 1)
        let shared = [
            SecurityInfoEncoder.pace(paceECDHGM, parameterIdentifier: 13),
            SecurityInfoEncoder.terminalAuthentication(version: 2), version,
        ]
        document.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess(shared)
        document.document.chipAuthentication = [ChipAuthenticationKey(keyID: 1, pair: key.pair)]
        let signer = try document.document.authorities.unwrapped().documentSigner
        document.document.files[.cardSecurity] = try signer.issueCardSecurity(
            shared + [
                SecurityInfoEncoder.chipAuthenticationPublicKey(ChipAuthenticationKey(keyID: 1, pair: key.pair))
            ])
        document.document.files[.dataGroup(.dg14)] = nil
        try document.document.reissue()
        return document
    }

    private static let paceECDHGM = OID.idPACE.appending(2).appending(2)

    @Test func `names the chip by its key of PACE`() throws {
        let document = try Self.passport.get()
        let reading = document.read(document.connection(), with: try document.credential())
        #expect(reading.access.used == .pace)
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.terminalAuthentication?.version == 1)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    static let losses: [WireIncident] = (1...70).flatMap { [.pull(afterAPDU: $0), .pullDuring(apdu: $0)] }

    @Test(arguments: losses)
    func `opens and proves everything again after a loss at any command`(_ incident: WireIncident) throws {
        let document = try Self.passport.get()
        let reading = document.read(document.connection([incident]), with: try document.credential())
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    // MARK: Version 2

    @Test func `runs version 2 of both before the application`() throws {
        let document = try Self.card.get()
        let reading = document.read(document.connection(), with: try document.credential())
        #expect(reading.terminalAuthentication?.version == 2)
        #expect(reading.terminalAuthentication?.trustPoints == ["UTCVCA00002"])
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.chipAuthentication?.version == 2)
        #expect(reading.chipAuthentication?.source == .cardSecurity)
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    @Test(arguments: losses)
    func `runs version 2 again after a loss at any command`(_ incident: WireIncident) throws {
        let document = try Self.card.get()
        let reading = document.read(document.connection([incident]), with: try document.credential())
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    @Test func `leaves version 2 alone for a terminal without certificates`() throws {
        let document = try Self.card.get()
        let reading = document.read(document.connection())
        #expect(reading.terminalAuthentication == nil)
        #expect(reading.chipAuthentication == nil)
        #expect(document.isWhole(reading))
    }

    @Test(arguments: 0...4)
    func `reads on under the keys of PACE where the chip lets no terminal in`(_ step: Int) throws {
        let document = try Self.card.get()
        let reading = document.read(
            document.connection {
                $0.terminalAuthentication.refusal = ChipBehaviour.Refusal(step: step, status: .authenticationFailed)
            }, with: try document.credential())
        guard case .refused(status: 0x6300, _)? = reading.terminalAuthentication?.outcome else {
            Issue.record("\(String(describing: reading.terminalAuthentication))")
            return
        }
        #expect(reading.chipAuthentication == nil)
        #expect(document.isWhole(reading))
    }

    @Test func `says in words why a terminal was not shown`() throws {
        let document = try Self.card.get()
        let expired = try document.world.second.certify(document.world.verifier, rights: 0x83, until: "260301")
        let late = document.read(
            document.connection(), with: try document.credential([expired, document.world.secondRoot]))
        #expect(late.terminalAuthentication?.reason == "certificateExpired")
        #expect(document.isWhole(late))
    }

    @Test(arguments: [1, 2])
    func `does not count a chip whose nonce or token is altered, and reads on`(_ part: Int) throws {
        let document = try Self.card.get()
        let reading = document.read(
            document.connection {
                $0.chipAuthentication.alteration = ChipBehaviour.Alteration(step: part, kind: .bit)
            }, with: try document.credential())
        #expect(reading.chipAuthentication?.failure == "chipAuthenticationFailed")
        #expect(reading.terminalAuthentication?.reason == "chipNotAuthenticated")
        #expect(document.isWhole(reading))
    }

    @Test func `does not count a chip that proves itself and goes on under the old keys`() throws {
        let document = try Self.card.get()
        let reading = document.read(
            document.connection { $0.chipAuthentication.keepsOldKeys = true }, with: try document.credential())
        #expect(reading.chipAuthentication?.failure == "chipNotAuthenticated")
        #expect(document.isWhole(reading))
    }

    @Test(arguments: [0, 1])
    func `says with which status Chip Authentication was refused`(_ step: Int) throws {
        let document = try Self.card.get()
        let reading = document.read(
            document.connection {
                $0.chipAuthentication.refusal = ChipBehaviour.Refusal(step: step, status: .wrongData)
            }, with: try document.credential())
        #expect(reading.chipAuthentication?.outcome == .refused(status: 0x6A80))
        #expect(reading.terminalAuthentication?.reason == "chipNotAuthenticated")
        #expect(document.isWhole(reading))
    }

    @Test(arguments: [22, 40, 80])
    func `tells a card without the key that is laid down in mid-read`(_ number: Int) throws {
        let genuine = try Self.card.get()
        var clone = genuine.document
        clone.chipAuthentication = try EACDocument([.ecdh(keyID: 1, cipher: 2)]).document.chipAuthentication
        let connection = genuine.connection([.pull(afterAPDU: number)], maximum: 261)
        connection.replacement = SimulatedChip(clone)
        let reading = genuine.read(connection, with: try genuine.credential())
        #expect(connection.replacement == nil)
        #expect(reading.chipAuthentication?.outcome != .confirmed)
    }
}
