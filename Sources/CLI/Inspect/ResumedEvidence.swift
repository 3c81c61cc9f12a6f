import ChipReader
import Evidence
import LDS
import MRZ

/// Evidence that a read goes on with, and what keeps two documents apart in it.
///
/// A chip that was read as far as EF.SOD proves itself to the reader. Until it has, nothing is written; and where the
/// evidence has nothing that a chip can prove, the read begins anew and takes over no lines that may be of another
/// document.
struct ResumedEvidence {
    private let earlier: StoredReading
    /// The printed key of the read that goes on.
    var key: MRZKeyInformation?
    /// Whether printed lines were given for it.
    var givesLines = false

    init(_ earlier: StoredReading) {
        self.earlier = earlier
    }

    /// Whether a key is that of another document, as DG1 tells, else the lines that opened the chip.
    func isOfOtherDocument(than key: MRZKeyInformation) -> Bool {
        if let fits = earlier.reading.fits(key) { return !fits }
        guard earlier.reading.access.isOpenedByPrintedKey, let own = earlier.printedKey else { return false }
        return !key.isOfSameDocument(as: own)
    }

    /// Whether the evidence has printed lines, and not these: what the document was seen to print is never replaced, for
    /// the chip may have been judged against it.
    func keepsOtherLines(than lines: [String]) -> Bool {
        let kept = earlier.capture?.zone.lines ?? earlier.printedLines
        return !kept.isEmpty && kept != lines
    }

    /// What is to be written of a read that went on; nil where it did not come to prove its chip, or brought nothing.
    func joined(by read: StoredReading) -> StoredReading? {
        let reading = read.reading
        guard reading.access.used != nil,
            reading.ending == .complete || reading.applicationFiles != earlier.reading.applicationFiles
        else { return nil }
        guard !givesLines, !earlier.reading.provesChip else { return read }
        let isOpenedByLines =
            reading.access.isOpenedByPrintedKey
            && key.map { key in earlier.printedKey.map(key.isOfSameDocument) ?? false } ?? false
        guard !isOpenedByLines else { return read }
        var read = read
        (read.printedLines, read.capture, read.zonePicture) = ([], nil, nil)
        return read
    }
}

extension StoredReading {
    /// The key that its printed lines make, in the reading that opened the chip.
    fileprivate var printedKey: MRZKeyInformation? {
        if let capture { return (capture.retry.map(capture.zone) ?? capture.zone).keyInformation }
        return (try? MachineReadableZone(concatenated: printedLines.joined().utf8))?.keyInformation
    }
}

extension AccessReading {
    fileprivate var isOpenedByPrintedKey: Bool { used == .bac || used == .pace && pace?.password == .mrz }
}

extension ChipReading {
    /// What only an opened chip gives out.
    fileprivate var applicationFiles: [FileReading] { files.filter { $0.file.application == .lds1 } }
}
