import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Issuing
import LDS
import Standards
import Testing

@Suite("Opening a chip by its holder's PIN: TR-03110-2 §3.3")
struct PINReadTests {
    @Test func `resumes a suspended PIN by the CAN, and the chip gives all tries back`() throws {
        let connection = try PINDocument.connection("pin-suspended")
        let reading = try PINDocument.read(connection, can: PINDocument.can)

        #expect(reading.ending == .complete)
        #expect(reading.access.pace?.password == .pin)
        #expect(reading.access.remainingTries == nil)  // the one that the chip spoke of is no more the only one
        #expect(reading.remarks.map(\.code) == ["pinResumed"])
        #expect(PINDocument.namings(connection, .can) == 1)
        #expect(try PINDocument.state(connection) == .success)
    }

    @Test func `leaves the last try alone where no CAN was given`() throws {
        let connection = try PINDocument.connection("pin-suspended")
        let reading = try PINDocument.read(connection)

        #expect(AccessTests.failure(reading) == "pinSuspended")
        #expect(reading.access.failure?.text.contains("Give the CAN beside the PIN") == true)
        #expect(reading.access.remainingTries == 1)
        #expect(!connection.traffic.contains { $0.command.count > 1 && $0.command[1] == 0x86 })
        #expect(try PINDocument.state(connection) == StatusWord(0x63C1))
    }

    @Test func `does not take the printed lines for a CAN before the last try`() throws {
        let connection = try PINDocument.connection("pin-suspended")
        let reading = try PINDocument.read(connection) { $0.key = connection.chip.document.keyInformation }

        #expect(AccessTests.failure(reading) == "pinSuspended")
        #expect(try PINDocument.state(connection) == StatusWord(0x63C1))
    }

    @Test func `leaves the last try alone after a wrong CAN, which it does not try again`() throws {
        let connection = try PINDocument.connection("pin-suspended")
        let reading = try PINDocument.read(connection, can: "111111")

        #expect(AccessTests.failure(reading) == "wrongPassword")
        #expect(reading.access.failure?.text.contains("CAN") == true)
        #expect(reading.access.used == nil)
        #expect(PINDocument.namings(connection, .can) == 1)
        #expect(try PINDocument.state(connection) == StatusWord(0x63C1))
    }

    @Test func `says that a wrong PIN was the last one`() throws {
        let connection = try PINDocument.connection("pin-suspended")
        let reading = try PINDocument.read(connection, pin: "999999", can: PINDocument.can)

        #expect(AccessTests.failure(reading) == "pinBlockedNow")
        #expect(reading.access.used == nil)
        #expect(reading.access.pace == nil)
        #expect(reading.access.remainingTries == 0)
        #expect(try PINDocument.state(connection) == StatusWord(0x63C0))
    }

    @Test func `says that a wrong PIN leaves one try, and does not go on with the CAN by itself`() throws {
        let connection = try PINDocument.connection("pin-one-wrong")
        let reading = try PINDocument.read(connection, pin: "999999", can: PINDocument.can)

        #expect(AccessTests.failure(reading) == "pinSuspendedNow")
        #expect(reading.access.remainingTries == 1)
        #expect(PINDocument.namings(connection, .can) == 0)
        #expect(try PINDocument.state(connection) == StatusWord(0x63C1))
    }

    @Test(
        arguments: [
            ("pin-blocked", "passwordBlocked", 0x63C0), ("pin-deactivated", "passwordDeactivated", 0x6283),
        ] as [(String, String, UInt16)])
    func `does not touch a PIN that is at rest, with the CAN or without`(fault: String, code: String, state: UInt16)
        throws
    {
        for can in [nil, PINDocument.can] {
            let connection = try PINDocument.connection(fault)
            #expect(AccessTests.failure(try PINDocument.read(connection, can: can)) == code)
            #expect(!connection.traffic.contains { $0.command.count > 1 && $0.command[1] == 0x86 })
            #expect(try PINDocument.state(connection) == StatusWord(state))
        }
    }

    @Test func `goes without the CAN where more than one try is left`() throws {
        let connection = try PINDocument.connection("pin-one-wrong")
        let reading = try PINDocument.read(connection, can: PINDocument.can)

        #expect(reading.ending == .complete)
        #expect(reading.access.remainingTries == nil)
        #expect(PINDocument.namings(connection, .can) == 0)
        #expect(try PINDocument.state(connection) == .success)
    }

    @Test func `says so where the chip runs no PACE inside of a session`() throws {
        let connection = try PINDocument.connection("pin-no-resumption")
        let reading = try PINDocument.read(connection, can: PINDocument.can)

        #expect(AccessTests.failure(reading) == "paceRefused")
        #expect(reading.access.used == nil)
        #expect(try PINDocument.state(connection) == StatusWord(0x63C1))
    }

    // MARK: Losses

    /// The commands until the PIN was taken, and in all.
    private static func count(_ fault: String?, can: String?) throws -> Int {
        let whole = try PINDocument.connection(fault)
        _ = try PINDocument.read(whole, can: can)
        return whole.cost.apduCount
    }

    /// A command long after the PIN was taken.
    private static func late() throws -> Int { try count(nil, can: nil) - 3 }

    @Test(arguments: [nil, "pin-suspended"], [nil, PINDocument.can])
    func `never loses a try of the PIN to a lost card, and goes on with the CAN`(fault: String?, can: String?) throws {
        for index in 0..<(try Self.count(fault, can: can)) {
            for incident in [
                WireIncident.pull(afterAPDU: index), .pullDuring(apdu: index + 1), .reset(afterAPDU: index),
            ] {
                let connection = try PINDocument.connection(fault, incidents: [incident])
                let reading = try PINDocument.read(connection, can: can)

                let tries = try PINDocument.state(connection)
                #expect(tries == .success || tries == StatusWord(0x63C1) && fault != nil, "\(incident)")
                if reading.ending != .complete {
                    let code = AccessTests.failure(reading)
                    #expect(code == "passwordNotRepeated" || can == nil && code == "pinSuspended", "\(incident)")
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `sends a PIN that was taken again to the document that shows its CAN or its printed lines`(hasCAN: Bool) throws
    {
        let connection = try PINDocument.connection(incidents: [.pull(afterAPDU: Self.late())])
        let reading = try PINDocument.read(connection, can: hasCAN ? PINDocument.can : nil) {
            if !hasCAN { $0.key = connection.chip.document.keyInformation }
        }

        #expect(reading.ending == .complete)
        #expect(reading.access.pace?.password == .pin)
        #expect(PINDocument.namings(connection, .pin) == 1)  // the other time it is inside of the channel
        #expect(PINDocument.namings(connection, hasCAN ? .can : .mrz) == 1)
    }

    @Test func `does not send it to a document that was away and cannot show which one it is`() throws {
        let connection = try PINDocument.connection(incidents: [.pull(afterAPDU: Self.late())])
        let reading = try PINDocument.read(connection)

        #expect(AccessTests.failure(reading) == "passwordNotRepeated")
        #expect(PINDocument.namings(connection, .pin) == 1)
    }

    @Test(arguments: [true, false])
    func `never sends it to another document`(hasCAN: Bool) throws {
        let connection = try PINDocument.connection(incidents: [.pull(afterAPDU: Self.late())])
        var other = try PINDocument.document()
        other.document.pace?.can = Array("271828".utf8)
        other.document.pace?.pin = Array("314159".utf8)
        other.document.keyInformation = try #require(try Specimen.named("specimen-pace")).keyInformation
        connection.replacement = other.chip()
        let reading = try PINDocument.read(connection, can: hasCAN ? PINDocument.can : nil) {
            if !hasCAN { $0.key = connection.chip.document.keyInformation }
        }

        #expect(AccessTests.failure(reading) == "otherChip")
        #expect(PINDocument.namings(connection, .pin) == 1)
        #expect(PINDocument.namings(connection, hasCAN ? .can : .mrz) == 1)
        #expect(try PINDocument.state(connection) == .success)
    }

    @Test func `does not send it again where the card was lost before it was taken`() throws {
        let whole = try PINDocument.connection()
        _ = try PINDocument.read(whole, can: PINDocument.can)
        let first = try #require(whole.traffic.firstIndex { $0.command.count > 1 && $0.command[1] == 0x86 })
        for step in 0..<4 {
            let connection = try PINDocument.connection(incidents: [.pullDuring(apdu: first + 1 + step)])
            let reading = try PINDocument.read(connection, can: PINDocument.can)
            #expect(AccessTests.failure(reading) == "passwordNotRepeated")
            #expect(PINDocument.namings(connection, .pin) == 1)
        }
    }

    @Test func `sends a PUK once, also where the card has not been away`() throws {
        let connection = try PINDocument.connection(incidents: [.flip(answer: Self.late(), byte: 3, mask: 1)])
        let reading = try PINDocument.read(connection) { $0.password = try .puk(PINDocument.puk) }

        #expect(AccessTests.failure(reading) == "passwordNotRepeated")
        #expect(PINDocument.namings(connection, .puk) == 1)
    }
}
