import ChipReader
import Evidence
import Foundation
import LDS
import MRZ
import Report
import Standards

/// Where the evidence of a read goes: the folder the user names, or one of the program's own that is soon gone again.
///
/// It is written while the chip is read, so that a program that is killed leaves evidence too.
final class EvidenceDestination {
    private let named: URL?
    private let keeps: Bool
    private let keepsPicture: Bool
    /// The folder that is written into; nil before the first bytes of the application are there.
    private var folder: EvidenceFolder?
    /// The folder that keeps what was read, once the read ended; nil where nothing is kept.
    private(set) var place: String?
    /// The evidence that the read goes on with.
    private var resumed: ResumedEvidence?

    /// The options that `init` reads.
    static let options: [Option] = [
        .value("out", "DIR", "keep what was read as evidence in this new folder"),
        .value("resume", "DIR", "go on with a broken-off read whose evidence is in this folder"),
        .flag("keep", "keep the evidence in the state folder, also of a complete read"),
        .flag(
            "keep-picture",
            "keep the zone cut out of the picture in the evidence, too: it shows who the holder is"),
    ]

    /// Looks whether the folder is free before anything is read.
    init(_ invocation: Invocation) throws {
        if invocation["out"] != nil, invocation["resume"] != nil {
            throw UsageError(
                "--out and --resume name two places for one evidence",
                hint: "a resumed read goes on in the folder of --resume.", command: invocation.command)
        }
        named = invocation["out"].map(EvidenceAccess.url)
        folder = try invocation["resume"].map(EvidenceAccess.open)
        keeps = invocation[flag: "keep"]
        keepsPicture = invocation[flag: "keep-picture"]
        guard !keepsPicture || invocation["image"] != nil || invocation[flag: "camera"] else {
            throw UsageError("--keep-picture goes with --image or --camera", command: invocation.command)
        }
        guard !keepsPicture || named != nil || folder != nil || keeps else {
            throw UsageError("--keep-picture goes with --out, --resume or --keep", command: invocation.command)
        }
        if let named { try EvidenceAccess.run { () throws(EvidenceError) in try EvidenceFolder.checkFree(named) } }
    }

    /// The broken-off reading to go on with; none from which somebody took personal data, which would come back.
    func earlier() throws -> StoredReading? {
        guard let folder else { return nil }
        let earlier = try EvidenceAccess.run { () throws(EvidenceError) in try folder.read() }
        guard earlier.redactions.isEmpty, earlier.recordRedactions.isEmpty else {
            throw CommandError(
                "personal data was taken out of this evidence, and a read that goes on would put it back",
                hint: "read the document into a new folder: --out DIR")
        }
        resumed = ResumedEvidence(earlier)
        return earlier
    }

    /// Adds what a picture said of the printed lines, and the picture where that is to be kept.
    ///
    /// Evidence that a read goes on with keeps what it has, unless other lines were given.
    ///
    /// - Throws: Where the key is that of another document, or the lines are others than the evidence has; it is left as it
    ///   is then.
    func add(_ options: ReadOptions, _ earlier: StoredReading?, to stored: inout StoredReading) throws {
        if let key = options.key.key, resumed?.isOfOtherDocument(than: key) == true {
            throw CommandError(
                "the key is that of another document than the evidence is of",
                hint: "leave the key out, for the evidence has its own; or read the other document by --out DIR")
        }
        let lines = options.key.capture?.captured.zone.lines ?? options.key.printed?.lines
        if let lines, resumed?.keepsOtherLines(than: lines) == true {
            throw CommandError(
                "these are other lines than the evidence keeps, and they would take their place",
                hint: "leave them out, and the read goes on with those of the evidence; or begin anew by --out DIR")
        }
        if let capture = options.key.capture {
            stored.capture = capture.captured
            stored.zonePicture = keepsPicture ? capture.picture?.bytes : earlier?.zonePicture
        } else if let kept = options.keptCapture(of: earlier) {
            stored.capture = kept
            stored.zonePicture = earlier?.zonePicture
        }
        resumed?.key = options.key.key
        resumed?.givesLines = options.givesLines
    }

    /// Keeps what there is in the middle of a read.
    ///
    /// What fails here fails again at the end of the read, and is told then.
    func checkpoint(_ stored: StoredReading) {
        guard stored.reading.hasApplicationFiles, let stored = settled(stored) else { return }
        try? write(stored)
    }

    /// Writes the evidence of a read that ended, and says where it is; removes it where nobody wants it kept.
    func finish(_ stored: StoredReading) throws {
        guard let stored = settled(stored) else {
            tellEnding(stored)
            Terminal.note("the evidence stays as it was: this read proves nothing more of its document")
            place = folder?.url.path(percentEncoded: false)
            return
        }
        let isComplete = stored.reading.ending == .complete
        let isWanted = named != nil || resumed != nil || keeps || (!isComplete && stored.reading.hasApplicationFiles)
        if isWanted { tellEnding(stored) }
        try EvidenceAccess.run { () throws(EvidenceError) in
            guard isWanted else {
                if let folder { _ = try folder.delete() }
                folder = nil
                return
            }
            try write(stored)
        }
        guard isWanted, let folder else { return }
        place = folder.url.path(percentEncoded: false)
        tell(stored, folder.url)
    }

    /// What of a read may be written; nil where evidence that it should go on with stays as it is.
    private func settled(_ stored: StoredReading) -> StoredReading? {
        guard let resumed else { return stored }
        return resumed.joined(by: stored)
    }

    private func write(_ stored: StoredReading) throws(EvidenceError) {
        if let folder { return try folder.write(stored) }
        let place = named ?? Self.stateFolder(for: stored.reading)
        do throws(EvidenceError) { folder = try EvidenceFolder.create(place, with: stored) } catch {
            rmdir(place.path(percentEncoded: false))  // where nothing could be written, no empty folder stays
            // What was made before there was no more room is this read's own, and what follows goes on in it.
            if case .system = error { folder = try? EvidenceFolder.open(place) }
            throw error
        }
    }

    private func tellEnding(_ stored: StoredReading) {
        guard case .brokenOff(let reason) = stored.reading.ending else { return }
        Terminal.note("the read was broken off: \(reason.text)")
    }

    private func tell(_ stored: StoredReading, _ folder: URL) {
        let path = folder.path(percentEncoded: false)
        guard stored.reading.ending != .complete else {
            Terminal.note("evidence in \(path)")
            return
        }
        Terminal.note("what was read until then is in \(path)")
        if stored.reading.hasApplicationFiles { Terminal.note("go on with: emrtd inspect --resume '\(path)'") }
    }

    /// A folder of its own below the user's state folder.
    ///
    /// Spec: XDG Base Directory Specification: `$XDG_STATE_HOME`, else `~/.local/state`.
    private static func stateFolder(for reading: ChipReading) -> URL {
        let home = FileManager.default.homeDirectoryForCurrentUser
        let base =
            Terminal.environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? EvidenceAccess.url($0) : nil }
            ?? home.appending(path: ".local/state", directoryHint: .isDirectory)
        let time = reading.startedAt.description.filter { $0 != ":" && $0 != "-" }
        let name = "\(time)-\(UUID().uuidString.prefix(8))"
        return base.appending(path: "emrtd/evidence/\(name)", directoryHint: .isDirectory)
    }
}

extension ChipReading {
    /// Whether anything was read that only an opened chip gives out.
    fileprivate var hasApplicationFiles: Bool {
        files.contains { file in
            guard file.file.application == .lds1 else { return false }
            switch file.outcome {
            case .read, .partial, .damaged: return true
            case .absent, .refused, .protected, .skipped: return false
            }
        }
    }
}
