import ByteCoding
import CardTransport

extension CommandAPDU {
    /// SELECT of the eMRTD application, in the forms that chips take.
    static let selectApplicationForms = selectApplicationForms(
        [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01])

    /// SELECT of an application by its name, in the forms that chips take.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.6.1; never an Le with P2 = 0C (field note 13).
    static func selectApplicationForms(_ name: [UInt8]) -> [CommandAPDU] {
        [
            CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: name),
            CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x00, data: name, expectedCount: 256),
        ]
    }

    /// SELECT of the master file, in the forms that chips take (field notes 14 and 15).
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.6.1, which discourages all of them.
    static let selectMasterFileForms = [
        CommandAPDU(ins: 0xA4, p1: 0x00, p2: 0x0C, data: [0x3F, 0x00]),
        CommandAPDU(ins: 0xA4, p1: 0x00, p2: 0x00),
        CommandAPDU(ins: 0xA4, p1: 0x00, p2: 0x0C),
    ]

    /// SELECT of an elementary file by its identifier, in the forms that chips take.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.6.2.
    static func selectFileForms(_ identifier: UInt16) -> [CommandAPDU] {
        let data = [UInt8(identifier >> 8), UInt8(identifier & 0xFF)]
        return [
            CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: data),
            CommandAPDU(ins: 0xA4, p1: 0x00, p2: 0x0C, data: data),
            CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x04, data: data, expectedCount: 256),
        ]
    }

    /// READ BINARY from the start of the file with a short identifier, which selects it; never with an offset, which ends
    /// the session of some chips.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.6.3.2.
    static func readBinary(shortIdentifier: UInt8, expecting count: Int) -> CommandAPDU {
        CommandAPDU(ins: 0xB0, p1: 0x80 | shortIdentifier, p2: 0x00, expectedCount: count)
    }

    /// READ BINARY of the selected file: `B0` as far as its 15-bit offset goes, `B1` beyond.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.6.3.1 and §3.6.6.
    static func readBinary(at offset: Int, expecting count: Int) -> CommandAPDU {
        guard needsOddInstruction(at: offset) else {
            return CommandAPDU(
                ins: 0xB0, p1: UInt8(offset >> 8 & 0x7F), p2: UInt8(offset & 0xFF), expectedCount: count)
        }
        let position = DataObjectWriter.encode(0x54, DataObjectWriter.octets(offset))
        return CommandAPDU(ins: 0xB1, p1: 0x00, p2: 0x00, data: position, expectedCount: count)
    }

    /// Whether an offset does not fit the 15 bits of `B0`.
    static func needsOddInstruction(at offset: Int) -> Bool { offset > 0x7FFF }
}
