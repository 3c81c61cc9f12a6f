import ByteCoding
import Cryptography
import LDS

extension Manifest {
    /// The numbers that records have.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §5: at most 254 records in a file.
    static let recordNumbers = 1...254

    /// Adds the records that are kept to a reading.
    ///
    /// - Returns: what is left of the others.
    func readRecords(
        into reading: inout ChipReading, _ bytes: (Record, RecordFile) throws(EvidenceError) -> [UInt8]
    ) throws(EvidenceError) -> [StoredReading.RecordRedaction] {
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
