import AccessControl
import CardTransport
import ChipSimulator
import Cryptography
import Issuing
import LDS
import SecureMessaging
import Testing

@Suite("The counters of PIN and PUK: TR-03110-2 §3.3")
struct PasswordCounterTests {
    private func fail(_ fixture: PACEFixture, _ chip: inout SimulatedChip, _ password: PACEPassword) -> StatusWord? {
        do {
            _ = try fixture.open(&chip, password)
            return nil
        } catch AccessControlError.refused(let status, _) {
            return status
        } catch {
            return StatusWord(0xFFFF)
        }
    }

    private func setting(_ chip: inout SimulatedChip, _ password: PACEPasswordKind) throws -> StatusWord {
        try chip.transmit(.setPACE("800A04007F00070202040202 8301 0\(password.rawValue)")).status
    }

    @Test
    func `count wrong PINs, suspend the last try, and block`() throws {
        let fixture = try PACEFixture()
        var chip = fixture.chip()
        let wrong = try PACEPassword.pin("00000000")
        #expect(try setting(&chip, .pin) == .success)
        #expect(fail(fixture, &chip, wrong) == StatusWord(0x63C2))
        #expect(try setting(&chip, .pin) == StatusWord(0x63C2))
        #expect(fail(fixture, &chip, wrong) == StatusWord(0x63C1))
        // The last try needs the CAN first, and power off brings no try back.
        chip.reset()
        #expect(try setting(&chip, .pin) == StatusWord(0x63C1))
        #expect(try chip.transmit(.generalAuthenticate("7C00")).status == .conditionsNotSatisfied)
    }

    @Test
    func `bring every try back after a right PIN`() throws {
        let fixture = try PACEFixture()
        var chip = fixture.chip()
        #expect(fail(fixture, &chip, try .pin("00000000")) == StatusWord(0x63C2))
        _ = try fixture.open(&chip, .pin("47110815"))
        chip.reset()

        #expect(try setting(&chip, .pin) == .success)
    }

    @Test
    func `count an attempt before it is judged`() throws {
        let fixture = try PACEFixture()
        var chip = fixture.chip()
        // Broken off before the token: no try is lost.
        _ = try setting(&chip, .pin)
        _ = try chip.transmit(.generalAuthenticate("7C00"))
        chip.reset()
        #expect(try setting(&chip, .pin) == .success)
    }

    @Test
    func `let the CAN resume a suspended PIN`() throws {
        let fixture = try PACEFixture()
        var chip = fixture.chip()
        for _ in 0..<2 { _ = fail(fixture, &chip, try .pin("00000000")) }
        let session = try fixture.open(&chip, .can("123456"))
        var channel = SecureChannel(SimulatedConnection(chip), keys: session.keys)

        #expect(
            try channel.transmit(.setPACE("800A04007F00070202040202830103")).status == StatusWord(0x63C1))
        #expect(try channel.transmit(.generalAuthenticate("7C00")).status == .success)
    }

    @Test
    func `run PACE inside of a session, which the new one replaces`() throws {
        let fixture = try PACEFixture()
        var chip = fixture.chip()
        let first = try fixture.open(&chip, .can("123456"))
        var inner = PACE(
            try #require(fixture.choices.first), password: try .pin("47110815"), random: SystemRandomSource())
        var channel = SecureChannel(SimulatedConnection(chip), keys: first.keys)
        let second = try inner.open(&channel)
        var last = SecureChannel(channel.close(), keys: second.keys)

        #expect(try last.transmit(.selectApplication).status == .success)
    }

    @Test
    func `let the PUK unblock the PIN`() throws {
        var fixture = try PACEFixture()
        fixture.document.pace?.pinTryCount = 1
        fixture.document.pace?.pukUseCount = 1
        var chip = fixture.chip()
        let unblock = CommandAPDU(ins: 0x2C, p1: 0x03, p2: 0x03)
        #expect(fail(fixture, &chip, try .pin("00000000")) == StatusWord(0x63C0))
        #expect(try chip.transmit(unblock).status == .securityStatusNotSatisfied)
        #expect(fail(fixture, &chip, try .pin("47110815")) == StatusWord(0x63C0))

        let session = try fixture.open(&chip, .puk("1234567890"))
        var channel = SecureChannel(SimulatedConnection(chip), keys: session.keys)
        #expect(try channel.transmit(unblock).status == .success)
        let connection = channel.close()
        try connection.reset()
        chip = connection.chip
        _ = try fixture.open(&chip, .pin("47110815"))
        chip.reset()
        // The PUK was good for one use.
        #expect(fail(fixture, &chip, try .puk("1234567890")) == StatusWord(0x63C0))
    }
}
