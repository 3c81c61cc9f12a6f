import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Evidence
import Foundation
import Issuing
import LDS
import PCSCTransport
import Standards

/// Where a chip is: on a reader, or simulated in this process.
enum ChipSource {
    case reader(named: String?)
    case simulated(SimulatedChip)

    /// The options that `init` reads.
    static let options: [Option] =
        [
            .value("reader", "NAME", "the reader, by a part of its name (default: the one with a document on it)"),
            .value(
                "simulated", "PROFILE",
                "read a simulated chip instead: a profile as a JSON file, or a specimen (\(ProfileInput.specimenNames))"
            ),
        ] + MisbehaviourInput.options

    init(_ invocation: Invocation) throws {
        let misbehaviour = try MisbehaviourInput(invocation)
        guard let profile = invocation["simulated"] else {
            if let option = misbehaviour.option {
                throw UsageError("'--\(option)' goes with '--simulated'", command: invocation.command)
            }
            self = .reader(named: invocation["reader"])
            return
        }
        guard invocation["reader"] == nil else {
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
        try perform(ReadTask(request: request, keep: keep), tracing: detail)
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
        case .reader(let name):
            if Terminal.showsProgress { Terminal.progress("waiting for a document on the reader …") }
            defer { Terminal.endProgress() }
            let connection: PCSCConnection
            do { connection = try Self.open(name, waitingFor: .seconds(60)) } catch {
                throw CommandError("\(error)", hint: error.hint)
            }
            let reader = connection.readerName
            return Self.perform(task, on: connection, reader, detail)
        }
    }

    /// Waits in short pieces, so that Ctrl-C ends the wait.
    private static func open(
        _ name: String?, waitingFor limit: Duration
    ) throws(TransportError) -> PCSCConnection {
        let deadline = ContinuousClock.now + limit
        while true {
            if Interruption.isRequested { throw .cancelled }
            do { return try openAlone(name) } catch {
                guard error == .noCard || error == .unresponsiveCard, deadline > .now else { throw error }
            }
        }
    }

    /// Keeps other programs from the card, whose commands between ours would end the session and look like a wrong key.
    ///
    /// One that merely keeps the card open, as card middleware does, is put up with.
    private static func openAlone(_ name: String?) throws(TransportError) -> PCSCConnection {
        do {
            return try PCSCConnection.open(reader: name, waitingFor: .milliseconds(500), isExclusive: true)
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
    let keep: (ChipReading) -> Void

    func perform<Connection: CardConnection & ~Copyable>(with reader: inout ChipReader<Connection>) -> ChipReading {
        reader.read(request, at: .now, progress: { $0.show() }, keep: keep)
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
