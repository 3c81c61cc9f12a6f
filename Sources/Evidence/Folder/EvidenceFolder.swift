import CardTransport
public import Foundation
public import LDS

/// A folder of evidence: `manifest.json`, and each file of the chip as it was read.
///
/// The folder has mode 0700 and its files 0600. Whatever the program is stopped at, what is there is valid evidence: a
/// file that was read whole is written once, and the manifest is replaced last.
public struct EvidenceFolder: Sendable {
    public let url: URL

    static let manifestName = "manifest.json"
    static let traceName = "trace.jsonl"
    static let byteLimit = 64 << 20

    private init(_ url: URL) {
        self.url = url
    }

    /// Opens a folder that holds evidence already.
    ///
    /// - Throws: `notFound`, `notEvidence`, or `manifest` where it is no JSON at all.
    public static func open(_ url: URL) throws(EvidenceError) -> EvidenceFolder {
        let path = url.path(percentEncoded: false)
        guard let names = SafeFile.names(in: url) else { throw .notFound(path) }
        guard names.contains(manifestName) else { throw .notEvidence(path) }
        let content = try SafeFile.read(url.appending(path: manifestName), limit: byteLimit)
        struct Head: Codable { var format: String? }
        let head: Head?
        do { head = try JSONDecoder().decode(Head.self, from: Data(content)) } catch DecodingError.dataCorrupted {
            // What is left of evidence, more likely than a file of that name by another program.
            throw .manifest("it is no JSON")
        } catch { head = nil }
        guard head?.format?.hasPrefix("emrtd/evidence/") == true else { throw .notEvidence(path) }
        return EvidenceFolder(url)
    }

    /// Makes a folder and writes a reading into it.
    ///
    /// - Throws: `alreadyThere` or `foreignFolder` where there is something in it; nothing is touched then.
    public static func create(_ url: URL, with stored: StoredReading) throws(EvidenceError) -> EvidenceFolder {
        try checkFree(url)
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw .system(url.path(percentEncoded: false)) }
        chmod(url.path(percentEncoded: false), 0o700)
        let folder = EvidenceFolder(url)
        // First an account of a read that has nothing yet, so that what follows is evidence from its first file on.
        var empty = stored
        empty.reading.files = []
        empty.reading.records = []
        empty.reading.recordFiles = []
        empty.redactions = []
        empty.recordRedactions = []
        empty.zonePicture = nil
        empty.reading.ending = .brokenOff(Manifest.unfinished)
        try folder.writeManifest(Manifest(empty))
        try folder.write(stored)
        return folder
    }

    /// Makes sure that evidence can be written: nothing is there, or an empty folder.
    public static func checkFree(_ url: URL) throws(EvidenceError) {
        let path = url.path(percentEncoded: false)
        guard let names = SafeFile.names(in: url) else {
            if FileManager.default.fileExists(atPath: path) { throw .notAFile(path) }
            return
        }
        if names.contains(manifestName), (try? open(url)) != nil { throw .alreadyThere(path) }
        guard names.isEmpty else { throw .foreignFolder(path) }
    }

    /// Replaces what the folder holds: new files first, then the manifest, then what it no longer lists goes.
    public func write(_ stored: StoredReading) throws(EvidenceError) {
        let manifest = Manifest(stored)
        let old = (try? Manifest.decode(SafeFile.read(url.appending(path: Self.manifestName), limit: Self.byteLimit)))
        let unchanged = Dictionary(
            (old?.files ?? []).map { (Self.fileName(of: $0.name, state: $0.state), $0.sha256) }
                + (old?.records ?? []).map { (Self.fileName(of: $0), $0.sha256) },
            uniquingKeysWith: { first, _ in first })
        var kept: Set<String> = [Self.manifestName]
        for (entry, file) in zip(manifest.files, stored.reading.files) where entry.hasBytes {
            guard let bytes = file.outcome.bytes else { continue }
            let name = Self.fileName(of: entry.name, state: entry.state)
            kept.insert(name)
            if let hash = unchanged[name], hash == entry.sha256 { continue }
            try SafeFile.write(bytes, to: url.appending(path: name))
        }
        for (entry, record) in zip(manifest.records ?? [], stored.reading.records) {
            let name = Self.fileName(of: entry)
            kept.insert(name)
            if let hash = unchanged[name], hash == entry.sha256 { continue }
            try SafeFile.write(record.bytes, to: url.appending(path: name))
        }
        if let picture = manifest.capture?.picture, let name = picture.fileName, let bytes = stored.zonePicture {
            kept.insert(name)
            if old?.capture?.picture?.sha256 != picture.sha256 {
                try SafeFile.write(bytes, to: url.appending(path: name))
            }
        }
        if let trace = stored.trace {
            try SafeFile.write(trace.fileContent, to: url.appending(path: Self.traceName))
            kept.insert(Self.traceName)
        }
        try writeManifest(manifest)
        try remove { !kept.contains($0) }
    }

    /// Reads the evidence and compares every file with the hash of the manifest.
    public func read() throws(EvidenceError) -> StoredReading {
        let manifest = try Manifest.decode(
            SafeFile.read(url.appending(path: Self.manifestName), limit: Self.byteLimit))
        let traceFile = url.appending(path: Self.traceName)
        var trace: [UInt8]?
        if FileManager.default.fileExists(atPath: traceFile.path(percentEncoded: false)) {
            trace = try SafeFile.read(traceFile, limit: Self.byteLimit)
        }
        // The names come from the chip's own files, never from the manifest.
        return try manifest.stored(
            trace: trace,
            bytes: { (entry, file) throws(EvidenceError) in
                try bytes(Self.fileName(of: file.name, state: entry.state))
            },
            recordBytes: { (entry, file) throws(EvidenceError) in
                try bytes(Self.fileName(of: file, number: entry.number))
            },
            pictureBytes: { (picture) throws(EvidenceError) in
                guard let name = picture.fileName else { throw .manifest("'capture.picture' has a format of its own") }
                return try bytes(name)
            })
    }

    private func bytes(_ name: String) throws(EvidenceError) -> [UInt8] {
        do throws(EvidenceError) {
            return try SafeFile.read(url.appending(path: name), limit: Self.byteLimit)
        } catch {
            guard case .notFound = error else { throw error }
            throw .missing(name)
        }
    }

    /// Takes files out of the evidence and keeps their hashes.
    public func redact(_ files: Set<ElementaryFile>? = nil) throws(EvidenceError) -> StoredReading {
        let stored = try read().redacted(files)
        try write(stored)
        return stored
    }

    /// Removes the evidence, and the folder where nothing else is in it.
    ///
    /// Only what this program wrote is removed; the manifest goes last, so that a broken-off removal can be repeated.
    ///
    /// - Returns: the names of other things, which stay.
    public func delete() throws(EvidenceError) -> [String] {
        let path = url.path(percentEncoded: false)
        // `rmdir` takes no link; what it leads to is to be named itself, or an empty folder would be left behind.
        guard SafeFile.kind(path.hasSuffix("/") ? String(path.dropLast()) : path) != .link else {
            throw .linkedFolder(path)
        }
        try remove { $0 != Self.manifestName }
        try remove { _ in true }
        let left = SafeFile.names(in: url) ?? []
        if left.isEmpty, rmdir(path) != 0 { throw .system(path) }
        return left
    }

    private func writeManifest(_ manifest: Manifest) throws(EvidenceError) {
        let content: [UInt8]
        do { content = try manifest.json(isLine: false) } catch { throw .manifest("\(error)") }
        try SafeFile.write(content, to: url.appending(path: Self.manifestName))
    }

    /// Removes those of this program's own files that `isWanted` names.
    private func remove(_ isWanted: (String) -> Bool) throws(EvidenceError) {
        for name in SafeFile.names(in: url) ?? [] where Self.isOwn(name) && isWanted(name) {
            let path = url.appending(path: name, directoryHint: .notDirectory).path(percentEncoded: false)
            guard SafeFile.kind(path) != .folder else { continue }  // no file of this program
            guard unlink(path) == 0 else { throw .system(path) }
        }
        SafeFile.sync(url)
    }

    /// The name of the file that holds a file of the chip: `DG1.bin`, `DG2.partial.bin`, `ATR-INFO.bin`.
    static func fileName(of name: String, state: String) -> String {
        let safe = String(name.map { $0 == "/" ? "-" : $0 })
        return state == "partial" ? "\(safe).partial.bin" : "\(safe).bin"
    }

    /// The name of the file that holds a record: `EntryRecords-1.bin`.
    static func fileName(of file: RecordFile, number: Int) -> String { "\(file.rawValue)-\(number).bin" }

    private static func fileName(of entry: Manifest.Record) -> String { "\(entry.name).bin" }

    private static func isOwn(_ name: String) -> Bool {
        ownNames.contains(SafeFile.finalName(of: name) ?? name)
    }

    /// Every name this program gives to a file of evidence.
    private static let ownNames: Set<String> = {
        let files = ElementaryFile.all + (1...64).compactMap(ElementaryFile.additionalBiometrics)
        let chipFiles = files.flatMap { file in ["read", "partial"].map { fileName(of: file.name, state: $0) } }
        let records = RecordFile.allCases.flatMap { file in
            Manifest.recordNumbers.map { fileName(of: file, number: $0) }
        }
        return Set(chipFiles + records + Manifest.Capture.Picture.fileNames + [manifestName, traceName])
    }()
}
