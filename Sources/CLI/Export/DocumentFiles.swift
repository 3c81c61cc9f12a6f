import Evidence
import Foundation
import LDS
import Standards

/// The files of one document, from wherever a user keeps them.
struct DocumentFiles {
    /// The files that were read whole, and those that are damaged, in the order of the source.
    let files: [(file: ElementaryFile, bytes: [UInt8])]
    /// The records of LDS2 applications, in the order of the source.
    let records: [RecordReading]

    /// Reads a folder of evidence, a folder of dumps, or a single file.
    init(path: String) throws {
        var isFolder: ObjCBool = false
        if path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            let reading = try Self.reading(EvidenceAccess.url(path))
            files = Self.files(of: reading)
            records = reading.records
            return
        }
        let bytes = try InputText.bytes(path, limit: EvidenceSource.lineLimit)
        if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") {
            let reading = try Self.reading(ofLines: bytes, path)
            files = Self.files(of: reading)
            records = reading.records
            return
        }
        if let file = RecordFile.detect(bytes) {
            files = []
            records = [RecordReading(file: file, number: 1, bytes: bytes)]
            return
        }
        guard let file = ElementaryFile.detect(bytes) else {
            throw CommandError("'\(path)' is neither evidence nor a file of a chip that is known by its content")
        }
        files = [(file, bytes)]
        records = []
    }

    /// The only reading of a file with one a line.
    private static func reading(ofLines bytes: [UInt8], _ path: String) throws -> ChipReading {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { line in line.contains { $0 > 0x20 } }
        guard lines.count == 1 else {
            throw CommandError(
                "'\(path)' holds \(lines.count) readings, and one document is taken out at a time",
                hint: "the third one: sed -n 3p readings.ndjson | emrtd export - …")
        }
        return try EvidenceAccess.run { () throws(EvidenceError) in try StoredReading(line: lines[0]).reading }
    }

    private static func reading(_ folder: URL) throws -> ChipReading {
        try EvidenceAccess.run { () throws(EvidenceError) in
            do throws(EvidenceError) { return try EvidenceFolder.open(folder).read().reading } catch {
                guard case .notEvidence = error, DumpImport.isDump(folder) else { throw error }
                return try DumpImport(folder: folder, at: Timestamp(secondsSince1970: 0)).reading
            }
        }
    }

    private static func files(of reading: ChipReading) -> [(file: ElementaryFile, bytes: [UInt8])] {
        reading.files.compactMap { entry in
            switch entry.outcome {
            case .read(let bytes), .damaged(let bytes, _): (entry.file, bytes)
            case .partial, .absent, .refused, .protected, .skipped: nil
            }
        }
    }
}
