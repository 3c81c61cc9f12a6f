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

@Suite("What happens in the master file: TR-03110-2 §3.1, TR-03110-3 B.1 and B.11")
struct MasterFileTests {
    /// A card that offers version 1 of Chip Authentication before its application, by a key of EF.CardSecurity alone.
    static let card: Result<EACDocument, any Error> = Result { try card(cipher: 2) }

    static func card(cipher: UInt8, keyID: Int? = 1) throws -> EACDocument {
        var document = try PACEAndAuthenticationTests.passport.get()
        let key = try EACDocument.Key.ecdh(keyID: keyID, cipher: cipher)
        let info = SecurityInfoEncoder.chipAuthentication(OID.idCA.appending(2).appending(cipher), keyID: keyID)
        let pace = SecurityInfoEncoder.pace(OID.idPACE.appending(2).appending(2), parameterIdentifier: 13)
        let static1 = ChipAuthenticationKey(keyID: keyID, pair: key.pair)
        document.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([pace, info])
        document.document.chipAuthentication = [static1]
        let signer = try document.document.authorities.unwrapped().documentSigner
        document.document.files[.cardSecurity] = try signer.issueCardSecurity([
            pace, info, SecurityInfoEncoder.chipAuthenticationPublicKey(static1),
        ])
        document.document.files[.dataGroup(.dg14)] = nil
        try document.document.reissue()
        return document
    }

    @Test(arguments: [1, 2, 4] as [UInt8], [1, nil])
    func `runs version 1 by the key of EF.CardSecurity, before the application`(cipher: UInt8, keyID: Int?) throws {
        let document = try Self.card(cipher: cipher, keyID: keyID)
        let reading = document.read(document.connection())
        #expect(reading.chipAuthentication?.version == 1)
        #expect(reading.chipAuthentication?.source == .cardSecurity)
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(document.isWhole(reading))
        #expect(reading.remarks.isEmpty)
        #expect(reading.terminalAuthentication == nil)
    }

    @Test func `lets a terminal in behind it`() throws {
        let document = try Self.card.get()
        let reading = document.read(document.connection(), with: try document.credential())
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.terminalAuthentication?.version == 1)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    static let losses: [WireIncident] = (1...60).flatMap { [.pull(afterAPDU: $0), .pullDuring(apdu: $0)] }

    @Test(arguments: losses)
    func `proves all of it again after a loss at any command`(_ incident: WireIncident) throws {
        let document = try Self.card.get()
        let reading = document.read(document.connection([incident]), with: try document.credential())
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    @Test func `does not run it where the request leaves it out`() throws {
        let document = try Self.card.get()
        let reading = document.read(document.connection()) { $0.performsChipAuthentication = false }
        #expect(reading.chipAuthentication == nil)
        #expect(document.isWhole(reading))
    }

    @Test(arguments: [0, 1])
    func `reads on under the keys of PACE where the chip refuses`(_ step: Int) throws {
        let document = try Self.card.get()
        let reading = document.read(
            document.connection {
                $0.chipAuthentication.refusal = ChipBehaviour.Refusal(step: step, status: .wrongData)
            }, with: try document.credential())
        #expect(reading.chipAuthentication?.outcome == .refused(status: 0x6A80))
        #expect(reading.terminalAuthentication?.reason == "chipNotAuthenticated")
        #expect(document.isWhole(reading))
    }

    @Test(arguments: [false, true])
    func `finds a clone out that has the files and not the key`(keepsOldKeys: Bool) throws {
        var document = try Self.card.get()
        if !keepsOldKeys {
            document.document.chipAuthentication = try EACDocument([.ecdh(keyID: 1, cipher: 2)]).document
                .chipAuthentication
        }
        let reading = document.read(document.connection { $0.chipAuthentication.keepsOldKeys = keepsOldKeys })
        #expect(reading.chipAuthentication?.failure == "chipNotAuthenticated")
        #expect(document.isWhole(reading))
    }

    @Test(arguments: 20...45)
    func `tells a card without the key that is laid down in mid-read`(_ number: Int) throws {
        let genuine = try Self.card.get()
        var clone = genuine.document
        clone.chipAuthentication = try EACDocument([.ecdh(keyID: 1, cipher: 2)]).document.chipAuthentication
        let connection = genuine.connection([.pull(afterAPDU: number)], maximum: 261)
        connection.replacement = SimulatedChip(clone)
        let reading = genuine.read(connection)
        guard connection.replacement == nil else { return }
        #expect(reading.chipAuthentication?.outcome != .confirmed)
    }

    /// What lies on the reader next has all of the files, and refuses what the chip before it has proven.
    @Test(arguments: [1, 2], [0x6A80, 0x6300] as [UInt16])
    func `says that a chip that was proven genuine refuses when it is opened again`(
        _ version: Int, status: UInt16
    ) throws {
        let genuine = version == 1 ? try Self.card.get() : try PACEAndAuthenticationTests.card.get()
        let refusal = ChipBehaviour.Refusal(step: 1, status: StatusWord(status))
        for refusesTerminal in version == 1 ? [false] : [false, true] {
            let connection = genuine.connection([.pull(afterAPDU: 60)], maximum: 261)
            connection.replacement =
                genuine.connection {
                    if refusesTerminal {
                        $0.terminalAuthentication.refusal = refusal
                    } else {
                        $0.chipAuthentication.refusal = refusal
                    }
                }.chip
            let reading = genuine.read(connection, with: version == 1 ? nil : try genuine.credential())
            #expect(connection.replacement == nil)
            #expect(reading.chipAuthentication?.failure == "notRepeated", "terminal: \(refusesTerminal)")
        }
    }

    @Test func `gives the master file up where each attempt ends the session, and reads on`() throws {
        let refusal = ChipBehaviour.Refusal(step: 1, status: .authenticationFailed)
        let (first, second) = (try Self.card.get(), try PACEAndAuthenticationTests.card.get())
        let one = first.read(
            first.connection {
                $0.chipAuthentication.refusal = refusal
                $0.errorsInSession = .bareEndingSession
            })
        #expect(one.chipAuthentication?.failure == "authenticationEndsSession")
        #expect(first.isWhole(one))
        let two = second.read(
            second.connection {
                $0.terminalAuthentication.refusal = refusal
                $0.errorsInSession = .bareEndingSession
            }, with: try second.credential())
        #expect(two.terminalAuthentication?.outcome == .refused(status: 0x6988, at: "the end of the session"))
        #expect(second.isWhole(two))
    }

    @Test func `leaves a key of EF.CardSecurity alone that EF.CardAccess does not offer a protocol for`() throws {
        var document = try Self.card.get()
        document.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([
            SecurityInfoEncoder.pace(OID.idPACE.appending(2).appending(2), parameterIdentifier: 13),
            SecurityInfoEncoder.terminalAuthentication(),
        ])
        let reading = document.read(document.connection())
        #expect(reading.bytes(of: .cardSecurity) != nil)
        #expect(reading.chipAuthentication == nil)
        #expect(document.isWhole(reading))
    }

    // MARK: The terminal's authorization

    private func asksForAuthorities(_ connection: SimulatedConnection) -> Bool {
        let selection = connection.traffic.first { $0.command.starts(with: [0x00, 0x22, 0xC1, 0xA4]) }?.command ?? []
        return selection.indices.contains { selection[$0...].starts(with: [0x7F, 0x4C]) }
    }

    @Test func `says in PACE what the terminal may do where Terminal Authentication 2 follows, and nowhere else`()
        throws
    {
        let (card, passport) = (
            try PACEAndAuthenticationTests.card.get(), try PACEAndAuthenticationTests.passport.get()
        )
        for (document, credential, isAsked) in [
            (card, try card.credential(), true), (card, nil, false), (passport, try passport.credential(), false),
        ] {
            let connection = document.connection()
            connection.recordsTraffic = true
            _ = document.read(connection, with: credential)
            #expect(asksForAuthorities(connection) == isAsked)
        }
    }

    @Test(arguments: [0x6A80, 0x6A88] as [UInt16])
    func `opens a chip without it that does not take it, and says so`(_ status: UInt16) throws {
        let document = try PACEAndAuthenticationTests.card.get()
        let reading = document.read(
            document.connection { $0.terminalAuthentication.refusesAuthorization = StatusWord(status) },
            with: try document.credential())
        #expect(reading.access.used == .pace)
        #expect(reading.terminalAuthentication?.reason == "authorizationNotTaken")
        #expect(reading.remarks.map(\.code) == ["authorizationNotTaken"])
        #expect(document.isWhole(reading))
    }

    @Test func `leaves out the number of the parameters before it leaves out the authorization`() throws {
        let document = try PACEAndAuthenticationTests.card.get()
        let reading = document.read(
            document.connection { $0.pace.parameterReference = .refused(.wrongData) },
            with: try document.credential())
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.remarks.map(\.code) == ["parametersNotNamed"])
    }

    // MARK: Answers in pieces

    @Test(arguments: [1, 7, 8, 16, 60])
    func `puts answers together whose pieces are each protected`(_ size: Int) throws {
        let card = try PACEAndAuthenticationTests.card.get()
        let reading = card.read(
            card.connection { $0.securedPieceByteCount = size }, with: try card.credential())
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(reading.activeAuthentication?.isWhole(card.document) == true)
        #expect(card.isWhole(reading, with: [.dg3, .dg4]))
    }

    @Test(arguments: [31, 100, 223], [261, 65_544])
    func `puts a signature together whose pieces are each protected`(_ size: Int, maximum: Int) throws {
        let document = try ActiveAuthenticationReadTests.document.get()
        let reading = document.read(document.connection(maximum: maximum) { $0.securedPieceByteCount = size })
        #expect(reading.activeAuthentication?.isWhole(document.document) == true)
        #expect(document.isWhole(reading))
    }
}

extension ActiveAuthenticationReading {
    fileprivate func isWhole(_ document: IssuedDocument) -> Bool {
        guard let key = document.files[.dataGroup(.dg15)].flatMap({ try? DG15(encoded: $0) }) else { return false }
        guard
            case .verified = ActiveAuthentication.verify(
                self, subjectPublicKeyInfo: key.subjectPublicKeyInfo, hint: nil)
        else { return false }
        return true
    }
}
