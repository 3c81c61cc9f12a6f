import ByteCoding
import LDS
import Standards

/// One file as its bytes come in.
struct FileDownload {
    let file: ElementaryFile
    /// The bytes from the start of the file, without a gap.
    private(set) var bytes: [UInt8]
    /// Where the outermost data object ends; nil while that is not known.
    private(set) var total: Int?
    /// Why the outermost data object has no end that can be told.
    private(set) var headerFault: DecodingFailure?
    private let limit: Int

    /// How many bytes are read twice where a read goes on after a break.
    static let overlap = 8

    /// Starts with what an earlier read left.
    init(_ file: ElementaryFile, limit: Int, resuming bytes: [UInt8] = []) {
        self.file = file
        self.limit = limit
        self.bytes = bytes
        readHeader()
    }

    /// Adds an answer that was read at `offset`; what is there already must come out the same.
    ///
    /// - Returns: false where it does not, so that this is another file.
    mutating func append(_ data: [UInt8], at offset: Int) -> Bool {
        guard offset <= bytes.count,
            bytes[offset...].prefix(data.count).elementsEqual(data.prefix(bytes.count - offset))
        else { return false }
        bytes += data.dropFirst(bytes.count - offset)
        readHeader()
        return true
    }

    /// Whether what has come begins as this file must.
    private var hasRightTag: Bool { bytes.isEmpty || file.mayBegin(with: bytes) == true }

    /// How the read ends, once nothing more is to be asked for.
    var outcome: FileReading.Outcome? {
        guard !bytes.isEmpty else { return nil }
        if let total, total > limit {
            return .damaged(
                bytes, Reason("tooLarge", "\(file) claims \(total) bytes, more than the limit of \(limit)."))
        }
        if let total, bytes.count >= total {
            let whole = Array(bytes.prefix(total))
            return hasRightTag
                ? .read(whole) : .damaged(whole, Reason("wrongTag", "\(file) begins with another tag than its own."))
        }
        if bytes.count > limit {
            return .damaged(bytes, Reason("tooLarge", "\(file) has no end within \(limit) bytes."))
        }
        return nil
    }

    /// How the read ends where the chip has no more bytes.
    var outcomeAtEnd: FileReading.Outcome {
        if let outcome { return outcome }
        if let headerFault {
            return .damaged(bytes, Reason("badLength", "\(file) has a length that cannot be read: \(headerFault)."))
        }
        guard let total else {
            // A file of several data objects ends where the chip says.
            return file.tag == nil
                ? .read(bytes) : .damaged(bytes, Reason("truncated", "\(file) ends inside its first tag and length."))
        }
        return .damaged(
            bytes, Reason("truncated", "\(file) claims \(total) bytes, and the chip has \(bytes.count) of them."))
    }

    /// What is kept where the read breaks off; nil where nothing has come yet.
    var partial: FileReading.Outcome? {
        bytes.isEmpty ? nil : .partial(bytes, total: total)
    }

    /// How many bytes are still wanted at `offset`; many where the end is not known.
    func wanted(at offset: Int) -> Int {
        if total == nil, let fixedByteCount { return max(fixedByteCount - offset, 1) }
        return (total ?? limit + 1) - offset
    }

    /// EF.CVCA has no tag around its contents, and a fixed length (BSI TR-03110-3 A.7.2.4).
    private var fixedByteCount: Int? { file.name == ElementaryFile.cvca.name ? 36 : nil }

    /// Whether a file without a tag around it ends where the chip has just given less than was asked for.
    ///
    /// It goes on where that cuts a data object off, and on a chip that gives less in mid-file too.
    ///
    /// - Parameter givesLess: Whether the chip is known to do so.
    func endsWithShortAnswer(givesLess: Bool) -> Bool {
        guard !cutsObject else { return false }
        return !givesLess || fixedByteCount.map { bytes.count >= $0 } ?? false
    }

    /// Whether a data object has begun whose end has not come; filling is none.
    var cutsObject: Bool {
        var reader = ByteReader(bytes)
        do {
            while let next = reader.next, next != 0 {
                _ = try reader.tag()
                _ = try reader.take(reader.length())
            }
        } catch { if case .truncated = error.reason { return true } }
        return false
    }

    /// How many bytes are surely still there: the rest of the data object that the last byte lies in, or the header of
    /// another one behind it.
    var wantedOfObjects: Int {
        if let total { return total - bytes.count }
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard (try? reader.tag()) != nil, let length = try? reader.length() else { break }
            guard length <= reader.remaining else { return length - reader.remaining }
            _ = try? reader.take(length)
        }
        return 2
    }

    /// How much of the file is there.
    var fraction: Double {
        guard let total, total > 0 else { return 0 }
        return min(1, Double(bytes.count) / Double(total))
    }

    private mutating func readHeader() {
        guard total == nil, headerFault == nil, file.tag != nil else { return }
        var reader = ByteReader(bytes)
        do {
            _ = try reader.tag()
            let length = try reader.length()
            total = reader.offset + length
        } catch {
            if case .truncated = error.reason { return }
            headerFault = error
        }
    }
}
