import Evidence
import Foundation
import Standards

/// Stored readings by a path: a folder of evidence, a folder of dumps, or lines.
enum EvidenceSource {
    /// The most bytes of one line: a reading with files of 4 MiB each, in base64.
    static let lineLimit = 128 << 20

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Hands over each reading, or why it cannot be read; lines come one by one, so that memory stays small.
    static func forEachReading(
        at path: String, importedAt time: Timestamp, _ body: (Result<StoredReading, CommandError>) throws -> Void
    ) throws {
        if isFolder(path) {
            try body(folder(path, time))
        } else {
            try forEachLine(of: path) { line, number in
                try body(
                    Self.reading(line).mapError { error in
                        CommandError("'\(path)', line \(number): \(error)", hint: error.hint)
                    })
            }
        }
    }

    private static func reading(_ line: ArraySlice<UInt8>) -> Result<StoredReading, EvidenceError> {
        do throws(EvidenceError) { return .success(try StoredReading(line: line)) } catch { return .failure(error) }
    }

    private static func folder(_ path: String, _ time: Timestamp) -> Result<StoredReading, CommandError> {
        let url = EvidenceAccess.url(path)
        do throws(EvidenceError) {
            do throws(EvidenceError) { return .success(try EvidenceFolder.open(url).read()) } catch {
                guard case .notEvidence = error, DumpImport.isDump(url) else { throw error }
            }
            let dump = try DumpImport(folder: url, at: time)
            if !dump.ignoredNames.isEmpty {
                Terminal.note("left out, by their names: \(dump.ignoredNames.joined(separator: ", "))")
            }
            return .success(StoredReading(reading: dump.reading))
        } catch {
            return .failure(CommandError("\(error)", hint: error.hint))
        }
    }

    private static func forEachLine(of path: String, _ body: (ArraySlice<UInt8>, Int) throws -> Void) throws {
        guard path == "-" || FileManager.default.fileExists(atPath: path) else {
            throw CommandError("there is no '\(path)'")
        }
        guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
            throw CommandError("'\(path)' cannot be read", hint: "look at its permissions with 'ls -l'")
        }
        var buffer: [UInt8] = []
        var number = 0
        var hasReading = false
        func take(_ line: ArraySlice<UInt8>, _ number: Int) throws {
            guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return }
            hasReading = true
            try body(line, number)
        }
        while let block = try InputText.block(of: handle, path, upTo: 1 << 20) {
            let searched = buffer.count
            buffer += block
            var start = 0
            var from = searched
            while let end = buffer[from...].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                try take(buffer[start..<end], number)
                start = end + 1
                from = start
            }
            buffer.removeFirst(start)
            guard buffer.count <= lineLimit else {
                throw CommandError("'\(path)', line \(number + 1) has more than \(lineLimit) bytes")
            }
        }
        if !buffer.isEmpty {
            number += 1
            try take(buffer[...], number)
        }
        guard hasReading else {
            throw CommandError(
                "there is no reading in \(path == "-" ? "standard input" : "'\(path)'")",
                hint: "'emrtd evidence lines DIR' prints evidence as lines")
        }
    }
}
