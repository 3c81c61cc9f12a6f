import CardTransport
import ChipReader
import Evidence
import Foundation
import LDS
import PCSCTransport
import Standards

/// The read of one document that was laid on one reader.
struct DocumentVisit {
    private let reader: String
    private let keys: DocumentKeys
    private let passwords: VisitPasswords
    private let request: ReadRequest
    private let out: URL?
    private let log: WatchLog

    init(
        _ reader: String, keys: DocumentKeys, passwords: VisitPasswords, request: ReadRequest, out: URL?, log: WatchLog
    ) {
        self.reader = reader
        self.keys = keys
        self.passwords = passwords
        self.request = request
        self.out = out
        self.log = log
    }

    /// Reads the document with the keys there are.
    ///
    /// - Returns: Whether it was read to its end, and kept where that is wanted.
    func read(_ connection: consuming PCSCConnection) -> Bool {
        let start = ContinuousClock.now
        log.begin(reader)
        let given: PasswordInput.Passwords
        do { given = try log.asking { try passwords.next(for: reader) } } catch {
            log.trouble(reader, (error as? CommandError)?.message ?? "\(error)")
            return false
        }
        let recorder = TraceRecorder(detail: .redacted, startedAt: .now, readerName: reader)
        var chip = ChipReader(
            InterruptibleConnection(RecordingConnection(connection, into: recorder)), readerName: reader,
            random: RecordingRandomSource(into: recorder))
        var stored = StoredReading(
            reading: ChipReading(startedAt: .now), component: "emrtd \(Program.version)",
            accessPolicy: request.accessPolicy.rawValue)
        let evidence = out.map(VisitEvidence.init)
        let candidates = keys.candidates()
        if candidates.isEmpty || !given.isEmpty || request.passwordOnReader != nil {
            var request = request
            request.password = given.password
            request.accessNumber = given.accessNumber
            // The lines of the only document that is expected are its own; of several nobody knows which.
            if keys.count == 1, let entry = candidates.first?.entry {
                request.key = entry.key
                stored.printedLines = entry.lines
            }
            stored.reading = read(&chip, request, stored, evidence)
        } else {
            for (index, entry) in candidates {
                var request = request
                request.key = entry.key
                stored.printedLines = entry.lines
                stored.reading = read(&chip, request, stored, evidence)
                guard stored.reading.isKeyRefused, !Interruption.isRequested else {
                    if stored.reading.access.used != nil { keys.note(used: index) }
                    break
                }
                stored.printedLines = []
            }
        }
        stored.trace = recorder.trace
        let place = keep(stored, evidence)
        log.end(reader, stored.reading, in: ContinuousClock.now - start, evidence: place)
        return stored.reading.ending == .complete && (out == nil || place != nil)
    }

    /// Reads with one key; what there is after each file is kept at once.
    private func read<Connection: CardConnection & ~Copyable>(
        _ chip: inout ChipReader<Connection>, _ request: ReadRequest, _ stored: StoredReading,
        _ evidence: VisitEvidence?
    ) -> ChipReading {
        chip.read(
            request, at: .now, progress: { [log, reader] in log.progress(reader, $0) },
            keep: { reading in
                var kept = stored
                kept.reading = reading
                _ = try? evidence?.write(kept)  // what fails here fails again at the end, and is told then
            })
    }

    /// Writes the evidence to its end; nil where none is wanted or it cannot be written.
    private func keep(_ stored: StoredReading, _ evidence: VisitEvidence?) -> String? {
        guard let evidence else { return nil }
        do {
            return try evidence.write(stored).path(percentEncoded: false)
        } catch {
            log.trouble(reader, "the evidence could not be written: \(error)")
            return nil
        }
    }
}

/// The folder of one visit's evidence, made when there is something to keep.
private final class VisitEvidence {
    private let parent: URL
    private var folder: EvidenceFolder?

    init(in parent: URL) {
        self.parent = parent
    }

    /// Writes a reading as it is now; returns where it is.
    func write(_ stored: StoredReading) throws(EvidenceError) -> URL {
        if let folder {
            try folder.write(stored)
            return folder.url
        }
        let time = stored.reading.startedAt.description.filter { $0 != ":" && $0 != "-" }
        let place = parent.appending(path: "\(time)-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        folder = try EvidenceFolder.create(place, with: stored)
        return place
    }
}

extension ChipReading {
    /// Whether the chip is still closed because the key was not its own, so that another may be tried.
    fileprivate var isKeyRefused: Bool {
        guard access.used == nil, let failure = access.failure, case .brokenOff(let reason) = ending else {
            return false
        }
        return reason.code == failure.code && reason.code != "transport"
    }
}
