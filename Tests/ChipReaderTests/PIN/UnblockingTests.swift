import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Issuing
import LDS
import Standards
import Testing

@Suite("Setting a blocked PIN free by the PUK: TR-03110-2 §3.3")
struct UnblockingTests {
    private static func unblock(_ connection: SimulatedConnection, puk: String = PINDocument.puk) throws
        -> PINUnblocking
    {
        var reader = ChipReader(connection)
        return reader.unblockPIN(by: try .puk(puk), at: Timestamp(secondsSince1970: 1_780_000_000))
    }

    @Test func `gives the PIN its tries back, and shows it`() throws {
        let connection = try PINDocument.connection("pin-blocked")
        let result = try Self.unblock(connection)

        #expect(result.isUnblocked)
        #expect(result.before == .blocked)
        #expect(result.after == .operational)
        #expect(result.hasUsedPUK)
        #expect(PINDocument.namings(connection, .puk) == 1)
        #expect(try PINDocument.state(connection) == .success)
        #expect(try PINDocument.read(connection).ending == .complete)
    }

    @Test func `takes the specified form where the chip wants no Le`() throws {
        var document = try PINDocument.document("pin-blocked")
        document.behaviour.caseOnePadding = .none
        document.behaviour.pace.unblocksWithoutLengthAlone = true
        let connection = SimulatedConnection(document.chip())

        #expect(try Self.unblock(connection).isUnblocked)
        #expect(try PINDocument.state(connection) == .success)
    }

    @Test(
        arguments: [
            (nil, .operational, "pinNotBlocked"), ("pin-one-wrong", .triesLeft(2), "pinNotBlocked"),
            ("pin-suspended", .suspended, "pinNotBlocked"), ("pin-deactivated", .deactivated, "passwordDeactivated"),
        ] as [(String?, PINState, String)])
    func `does not use the PUK up for a PIN that is not blocked`(fault: String?, state: PINState, code: String) throws {
        let connection = try PINDocument.connection(fault)
        let result = try Self.unblock(connection)

        #expect(result.failure?.code == code)
        #expect(result.before == state)
        #expect(!result.hasUsedPUK)
        #expect(PINDocument.namings(connection, .puk) == 0)
        #expect(!connection.traffic.contains { $0.command.count > 1 && $0.command[1] == 0x86 })
    }

    @Test func `says what a wrong PUK leaves, and tries it once`() throws {
        let connection = try PINDocument.connection("pin-blocked")
        let result = try Self.unblock(connection, puk: "1111111111")

        #expect(result.failure?.code == "wrongPasswordCounted")
        #expect(result.remainingPUKUses == 9)
        #expect(result.before == .blocked)
        #expect(result.after == nil)
        #expect(PINDocument.namings(connection, .puk) == 1)
        #expect(try PINDocument.state(connection) == StatusWord(0x63C0))
    }

    @Test(
        arguments: [
            ("puk-used-up", "passwordBlocked", false), ("unblock-6985", "unblockingRefused", true),
            ("unblock-ineffective", "unblockingUnconfirmed", true),
        ])
    func `says why the PIN stays blocked`(fault: String, code: String, hasUsedPUK: Bool) throws {
        let connection = try PINDocument.connection(fault)
        let result = try Self.unblock(connection)

        #expect(result.failure?.code == code)
        #expect(!result.isUnblocked)
        #expect(result.hasUsedPUK == hasUsedPUK)
        #expect(result.reading.steps.filter { $0.name == "resetRetryCounter" }.allSatisfy { $0.apduCount == 1 })
        #expect(try PINDocument.state(connection) == StatusWord(0x63C0))
    }

    @Test func `sends the PUK once through a loss at every command`() throws {
        let whole = try PINDocument.connection("pin-blocked")
        _ = try Self.unblock(whole)
        for index in 0..<whole.cost.apduCount {
            for incident in [
                WireIncident.pull(afterAPDU: index), .pullDuring(apdu: index + 1), .reset(afterAPDU: index),
            ] {
                let connection = try PINDocument.connection("pin-blocked", incidents: [incident])
                let result = try Self.unblock(connection)

                #expect(PINDocument.namings(connection, .puk) <= 1, "\(incident)")
                let isFree = try PINDocument.state(connection) == .success
                if result.isUnblocked { #expect(isFree, "\(incident)") }
            }
        }
    }

    @Test func `needs a chip with a PIN and with PACE`() throws {
        var document = try PINDocument.document()
        document.document.pace?.pin = nil
        #expect(try Self.unblock(SimulatedConnection(document.chip())).failure?.code == "passwordNotFound")
        let passport = SimulatedConnection(SimulatedChip(try Specimen.utopia()))
        #expect(try Self.unblock(passport).failure?.code == "paceNotOffered")
    }
}
