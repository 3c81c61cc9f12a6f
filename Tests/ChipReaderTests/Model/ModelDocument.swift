import ByteCoding
import CardTransport
import ChipReader
import LDS
import MRZ
import Standards

/// A document for the model chip: files that are well-formed on the outside, with nothing in them that means anything.
enum ModelDocument {
    static func key() throws -> MRZKeyInformation {
        try MRZKeyInformation(documentNumber: "L898902C<", dateOfBirth: "690806", dateOfExpiry: "940623")
    }

    /// The sizes of the passport whose wire cost is known: COM, SOD, DG1, DG2, DG14 and DG15.
    static let sizes: [(ElementaryFile, Int)] = [
        (.com, 24), (.sod, 1386), (.dataGroup(.dg1), 93), (.dataGroup(.dg2), 16_065), (.dataGroup(.dg14), 386),
        (.dataGroup(.dg15), 165),
    ]

    /// A file of exactly `count` bytes, whose contents differ from place to place and from file to file.
    static func file(_ file: ElementaryFile, _ count: Int) -> [UInt8] {
        let tag = file.tag ?? 0x61
        if file == .com { return com([.dg1, .dg2, .dg14, .dg15]) }
        var contents = count
        while DataObjectWriter.header(tag, valueCount: contents).count + contents > count { contents -= 1 }
        let seed = Int(file.identifier)
        return DataObjectWriter.encode(
            tag, (0..<contents).map { UInt8(truncatingIfNeeded: ($0 * 31 + $0 / 251 + seed) ^ ($0 >> 8)) })
    }

    static func com(_ groups: [DataGroup]) -> [UInt8] {
        DataObjectWriter.encode(
            0x60,
            containing: [
                DataObjectWriter.encode(0x5F01, Array("0107".utf8)),
                DataObjectWriter.encode(0x5F36, Array("040000".utf8)),
                DataObjectWriter.encode(0x5C, groups.map { UInt8($0.tag) }),
            ])
    }

    /// A chip with the passport of 18 kB, with BAC.
    static func chip(_ change: (ModelChip) -> Void = { _ in }) throws -> ModelChip {
        let chip = ModelChip(key: try key())
        for (file, size) in sizes { chip.files[file.identifier] = self.file(file, size) }
        change(chip)
        return chip
    }

    /// Reads a chip with its key.
    static func read(
        _ chip: ModelChip, _ change: (inout ReadRequest) -> Void = { _ in }
    ) throws -> ChipReading {
        var request = ReadRequest(key: try key())
        change(&request)
        var reader = ChipReader(chip)
        return reader.read(request, at: Timestamp(secondsSince1970: 0))
    }

    /// Whether every file of the chip was read as it is.
    static func isComplete(_ reading: ChipReading, _ chip: ModelChip) -> Bool {
        reading.ending == .complete
            && sizes.allSatisfy { reading.bytes(of: $0.0) == chip.files[$0.0.identifier] }
    }
}
