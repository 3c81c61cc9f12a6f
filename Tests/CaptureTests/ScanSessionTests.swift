import Capture
import Glibc
import MRZ
import Testing

@Suite("Sessions: facts A19, A20, A22, A23, A26")
struct ScanSessionTests {
    static func session(_ reader: sending ScriptedReader, _ settings: ScanSettings = ScanSettings()) -> ScanSession {
        ScanSession(settings, reader: reader, clock: ContinuousClock())
    }

    @Test func `has an id of its own`() {
        let ids = Set((0..<50).map { _ in Self.session(ScriptedReader([])).id })
        #expect(ids.count == 50 && ids.allSatisfy { $0.count == 32 })
    }

    @Test func `does not mix frames of two sessions`() async throws {
        let (one, two) = (try #require(ScanVideo.zone()), try #require(ScanVideo.zone(ScanVideo.another)))
        let (first, second) = (Self.session(ScriptedReader([[one]])), Self.session(ScriptedReader([[two]])))
        for number in 0..<2 {
            let frame = try #require(ScanVideo.frame(number))
            _ = await first.process(frame)
            _ = await second.process(frame)
        }
        #expect(await first.result()?.zone.zone.lines == ScanVideo.specimen)
        #expect(await second.result()?.zone.zone.lines == ScanVideo.another)
    }

    @Test func `reads one frame at a time of a hundred that come at once`() async throws {
        let reader = ScriptedReader([[]]) { (_) throws(CaptureError) in usleep(500) }
        let session = Self.session(reader)
        let frame = try #require(ScanVideo.frame(0))
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { _ = await session.process(frame) } }
        }
        #expect(reader.askedCount == 100 && reader.mostRunning == 1)
    }

    @Test func `ends a frame soon after a cancellation, and goes on after it`() async throws {
        let zone = try #require(ScanVideo.zone())
        let reader = ScriptedReader([[zone]]) { (isCancelled) throws(CaptureError) in
            // A reader that would take ten minutes for a frame and asks between its stages.
            for _ in 0..<60_000 {
                guard !isCancelled() else { throw .cancelled }
                usleep(10_000)
            }
        }
        let session = Self.session(reader)
        let frame = try #require(ScanVideo.frame(0))
        async let result = session.process(frame)
        try await ContinuousClock().sleep(for: .milliseconds(100))
        session.cancel()
        let (status, error) = await (result.status, result.error)
        #expect(status == .cancelled && error == .cancelled)
        #expect(await session.scanningStatus == .cancelled)
        #expect(await session.process(frame).error == .cancelled)
        await session.resume()
        #expect(await session.scanningStatus == .sideInProgress)
    }

    @Test func `keeps what was read over a cancellation`() async throws {
        let zone = try #require(ScanVideo.zone())
        let session = Self.session(ScriptedReader([[zone]]))
        let frame = try #require(ScanVideo.frame(0))
        _ = await session.process(frame)
        session.cancel()
        #expect(await session.process(frame).error == .cancelled)
        await session.resume()
        #expect(await session.process(frame).status == .documentScanned)
    }

    @Test func `refuses frames after the end, and a reset after the result`() async throws {
        let zone = try #require(ScanVideo.zone())
        let session = Self.session(ScriptedReader([[zone]]))
        let frame = try #require(ScanVideo.frame(0))
        for _ in 0..<2 { _ = await session.process(frame) }
        #expect(await session.process(frame).error == .processedAfterDocumentScanned)
        try await session.reset()
        #expect(await session.scanningStatus == .sideInProgress)
        for _ in 0..<2 { _ = await session.process(frame) }
        #expect(await session.result()?.isComplete == true)
        await #expect(throws: ScanSessionError.resetAfterResultRetrieved) { try await session.reset() }
    }
}
