import LDS
import Standards

/// What one read has learnt about the records of its chip.
struct RecordState {
    /// The application of LDS2 that is selected; nil where it is another one.
    var application: ElementaryFile.Application?
    /// How the number of records is asked for, as a position in the table; nil where no form works.
    var countForm: Int? = 0
    /// How long an answer READ RECORD asks for, as a position in the ladder.
    var lengthForm = 0
    /// Whether files are selected before their records are read, since short identifiers do not work.
    var selectsFiles = false
}

/// Where the read of one file of records stands.
struct RecordCursor {
    let file: RecordFile
    /// The number of the record to read next.
    private(set) var next = 1
    /// How many records the chip says there are; nil where it does not say.
    var count: Int?
    /// Whether the file is counted, or was found to be one that cannot be.
    var isCounted = false
    /// The last record that was read, to be compared after a loss.
    private(set) var last: (number: Int, bytes: [UInt8])?
    /// Numbers of records that were not to be had.
    private(set) var missing: [Int] = []
    /// Missing records in a row, and equal ones.
    private(set) var missingInARow = 0
    private(set) var equalInARow = 0
    private(set) var byteCount = 0
    /// How often the session has ended since the last record.
    var lossCount = 0
    /// Whether the last record is to be read again, since the card was lost.
    var comparesLast = false
    /// What keeps records out of the reading; the first of several.
    var obstacle: Reason?

    init(_ file: RecordFile) {
        self.file = file
    }

    /// How much of the file is there.
    var fraction: Double {
        guard let count, count > 0 else { return 0 }
        return min(1, Double(next - 1) / Double(count))
    }

    mutating func take(_ bytes: [UInt8]) {
        equalInARow = last?.bytes == bytes ? equalInARow + 1 : 0
        last = (next, bytes)
        byteCount += bytes.count
        missingInARow = 0
        lossCount = 0
        next += 1
    }

    mutating func miss() {
        missing.append(next)
        missingInARow += 1
        next += 1
    }
}
