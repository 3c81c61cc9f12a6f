import CardTransport
import LDS
import PKI
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Proves that a chip to go on with is the one that an earlier reading began with, through losses of the card.
    mutating func proveResumedChip() throws(ReadInterruption) {
        do {
            try proveSameChip()
        } catch {
            guard case .transport(let cause) = error else { throw error }
            try recover(from: cause)  // which proves it
        }
    }

    /// Compares what the chip gives now with what proves which chip was read until here.
    mutating func proveSameChip() throws(ReadInterruption) {
        guard let witness = Witness(state.reading) else { return }
        for (file, known, ranges) in witness.parts {
            begin(step: "sameChip", file: file)
            guard case .data(let start) = try firstRead(file, known: 0), agree(start, known) else {
                throw .ended(Self.otherChip)
            }
            for range in ranges {
                try compare(known, in: max(range.lowerBound, min(start.count, range.upperBound))..<range.upperBound)
            }
        }
    }

    /// Reads a part of the selected file again, which must come out as it is known.
    private mutating func compare(_ known: [UInt8], in range: Range<Int>) throws(ReadInterruption) {
        var offset = range.lowerBound
        var readCount = 0
        while offset < range.upperBound {
            readCount += 1
            guard readCount <= Self.maximumReadCount(for: offset - range.lowerBound),
                case .data(let bytes, _) = try readBlock(at: offset, wanting: range.upperBound - offset),
                agree(bytes, Array(known[offset...]))
            else { throw .ended(Self.otherChip) }
            offset += bytes.count
        }
    }

    /// Whether one of the two begins the other.
    private func agree(_ bytes: [UInt8], _ known: [UInt8]) -> Bool {
        known.prefix(bytes.count).elementsEqual(bytes.prefix(known.count))
    }

    /// Forgets what was read before anything that proves the chip: the next chip may be another one.
    ///
    /// - Throws: where nothing will ever prove it, since the chip has given its EF.SOD and its EF.COM up.
    mutating func forgetUnprovenFiles() throws(ReadInterruption) {
        guard state.reading[.sod] == nil || state.reading.isWithinSecurityObject else {
            throw .ended(Self.unprovenChip)
        }
        state.isAstray = true
        state.reading.files = []
        state.cardAccessPlace = nil
        state.reading.access.offersPACE = nil
        state.extendedLength = .unknown
    }

    private static var unprovenChip: Reason {
        Reason(
            "unprovenChip", "The document was away, and nothing that was read before proves that it is the same one.")
    }

    /// Goes back to where a read begins, for a chip that has come since and may be another one.
    mutating func startOver() throws(ReadInterruption) {
        state.isAstray = false
        state.phase = .start
        state.pace = nil
        link.dropSession()
        do { try link.connection.reset() } catch {
            try recover(from: error)
        }
        state.position = .fresh
    }
}

/// What proves that a chip is the one that was read before.
///
/// EF.SOD is signed over the hashes of one document, so that no other document has the same signature. What was read of
/// it before it broke off is compared whole, and so are the small files of a chip that has none.
struct Witness {
    /// Files, their known bytes, and which parts of them to read again behind their first block.
    let parts: [(file: ElementaryFile, known: [UInt8], ranges: [Range<Int>])]

    /// What a reading has; nil where it has nothing that proves a chip.
    init?(_ reading: ChipReading) {
        // The beginning of an EF.SOD may be that of another document of the same holder; the files before it are not.
        if reading.isWithinSecurityObject { return nil }
        let sod = Self.knownBytes(of: .sod, reading)
        guard sod.isEmpty else {
            let signature = reading.bytes(of: .sod).flatMap(Self.signature)
            parts = [(.sod, sod, [signature ?? 0..<sod.count])]
            return
        }
        // Without EF.SOD, what the files of the holder and of the key say, and what there is.
        guard reading[.sod] != nil else { return nil }
        parts = [ElementaryFile.com, .dataGroup(.dg1), .dataGroup(.dg15)].compactMap { file in
            let known = Self.knownBytes(of: file, reading)
            return known.isEmpty ? nil : (file, known, [0..<known.count])
        }
        if parts.isEmpty { return nil }
    }

    /// The most bytes of a file of wrong form that are compared.
    private static let maximumByteCount = 65_536

    private static func knownBytes(of file: ElementaryFile, _ reading: ChipReading) -> [UInt8] {
        switch reading[file]?.outcome {
        case .read(let bytes), .partial(let bytes, _), .damaged(let bytes, _): Array(bytes.prefix(maximumByteCount))
        default: []
        }
    }

    /// Where EF.SOD has its signature; nil where that cannot be told.
    private static func signature(in file: [UInt8]) -> Range<Int>? {
        guard let signers = try? SOD(encoded: file).signedData.signerInfos, let signature = signers.first?.signature,
            signature.count >= minimumSignatureByteCount
        else { return nil }
        let starts = (0...max(0, file.count - signature.count)).reversed()
        return starts.first { file[$0...].starts(with: signature) }.map { $0..<($0 + signature.count) }
    }

    /// Signatures of the shortest keys that documents were ever signed with have more.
    private static let minimumSignatureByteCount = 32
}

extension ChipReading {
    /// Whether it holds what proves which chip it was read from: a read goes on with it then, and else begins anew.
    package var provesChip: Bool { Witness(self) != nil }

    /// Whether EF.SOD, the first file that proves which chip it is, was being read when the card was lost.
    fileprivate var isWithinSecurityObject: Bool {
        guard case .partial = self[.sod]?.outcome else { return false }
        return files.allSatisfy { $0.file.dataGroup == nil }
    }
}
