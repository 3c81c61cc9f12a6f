import Foundation
import FrameSources
import Testing

@Suite("Live sources: the newest frame wins")
struct NewestFramesTests {
    @Test func `drops frames of a stream for one who is slow, and is never behind`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let source = FrameStream(descriptor: reading, ownsDescriptor: true)
        let newest = NewestFrames(source)
        let writer = Thread {
            let stream = FrameStreamParserTests.y4m(width: 320, height: 240, count: 60)
            let header = stream.count - 60 * (6 + 320 * 240)
            var start = 0
            for number in 0..<60 {
                let end = header + (number + 1) * (6 + 320 * 240)
                var rest = stream[start..<end]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
                    guard count > 0 else { break }
                    rest = rest.dropFirst(count)
                }
                start = end
                usleep(5000)
            }
            close(writing)
        }
        writer.start()
        var sequences: [Int] = []
        while let frame = try newest.next() {
            sequences.append(frame.sequence)
            usleep(40_000)
        }
        #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
        #expect(sequences.count < 40)
        #expect(sequences.last == 59)
        #expect(newest.droppedCount == 60 - sequences.count)
        #expect(try newest.next() == nil)
    }

    @Test func `lets go of a source that hangs, as soon as nobody wants it`() throws {
        let start = ContinuousClock.now
        let isWanted: @Sendable () -> Bool = { ContinuousClock.now - start < .milliseconds(300) }
        let hanging = DispatchSemaphore(value: 0)
        defer { hanging.signal() }
        let newest = NewestFrames(
            isCancelled: { !isWanted() },
            opening: { () throws(FrameError) in
                hanging.wait()
                throw .noCamera
            })
        #expect(throws: FrameError.cancelled) { try newest.next() }
        // The wish came after 300 ms; 150 ms are allowed, and a busy machine far more. It would hang for ever.
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func `tells why a source cannot be opened`() throws {
        let newest = NewestFrames { () throws(FrameError) in throw .busy(path: "/dev/video9") }
        #expect(throws: FrameError.busy(path: "/dev/video9")) { try newest.next() }
    }

    @Test func `a stream that is no live source drops none`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "emrtd-stream-\(UUID().uuidString).y4m")
        try Data(FrameStreamParserTests.y4m(width: 64, height: 48, count: 20)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = try FrameStream(path: file.path(percentEncoded: false))
        var count = 0
        while try stream.next() != nil { count += 1 }
        #expect(count == 20 && stream.droppedCount == 0 && !stream.endedEarly)
    }

    @Test func `waits for a FIFO with an end`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "emrtd-fifo-\(UUID().uuidString)")
            .path(percentEncoded: false)
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        var limits = FrameLimits()
        limits.patience = .milliseconds(150)
        let stream = try FrameStream(path: path, limits: limits)
        #expect(throws: FrameError.stalled(.milliseconds(150))) { try stream.next() }
    }

    @Test func `hands on what went wrong`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "emrtd-stream-\(UUID().uuidString)")
        try Data("no stream at all".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let newest = NewestFrames(try FrameStream(path: file.path(percentEncoded: false)))
        for _ in 0..<2 { #expect(throws: FrameError.notAStream) { try newest.next() } }
    }
}
