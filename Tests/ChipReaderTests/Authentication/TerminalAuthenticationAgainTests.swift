import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Issuing
import LDS
import PKI
import Standards
import Testing

@Suite("Terminal Authentication again after a loss, and where that ends: Doc 9303-11 §7.1")
struct TerminalAuthenticationAgainTests {
    /// A passport behind BAC, and a card whose chip has authenticated itself in the master file.
    enum Kind: CaseIterable {
        case passport, card

        func document() throws -> EACDocument {
            switch self {
            case .passport: try EACDocument([.ecdh(cipher: 2)])
            case .card: try MasterFileTests.card.get()
            }
        }
    }

    /// How many commands a read takes that nothing disturbs; DG4 comes last.
    private func commandCount(_ document: EACDocument) throws -> Int {
        let connection = document.connection(maximum: 261)
        _ = document.read(connection, with: try document.credential())
        return connection.cost.apduCount
    }

    @Test(arguments: Kind.allCases, 1...3)
    func `lets the terminal in again where the card was away within DG4`(_ kind: Kind, before end: Int) throws {
        let document = try kind.document()
        let connection = document.connection([.pull(afterAPDU: try commandCount(document) - end)], maximum: 261)
        let reading = document.read(connection, with: try document.credential())
        #expect(reading.remarks.map(\.code).contains("cardLost"))
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        #expect(document.isWhole(reading, with: [.dg3, .dg4]))
    }

    @Test(arguments: Kind.allCases)
    func `says that the chip lets the terminal in no more, and keeps what it has given`(_ kind: Kind) throws {
        let document = try kind.document()
        let connection = document.connection([.pull(afterAPDU: try commandCount(document) - 1)], maximum: 261)
        connection.replacement =
            document.connection {
                $0.terminalAuthentication.refusal = ChipBehaviour.Refusal(step: 4, status: .authenticationFailed)
            }.chip
        let reading = document.read(connection, with: try document.credential())
        #expect(connection.replacement == nil)
        #expect(
            reading.terminalAuthentication?.outcome == .refused(status: 0x6300, at: "the terminal's signature"))
        #expect(reading.bytes(of: .dataGroup(.dg3)) == document.document.files[.dataGroup(.dg3)])
        guard case .partial? = reading[.dataGroup(.dg4)]?.outcome else {
            Issue.record("\(String(describing: reading[.dataGroup(.dg4)]))")
            return
        }
    }

    @Test func `gives up once the chip has ended the session over it three times`() throws {
        let document = try EACDocument([.ecdh(cipher: 2)], size: 10)
        let connection = document.connection {
            $0.terminalAuthentication.refusal = ChipBehaviour.Refusal(step: 4, status: .authenticationFailed)
            $0.errorsInSession = .bareEndingSession
        }
        connection.recordsTraffic = true
        let reading = document.read(connection, with: try document.credential())
        #expect(reading.terminalAuthentication?.outcome == .refused(status: 0x6988, at: "the end of the session"))
        #expect(document.isWhole(reading))
        #expect(connection.traffic.count { $0.command.starts(with: [0x0C, 0x82]) } == 3)
    }

    @Test(arguments: [0x6982, 0x6985] as [UInt16], [0, 1])
    func `keeps the status of a chip that refuses the first certificate as if it were over with the protocol`(
        _ status: UInt16, step: Int
    ) throws {
        let document = try EACDocument([.ecdh(cipher: 2)], size: 10)
        let reading = document.read(
            document.connection {
                $0.terminalAuthentication.refusal = ChipBehaviour.Refusal(step: step, status: StatusWord(status))
            }, with: try document.credential())
        #expect(
            reading.terminalAuthentication?.outcome
                == .refused(status: status, at: "the certificate of UTDVUT00001"))
        #expect(!reading.remarks.map(\.code).contains("sessionReopened"))
        #expect(document.isWhole(reading))
    }
}
