import CardTransport
import ChipReader
import Cryptography
import Testing

@Suite("Random bytes of a recorded read")
struct TraceRandomSourceTests {
    @Test
    func `are handed out again in their order, then zeros`() throws {
        let recorder = TraceRecorder(detail: .full)
        var recording = RecordingRandomSource(into: recorder)
        let (first, second) = (recording.bytes(8), recording.bytes(16))

        var replayed = try ReplayedRandomSource(recorder.trace)
        #expect(replayed.bytes(8) == first)
        #expect(replayed.bytes(10) == Array(second.prefix(10)))
        #expect(replayed.bytes(8) == Array(second.suffix(6)) + [0, 0])
    }

    @Test
    func `are not in a redacted trace`() {
        let recorder = TraceRecorder()
        var recording = RecordingRandomSource(into: recorder)
        _ = recording.bytes(8)

        #expect(recorder.trace.events == [.random(.count(8))])
        #expect(throws: TraceError.redacted) { try ReplayedRandomSource(recorder.trace) }
    }
}
