import CardTransport
import Cryptography
public import LDS
import Standards

extension Manifest {
    /// The ending of a read that the program did not survive.
    static let unfinished = Reason(
        "unfinished", "The program ended before the read did; what it had read until then is here.")
}

extension StoredReading {
    /// The files that tell who the holder is.
    public static let personalFiles: Set<ElementaryFile> = Set(
        [DataGroup.dg1, .dg2, .dg3, .dg4, .dg5, .dg6, .dg7, .dg8, .dg9, .dg10, .dg11, .dg12, .dg13, .dg16].map {
            .dataGroup($0)
        } + (1...64).compactMap(ElementaryFile.additionalBiometrics))

    /// The reading without the bytes of some files; their sizes and hashes stay.
    ///
    /// - Parameter files: The files to take out; without them every file with personal data, and then also the printed
    ///   lines, the trace and every record: where somebody was and what for is as personal as a name, and who certified
    ///   that tells it too.
    public func redacted(_ files: Set<ElementaryFile>? = nil) -> StoredReading {
        var result = self
        let wanted = files ?? Self.personalFiles
        if files == nil || wanted.contains(.dataGroup(.dg1)) {
            result.printedLines = []
            result.capture = nil
            result.zonePicture = nil
        }
        if files == nil {
            result.reading.records = []
            result.recordRedactions += reading.records.map { record in
                RecordRedaction(
                    file: record.file, number: record.number, byteCount: record.bytes.count,
                    sha256: HashAlgorithm.sha256.hash(record.bytes))
            }
        }
        // A full trace holds the bytes that are taken out.
        if files == nil { result.trace = nil } else { result.trace = trace?.redacted }
        for (index, file) in reading.files.enumerated() where wanted.contains(file.file) {
            guard let bytes = file.outcome.bytes else { continue }
            result.reading.files[index] = FileReading(file: file.file, outcome: .skipped)
            result.redactions.append(
                Redaction(file: file.file, byteCount: bytes.count, sha256: HashAlgorithm.sha256.hash(bytes)))
        }
        return result
    }
}
