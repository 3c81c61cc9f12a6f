import ByteCoding
import CardTransport
import ChipReader
import LDS
import Standards

/// Chips that have PACE and nothing else, by what their EF.CardAccess offers.
enum PACEDocument {
    /// EF.CardAccess with entries of these last arcs and numbers.
    static func cardAccess(_ ways: [([UInt8], Int?)], more: [[UInt8]] = []) -> [UInt8] {
        DataObjectWriter.encode(
            0x31,
            containing: ways.map { arcs, number in
                DataObjectWriter.encode(
                    0x30,
                    containing: [
                        DataObjectWriter.encode(0x06, OID.idPACE.contents + arcs), [0x02, 0x01, 0x02],
                        number.map { [0x02, 0x01, UInt8($0)] } ?? [],
                    ])
            } + more)
    }

    static let generic = cardAccess([([2, 2], 13)])

    static func chip(_ cardAccess: [UInt8] = generic, _ change: (ModelChip) -> Void = { _ in }) throws -> ModelChip {
        try ModelDocument.chip {
            $0.cardFiles[0x011C] = cardAccess
            $0.habits.lockedApplication = .securityStatusNotSatisfied
            $0.habits.challengeStatus = .conditionsNotSatisfied
            change($0)
        }
    }

    static func failure(_ reading: ChipReading) -> String? { AccessTests.failure(reading) }

    /// How often a run of PACE was begun, and how often its proof was asked for.
    static func runs(_ chip: ModelChip) -> (begun: Int, proven: Int) {
        (chip.log.count { $0.ins == 0x22 }, chip.log.count { $0.ins == 0x86 && $0.cla == 0x00 })
    }

    /// Several ways to open one chip.
    static let several = cardAccess([([2, 2], 13), ([4, 2], 13), ([1, 2], 0)])
}
