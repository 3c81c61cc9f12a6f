import AccessControl
import ByteCoding
import CardTransport
import ChipReader
import Cryptography
import LDS
import Standards
import TestSupport
import Testing

@Suite("Chip Authentication Mapping in a read")
struct ChipAuthenticationMappingReadTests {
    static let cardSecurity = DataObjectWriter.encode(0x30, [UInt8](repeating: 0x05, count: 900))

    static func camChip(_ change: (ModelChip) -> Void = { _ in }) throws -> (ModelChip, ECDHKeyPair) {
        var random = SystemRandomSource()
        let pair = try ECDHKeyPair(on: .brainpoolP256r1, random: &random)
        let chip = try PACEDocument.chip(PACEDocument.cardAccess([([2, 2], 13), ([6, 2], 13)])) {
            $0.cardFiles[0x011D] = cardSecurity
            $0.habits.pace = { choice in
                PACECard.Habit(chipAuthentication: choice.info.variant.mapping == .chipAuthentication ? pair : nil)
            }
            change($0)
        }
        return (chip, pair)
    }

    @Test func `reads EF.CardSecurity and keeps the chip's proof`() throws {
        let (chip, pair) = try Self.camChip()
        let reading = try ModelDocument.read(chip)
        let proof = try #require(reading.access.pace?.chipAuthenticationMapping)

        #expect(reading.bytes(of: .cardSecurity) == Self.cardSecurity)
        #expect(pair.publicPoint.multiplied(byScalar: proof.chipAuthenticationData)?.encoded == proof.mappingPublicKey)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test(arguments: [TransportError.cardRemoved, .notAuthentic])
    func `comes back from a loss while EF.CardSecurity is read`(_ error: TransportError) throws {
        let (whole, _) = try Self.camChip()
        _ = try ModelDocument.read(whole)
        for lost in 0..<20 {
            let (chip, _) = try Self.camChip { $0.incident = { $0 == lost ? error : nil } }
            let reading = try ModelDocument.read(chip)
            #expect(ModelDocument.isComplete(reading, chip), "lost at \(lost)")
            #expect(reading.bytes(of: .cardSecurity) == Self.cardSecurity)
        }
    }

    @Test func `leaves EF.CardSecurity where the chip drops the session over it`() throws {
        let (chip, _) = try Self.camChip { $0.habits.answersBare = true }
        chip.plainTamper = { command, answer in
            if chip.selectedFile == Self.cardSecurity { chip.dropSession(&answer) }
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading[.cardSecurity]?.outcome == .refused(status: 0x6988))
        #expect(reading.remarks.map(\.code).contains("fileEndsSession"))
        #expect(ModelDocument.isComplete(reading, chip))
    }
}
