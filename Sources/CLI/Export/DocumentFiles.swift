import Evidence
import Foundation
import LDS
import Standards

/// The files of one document, from wherever a user keeps them.
struct DocumentFiles {
    /// The files that were read whole, and those that are damaged, in the order of the source.
    let files: [(file: ElementaryFile, bytes: [UInt8])]

    /// Reads a folder of evidence, a folder of dumps, or a single file.
    init(path: String) throws {
        var isFolder: ObjCBool = false
        if path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            files = Self.files(of: try Self.reading(EvidenceAccess.url(path)))
            return
        }
        let bytes = try InputText.bytes(path, limit: 16 << 20)
        guard let file = ElementaryFile.detect(bytes) else {
            throw CommandError("'\(path)' is neither evidence nor a file of a chip that is known by its content")
        }
        files = [(file, bytes)]
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
