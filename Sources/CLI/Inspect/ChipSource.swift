import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Evidence
import Foundation
import Inspection
import Issuing
import LDS
import MRZ
import PCSCTransport
import Standards

/// Where a chip is: on a reader, or simulated in this process.
enum ChipSource {
    case reader(named: String?, wait: Duration)
    case simulated(SimulatedChip)

    /// The options that `init` reads.
    static let options: [Option] =
        [
            .value("reader", "NAME", "the reader, by a part of its name (default: the one with a document on it)"),
            .value("wait", "SECONDS", "how long to wait for a document on the reader (default 60; 0: not at all)"),
            Option.value(
                "simulated", "PROFILE",
                "read a simulated chip instead: a profile as a JSON file, or a specimen (\(ProfileInput.specimenNames))"
            ).suggesting(ProfileInput.names),
        ] + MisbehaviourInput.options

    init(_ invocation: Invocation) throws {
        let misbehaviour = try MisbehaviourInput(invocation)
        guard let profile = invocation["simulated"] else {
            if let option = misbehaviour.option {
                throw UsageError("'--\(option)' goes with '--simulated'", command: invocation.command)
            }
            let seconds = try invocation.integer("wait", in: 0...86_400) ?? 60
            self = .reader(named: invocation["reader"], wait: .seconds(seconds))
            return
        }
        guard invocation["reader"] == nil, invocation["wait"] == nil else {
            throw UsageError("a simulated chip lies on no reader", command: invocation.command)
        }
        self = .simulated(try misbehaviour.chip(ProfileInput.document(profile)))
    }

    /// Reads the chip, with the progress on the terminal.
    ///
    /// - Parameters:
    ///   - detail: how much the trace holds.
    ///   - keep: given what there is after each file.
    /// - Returns: the reading, and a trace of it.
    func read(
        _ request: ReadRequest, tracing detail: Trace.Detail = .redacted,
        keep: @escaping (ChipReading) -> Void = { _ in }
    ) throws -> (ChipReading, Trace) {
        let (outcome, trace) = try perform(ReadTask(request: request, keep: keep), tracing: detail)
        return (outcome.reading, trace)
    }

    /// Reads the chip by a key out of a picture; where it refuses that, once more by another reading of the picture.
    ///
    /// - Returns: The reading, a trace of both tries, and what the picture says, with the second try.
    func read(
        _ request: ReadRequest, _ captured: CapturedMRZ, tracing detail: Trace.Detail = .redacted,
        keep: @escaping (ChipReading) -> Void = { _ in }
    ) throws -> (ChipReading, Trace, CapturedMRZ) {
        let (outcome, trace) = try perform(
            ReadTask(request: request, captured: captured, keep: keep), tracing: detail)
        return (outcome.reading, trace, outcome.captured ?? captured)
    }

    /// Finds out what the chip offers to everyone, with the progress on the terminal.
    func probe() throws -> ChipProbe {
        try perform(ProbeTask(), tracing: .redacted).0
    }

    /// Sets a blocked PIN free by the PUK, with the progress on the terminal.
    func unblockPIN(by puk: PACEPassword) throws -> PINUnblocking {
        try perform(UnblockTask(puk: puk), tracing: .redacted).0
    }

    private func perform<Job: ReaderTask>(_ task: Job, tracing detail: Trace.Detail) throws -> (Job.Outcome, Trace) {
        switch self {
        case .simulated(let chip):
            return Self.perform(task, on: SimulatedConnection(chip), "simulated chip", detail)
        case .reader(let name, let limit):
            defer { Terminal.endProgress() }
            let connection: PCSCConnection
            do { connection = try Self.open(name, waitingFor: limit) } catch let error as TransportError {
                throw CommandError("\(error)", hint: error.hint)
            }
            let reader = connection.readerName
            return Self.perform(task, on: connection, reader, detail)
        }
    }

    /// Waits in short pieces, so that Ctrl-C ends the wait.
    private static func open(_ name: String?, waitingFor limit: Duration) throws -> PCSCConnection {
        let deadline = ContinuousClock.now + limit
        var isFirst = true
        while true {
            if Interruption.isRequested { throw TransportError.cancelled }
            if name == nil { try requireOneDocument() }
            do {
                return try openAlone(name, within: isFirst ? .zero : .milliseconds(500))
            } catch {
                guard error == .noCard || error == .unresponsiveCard, deadline > .now else { throw error }
            }
            if isFirst { sayThatItWaits(for: limit) }
            isFirst = false
        }
    }

    /// A key or a PIN must not go to another document than was meant.
    private static func requireOneDocument() throws {
        let occupied = try PCSCContext().readers().filter { reader in
            if case .card = reader.content { true } else { false }
        }
        guard occupied.count > 1 else { return }
        throw CommandError(
            "documents lie on \(occupied.count) readers: \(occupied.map(\.name).joined(separator: ", "))",
            hint: "name the one that is meant by --reader NAME")
    }

    private static func sayThatItWaits(for limit: Duration) {
        if Terminal.showsProgress {
            Terminal.progress("waiting for a document on the reader …")
        } else {
            Terminal.note("waiting for a document on the reader, \(limit.components.seconds) s at most")
        }
    }

    /// Keeps other programs from the card, whose commands between ours would end the session and look like a wrong key.
    ///
    /// One that merely keeps the card open, as card middleware does, is put up with.
    private static func openAlone(_ name: String?, within limit: Duration) throws(TransportError) -> PCSCConnection {
        do {
            return try PCSCConnection.open(reader: name, waitingFor: limit, isExclusive: true)
        } catch {
            guard error == .sharingViolation else { throw error }
            return try PCSCConnection.open(reader: name)
        }
    }

    private static func perform<Job: ReaderTask>(
        _ task: Job, on connection: consuming some CardConnection & ~Copyable, _ name: String, _ detail: Trace.Detail
    ) -> (Job.Outcome, Trace) {
        let recorder = TraceRecorder(detail: detail, startedAt: .now, readerName: name)
        var reader = ChipReader(
            InterruptibleConnection(RecordingConnection(connection, into: recorder)), readerName: name,
            random: RecordingRandomSource(into: recorder))
        let outcome = task.perform(with: &reader)
        Terminal.endProgress()
        return (outcome, recorder.trace)
    }
}

/// Something to do with a reader, whatever its connection.
private protocol ReaderTask {
    associatedtype Outcome
    func perform<Connection: CardConnection & ~Copyable>(with reader: inout ChipReader<Connection>) -> Outcome
}

private struct ReadTask: ReaderTask {
    let request: ReadRequest
    /// The picture that the key comes from.
    var captured: CapturedMRZ?
    let keep: (ChipReading) -> Void

    func perform<Connection: CardConnection & ~Copyable>(
        with reader: inout ChipReader<Connection>
    ) -> (reading: ChipReading, captured: CapturedMRZ?) {
        var captured = captured
        let another = { (reading: ChipReading) -> MRZKeyInformation? in
            guard let other = captured?.retry(after: reading, request) else {
                if reading.access.refusedKey { captured?.tellUntried() }
                return nil
            }
            captured?.retry = other
            Terminal.endProgress()
            Terminal.note("the chip did not take the key; another reading of the picture is tried, once")
            return captured?.zone(in: other).keyInformation
        }
        let reading = reader.read(request, at: .now, orWith: another, progress: { $0.show() }, keep: keep)
        return (reading, captured)
    }
}

private struct ProbeTask: ReaderTask {
    func perform<Connection: CardConnection & ~Copyable>(with reader: inout ChipReader<Connection>) -> ChipProbe {
        reader.probe(at: .now) { $0.show() }
    }
}

private struct UnblockTask: ReaderTask {
    let puk: PACEPassword

    func perform<Connection: CardConnection & ~Copyable>(with reader: inout ChipReader<Connection>) -> PINUnblocking {
        reader.unblockPIN(by: puk, at: .now) { $0.show() }
    }
}
