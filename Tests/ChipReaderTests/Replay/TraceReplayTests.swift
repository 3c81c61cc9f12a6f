import CardTransport
import ChipReader
import ChipSimulator
import Issuing
import LDS
import MRZ
import Standards
import Testing

@Suite("Replaying a recorded read")
struct TraceReplayTests {
    private static let startedAt = Timestamp(secondsSince1970: 1_750_000_000)

    /// Reads the specimen from a simulated chip, and writes all of it down.
    private static func record(
        _ request: ReadRequest, incidents: [WireIncident] = [], maximumCommandByteCount: Int = 65_544
    ) throws -> (ChipReading, Trace) {
        let chip = SimulatedConnection(
            SimulatedChip(try Specimen.utopia()), incidents: incidents,
            maximumCommandByteCount: maximumCommandByteCount)
        let recorder = TraceRecorder(detail: .full, startedAt: startedAt, readerName: "simulated")
        var reader = ChipReader(
            RecordingConnection(chip, into: recorder), readerName: "simulated",
            random: RecordingRandomSource(into: recorder))
        return (reader.read(request, at: startedAt), recorder.trace)
    }

    private static func request() throws -> ReadRequest {
        ReadRequest(key: try Specimen.utopia().keyInformation)
    }

    /// A reading without what no two reads share.
    private static func withoutTimes(_ reading: ChipReading) -> ChipReading {
        var reading = reading
        for index in reading.steps.indices { reading.steps[index].duration = .zero }
        return reading
    }

    @Test(arguments: [
        [WireIncident](), [.pull(afterAPDU: 30)], [.pullDuring(apdu: 12)], [.reset(afterAPDU: 20)],
        [.flip(answer: 15, byte: 3, mask: 1)],
    ])
    func `delivers the same reading`(_ incidents: [WireIncident]) throws {
        let request = try Self.request()
        let (reading, trace) = try Self.record(request, incidents: incidents, maximumCommandByteCount: 261)
        let replay = try TraceReplay(Trace(fileContent: trace.fileContent), request: request)

        #expect(reading.ending == .complete)
        #expect(Self.withoutTimes(replay.reading) == Self.withoutTimes(reading))
        #expect(replay.isComplete)
    }

    @Test
    func `ends where the read would ask for something else`() throws {
        let (_, trace) = try Self.record(try Self.request())
        let other = try MRZKeyInformation(
            documentNumber: "L898902C", dateOfBirth: "690806", dateOfExpiry: "940623")
        let replay = try TraceReplay(trace, request: ReadRequest(key: other))

        #expect(!replay.isComplete)
        guard case .brokenOff(let reason) = replay.reading.ending else {
            Issue.record("the replay did not break off")
            return
        }
        #expect(reason.code.hasPrefix("notInTrace"))
    }

    @Test
    func `needs a full trace`() throws {
        let (_, trace) = try Self.record(try Self.request())
        let request = try Self.request()
        #expect(throws: TraceError.redacted) { try TraceReplay(trace.redacted, request: request) }
    }
}
