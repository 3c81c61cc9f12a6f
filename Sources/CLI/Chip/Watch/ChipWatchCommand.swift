import CardTransport
import ChipReader
import Dispatch
import Foundation
import LDS
import PCSCTransport
import Synchronization

extension Command {
    static let chipWatch = Command(
        "chip", "watch",
        summary: "read each document that is laid down, on all readers at once",
        discussion: """
            Every reader is attended, those too that are plugged in later; documents on different readers are read at the \
            same time. Each is read once and may then be taken away.
            The keys come from the printed lines: those of one document, or of all that will come, apart by an empty line. \
            On each chip the keys that have opened none yet are tried first, four at most, since wrong keys make chips \
            slow. With --can - or --pin-file - the password of each document is asked for when it is there; a PIN that is \
            the same for all would cost other documents their tries, and goes with --count 1 only. The terminal's \
            certificates and key are the same for all. Where a document is taken away too soon, its read goes on when it lies there again.
            With --out, the evidence of each read goes into a new folder in DIR; 'emrtd verify' judges it. Ctrl-C ends the \
            reads that are going on, keeps what they have, and leaves the documents reset.

            The exit status is 0 where every document was read to its end, 2 where one was not, 3 where no reader could be \
            attended.
            """,
        options: ReadOptions.options + [
            .value("reader", "NAME", "attend only the readers with this in their name"),
            .value("out", "DIR", "keep each read as evidence, in a new folder of its own in DIR"),
            .value("count", "N", "end after so many documents"),
            .value("seconds", "N", "end after so much time"),
            .flag("json", "print one line of JSON for each thing that happens"),
        ],
        examples: [
            Example(
                "emrtd chip watch --mrz-file lines.txt --out evidence",
                "every document that comes, kept as evidence")
        ]
    ) { invocation in
        let keys =
            if let path = invocation["mrz-file"] {
                try DocumentKeys(text: InputText.read(path))
            } else if let text = invocation["mrz"] {
                try DocumentKeys(text: text == "-" ? InputText.read("-") : text)
            } else {
                DocumentKeys(try AccessKeyInput(invocation, isOptional: true))
            }
        let limit = try invocation.integer("count", in: 1...1_000_000)
        let passwords = try PasswordInput(invocation)
        if let kind = passwords.countedForAll, limit != 1 {
            throw UsageError(
                "one \(kind.name) for every document would cost others a try of theirs",
                hint: "give '-' as the file to be asked for each, or read one document with '--count 1'.",
                command: invocation.command)
        }
        var request = try ReadOptions.request(invocation)
        request.passwordOnReader = passwords.onReader
        let watch = ChipWatch(
            keys: keys, passwords: try VisitPasswords(passwords), request: request,
            out: invocation["out"].map(EvidenceAccess.url), log: WatchLog(isJSON: invocation[flag: "json"]),
            limit: limit)
        let seconds = try invocation.integer("seconds", in: 1...31_536_000)
        Interruption.install()
        return try watch.run(ReaderAttendance(name: invocation["reader"]), for: seconds.map { .seconds($0) })
    }
}

/// Attends readers until it is told to end, and reads what is laid on them.
private final class ChipWatch: Sendable {
    private let keys: DocumentKeys
    private let passwords: VisitPasswords
    private let request: ReadRequest
    private let out: URL?
    private let log: WatchLog
    private let limit: Int?
    private let counts = Mutex((begun: 0, whole: 0, broken: 0))
    private let failure = Mutex<(any Error)?>(nil)

    init(
        keys: DocumentKeys, passwords: VisitPasswords, request: ReadRequest, out: URL?, log: WatchLog, limit: Int?
    ) {
        self.keys = keys
        self.passwords = passwords
        self.request = request
        self.out = out
        self.log = log
        self.limit = limit
    }

    func run(_ attendance: ReaderAttendance, for duration: Duration?) throws -> ExitStatus {
        let ended = DispatchSemaphore(value: 0)
        let task = Task.detached { [self] in
            defer { ended.signal() }
            do {
                try await attendance.run(report: { self.log.note($0) }, visit: { self.visit($0) })
            } catch {
                failure.withLock { $0 = error }
            }
        }
        let deadline = duration.map { ContinuousClock.now + $0 }
        while ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            if Interruption.isRequested || isDone || Terminal.lostOutput != nil || deadline.map({ $0 < .now }) == true {
                task.cancel()
            }
        }
        try Terminal.requireOutput()
        if let error = failure.withLock({ $0 }), !(error is CancellationError) {
            guard let error = error as? TransportError else { throw error }
            guard error == .cancelled else { throw CommandError("\(error)", hint: error.hint) }
        }
        return counts.withLock { $0.broken } > 0 ? .undecided : .success
    }

    private var isDone: Bool {
        guard let limit else { return false }
        return counts.withLock { $0.whole + $0.broken } >= limit
    }

    /// Reads one document.
    private func visit(_ connection: consuming PCSCConnection) {
        let mayBegin = counts.withLock { counts in
            guard limit.map({ counts.begun < $0 }) != false, !Interruption.isRequested else { return false }
            counts.begun += 1
            return true
        }
        guard mayBegin else { return }
        let visit = DocumentVisit(
            connection.readerName, keys: keys, passwords: passwords, request: request, out: out, log: log)
        let isWhole = visit.read(connection)
        counts.withLock { counts in
            if isWhole { counts.whole += 1 } else { counts.broken += 1 }
        }
    }
}
