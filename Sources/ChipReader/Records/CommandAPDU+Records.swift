import ByteCoding
import CardTransport
import LDS

extension CommandAPDU {
    /// FILE AND MEMORY MANAGEMENT for the number of records of a file of the selected application, in the forms that
    /// chips may take: by short identifier, by file identifier, and with the instruction that Appendix H.1 prints.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.8, Table 22, and Appendix H.1.
    static func recordCountForms(_ file: RecordFile) -> [CommandAPDU] {
        let short = DataObjectWriter.encode(0x51, [file.shortIdentifier])
        let long = DataObjectWriter.encode(0x51, [UInt8(file.identifier >> 8), UInt8(file.identifier & 0xFF)])
        return [(0x5F, short), (0x5F, long), (0x5E, short)].map { ins, data in
            CommandAPDU(cla: 0x80, ins: ins, p1: 0x01, p2: 0x04, data: data, expectedCount: 256)
        }
    }

    /// The number of records in the answer to FILE AND MEMORY MANAGEMENT; nil where it says none.
    static func recordCount(in answer: [UInt8]) -> Int? {
        var reader = ByteReader(answer)
        guard let template = try? reader.dataObject(0x7F78), let parts = try? template.children(limit: 16) else {
            return nil
        }
        guard let value = parts.first(where: { $0.tag == 0x83 })?.value, (1...2).contains(value.count) else {
            return nil
        }
        return value.reduce(0) { $0 << 8 | Int($1) }
    }

    /// READ RECORD of one record by its number, of a file by its short identifier or, for 0, of the selected one.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.7, which wants an Le of 000000.
    static func readRecord(_ number: Int, shortIdentifier: UInt8, expecting count: Int) -> CommandAPDU {
        CommandAPDU(
            ins: 0xB2, p1: UInt8(clamping: number), p2: shortIdentifier << 3 | 0x04, expectedCount: count,
            prefersExtendedLength: count > 256)
    }
}
