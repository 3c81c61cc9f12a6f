import Evidence
import Foundation
import LDS
import Standards

/// Where the evidence of a read goes: the folder the user names, or one of the program's own that is soon gone again.
struct EvidenceDestination {
    private let named: URL?
    private let resumed: EvidenceFolder?
    private let keeps: Bool

    /// The options that `init` reads.
    static let options: [Option] = [
        .value("out", "DIR", "keep what was read as evidence in this new folder"),
        .value("resume", "DIR", "go on with a broken-off read whose evidence is in this folder"),
        .flag("keep", "keep the evidence in the state folder, also of a complete read"),
    ]

    /// Looks whether the folder is free before anything is read.
    init(_ invocation: Invocation) throws {
        if invocation["out"] != nil, invocation["resume"] != nil {
            throw UsageError(
                "--out and --resume name two places for one evidence",
                hint: "a resumed read goes on in the folder of --resume.", command: invocation.command)
        }
        named = invocation["out"].map(EvidenceAccess.url)
        resumed = try invocation["resume"].map(EvidenceAccess.open)
        keeps = invocation[flag: "keep"]
        if let named { try EvidenceAccess.run { () throws(EvidenceError) in try EvidenceFolder.checkFree(named) } }
    }

    /// The broken-off reading to go on with.
    func earlier() throws -> StoredReading? {
        try resumed.map { folder in try EvidenceAccess.run { () throws(EvidenceError) in try folder.read() } }
    }

    /// Writes the evidence where it belongs, and says where that is.
    func keep(_ stored: StoredReading) throws {
        try EvidenceAccess.run { () throws(EvidenceError) in
            if let resumed {
                try resumed.write(stored)
                tell(stored, resumed.url)
            } else if let named {
                _ = try EvidenceFolder.create(named, with: stored)
                tell(stored, named)
            } else if keeps || (stored.reading.ending != .complete && stored.reading.hasApplicationFiles) {
                let folder = Self.stateFolder(for: stored.reading)
                _ = try EvidenceFolder.create(folder, with: stored)
                tell(stored, folder)
            }
        }
    }

    private func tell(_ stored: StoredReading, _ folder: URL) {
        let path = folder.path(percentEncoded: false)
        guard case .brokenOff(let reason) = stored.reading.ending else {
            Terminal.note("evidence in \(path)")
            return
        }
        Terminal.note("the read was broken off: \(reason.text)")
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
