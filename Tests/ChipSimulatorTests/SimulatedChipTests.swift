import ByteCoding
import CardTransport
import ChipSimulator
import Conformance
import Cryptography
import Issuing
import LDS
import MRZ
import TestSupport
import Testing

@Suite("The simulated chip: Doc 9303-11 Appendix D")
struct SimulatedChipTests {
    static let com: [UInt8] =
        Hexadecimal.decode("60145F0104303130365F36063034303030305C026175") ?? []

    static func vectors() throws -> [BACVector] {
        try BACVector.published()
    }

    /// The chip of the worked example, its nonce and its keying material those that are printed.
    static func chip(_ vector: BACVector, behaviour: ChipBehaviour = ChipBehaviour()) throws -> SimulatedChip {
        try vector.simulatedChip([.com: com], behaviour: behaviour)
    }

    static func answer(_ chip: inout SimulatedChip, _ command: String) -> String {
        Hexadecimal.encode(chip.process(Hexadecimal.decode(command) ?? []))
    }

    @Test(arguments: try vectors())
    func `gives the printed answers to the printed commands`(_ vector: BACVector) throws {
        var chip = try Self.chip(vector)

        #expect(Self.answer(&chip, "00A4040C07A0000002471001") == "9000")
        #expect(Self.answer(&chip, "0084000008") == vector.rndIC.text + "9000")
        #expect(Self.answer(&chip, "0082000028\(vector.command.text)28") == vector.response.text + "9000")
        let session: VectorFile<SecureMessagingVector> = try .load("secure-messaging/doc9303-11-appendix-d.json")
        #expect(session.vectors.count == 3)
        for exchange in session.vectors {
            #expect(
                Self.answer(&chip, exchange.protectedCommand.text) == exchange.protectedResponse?.text, "\(exchange.id)"
            )
        }
    }

    @Test(arguments: try vectors(), 0..<40)
    func `refuses a proof with one byte changed, and every command after it`(_ vector: BACVector, index: Int) throws {
        var chip = try Self.chip(vector)
        var proof = vector.command.bytes
        proof[index] ^= 0x01

        _ = Self.answer(&chip, "00A4040C07A0000002471001")
        _ = Self.answer(&chip, "0084000008")
        #expect(Self.answer(&chip, "0082000028\(Hexadecimal.encode(proof))28") == "6300")
        #expect(Self.answer(&chip, "0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800") == "6988")
        #expect(Self.answer(&chip, "0082000028\(vector.command.text)28") == "6985")
        #expect(Self.answer(&chip, "00B09E0004") == "6982")
    }

    @Test(arguments: try vectors())
    func `ends the session at a changed command and at a plain one`(_ vector: BACVector) throws {
        let opening = ["00A4040C07A0000002471001", "0084000008", "0082000028\(vector.command.text)28"]
        var altered = try Self.chip(vector)
        var interrupted = altered
        for command in opening {
            _ = Self.answer(&altered, command)
            _ = Self.answer(&interrupted, command)
        }

        #expect(Self.answer(&altered, "0CA4020C158709016375432908C044F78E08BF8B92D635FF24F800") == "6988")
        #expect(Self.answer(&altered, "0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800") == "6988")
        #expect(Self.answer(&interrupted, "00A4020C02011E") == "6982")
        #expect(Self.answer(&interrupted, "0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800") == "6988")
    }

    @Test(arguments: [
        ("00A4020C02011E", "6A82"),  // no EF.COM in the master file
        ("00A4000C", "9000"), ("00A4000C023F00", "9000"), ("00A4040C05A000000247", "9000"),
        ("00A4040C04A0000002", "6A82"), ("00A4040C07A0000002472001", "6A82"), ("00B0000004", "6986"),
        ("00B08100", "6700"), ("00B0E00004", "6A86"), ("0084000008", "6985"), ("00820000", "6985"),
        ("00DA0000", "6D00"),
        ("80A40000", "6E00"), ("10A40000", "6884"), ("00A4", "6700"), ("", "6700"), ("00B0000000000000000000", "6700"),
        ("00C0000000", "6985"),
    ])
    func `answers what it cannot do with a status word`(command: String, status: String) throws {
        var chip = try Self.chip(#require(Self.vectors().first))

        #expect(Self.answer(&chip, command) == status)
    }

    @Test
    func `never traps on commands of any bytes`() throws {
        var chip = try Self.chip(#require(Self.vectors().first))
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var apdu = (0..<Int.random(in: 0...24)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if apdu.count > 1 {
                apdu[0] = [0x00, 0x0C, 0x10].randomElement() ?? 0
                apdu[1] = [0xA4, 0xB0, 0xB1, 0x84, 0x82, 0x88, 0xC0].randomElement() ?? 0
            }
            #expect(chip.process(apdu).count >= 2)
        }
    }
}
