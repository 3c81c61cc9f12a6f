import ByteCoding
import Cryptography
import LDS
import Standards

extension Manifest {
    /// The numbers that records have.
    static let recordNumbers = RecordFile.numbers

    /// Adds the records that are kept to a reading.
    ///
    /// - Returns: what is left of the others.
    func readRecords(
        into reading: inout ChipReading, _ bytes: (Record, RecordFile) throws(EvidenceError) -> [UInt8]
    ) throws(EvidenceError) -> [StoredReading.RecordRedaction] {
        for entry in recordFiles ?? [] {
            let file = try entry.reading()
            guard reading[file.file] == nil else { throw .manifest("\(entry.file) is listed twice") }
            reading.recordFiles.append(file)
        }
        var redactions: [StoredReading.RecordRedaction] = []
        var seen: Set<String> = []
        for entry in records ?? [] {
            guard let file = RecordFile(rawValue: entry.file), Self.recordNumbers.contains(entry.number) else {
                throw .manifest("there is no record '\(entry.name.prefix(40))' on a chip")
            }
            guard seen.insert(entry.name).inserted else { throw .manifest("record \(entry.name) is listed twice") }
            switch entry.state {
            case "read":
                let found = try bytes(entry, file)
                guard found.count == entry.byteCount,
                    Hexadecimal.encode(HashAlgorithm.sha256.hash(found)) == entry.sha256.uppercased()
                else { throw .altered(entry.name) }
                reading.records.append(RecordReading(file: file, number: entry.number, bytes: found))
            case "redacted": redactions.append(try entry.redaction(of: file))
            default: throw .manifest("\(entry.name) has state '\(entry.state.prefix(40))'")
            }
        }
        return redactions
    }
}

extension Manifest.RecordList {
    init(_ reading: RecordFileReading) {
        file = reading.file.rawValue
        switch reading.outcome {
        case .read(let count): (state, self.count) = ("read", count)
        case .incomplete(let why): (state, reason) = ("incomplete", Manifest.Note(why))
        case .absent(let status): (state, self.status) = ("absent", Manifest.status(status))
        case .refused(let status): (state, self.status) = ("refused", Manifest.status(status))
        case .protected: state = "protected"
        case .skipped: state = "skipped"
        }
    }

    func reading() throws(EvidenceError) -> RecordFileReading {
        guard let file = RecordFile(rawValue: file) else {
            throw .manifest("there is no file of records '\(file.prefix(40))' on a chip")
        }
        return RecordFileReading(file: file, outcome: try outcome())
    }

    private func outcome() throws(EvidenceError) -> RecordFileReading.Outcome {
        switch state {
        case "read":
            guard let count, (0...RecordFile.numbers.upperBound).contains(count) else {
                throw .manifest("\(file) has no number of records")
            }
            return .read(count: count)
        case "incomplete": return .incomplete(reason?.reason ?? Reason("incomplete", "Records are missing."))
        case "protected": return .protected
        case "skipped": return .skipped
        case "absent", "refused":
            guard let status = status.flatMap(Manifest.status) else { throw .manifest("\(file) has no status") }
            return state == "absent" ? .absent(status: status) : .refused(status: status)
        default: throw .manifest("\(file) has state '\(state.prefix(40))'")
        }
    }
}

extension Manifest.Record {
    /// `EntryRecords-1`.
    var name: String { "\(file)-\(number)" }

    init(_ record: RecordReading) {
        self.init(
            file: record.file.rawValue, number: record.number, state: "read", byteCount: record.bytes.count,
            sha256: Hexadecimal.encode(HashAlgorithm.sha256.hash(record.bytes)))
    }

    init(_ redaction: StoredReading.RecordRedaction) {
        self.init(
            file: redaction.file.rawValue, number: redaction.number, state: "redacted",
            byteCount: redaction.byteCount, sha256: Hexadecimal.encode(redaction.sha256))
    }

    fileprivate func redaction(of file: RecordFile) throws(EvidenceError) -> StoredReading.RecordRedaction {
        guard byteCount >= 0, let hash = Hexadecimal.decode(sha256), hash.count == 32 else {
            throw .manifest("\(name) has no hash")
        }
        return StoredReading.RecordRedaction(file: file, number: number, byteCount: byteCount, sha256: hash)
    }
}
