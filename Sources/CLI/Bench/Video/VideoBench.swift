import Foundation
import FrameSources
import Vision

/// The benchmark of videos.
struct VideoBench {
    private let path: String

    struct Result: Encodable {
        let name = "video"
        let frames: Int
        let width: Int
        let height: Int
        let framesPerSecond: Double
        let framesPerSecondWithoutDecoder: Double
        let framesPerWallSecond: Double
        let targetFramesPerSecond = 30
        let decoderMilliseconds: Double
        let workerMilliseconds: Double
        let programMilliseconds: Double
        /// From 1.
        let firstExactFrame: Int?
        let firstCompleteFrame: Int?
        let targetDelay = 10
        let documents: Int
        let workerMegabytesEarly: Int
        let workerMegabytes: Int
        let programMegabytesEarly: Int
        let programMegabytes: Int
    }

    init(path: String) { self.path = path }

    func run(frameCount: Int) throws -> Result {
        var worker = VisionWorker()
        do { _ = try worker.frame(.begin(agreeingFrameCount: 2), []) } catch {
            throw CommandError("\(error)", hint: error.hint)
        }
        let id = worker.processID ?? 0
        let start = ContinuousClock.now
        let (workerBefore, selfBefore, decoderBefore) = (
            ProcessFigures.seconds(of: id), ProcessFigures.ownSeconds, ProcessFigures.childrenSeconds
        )
        var (read, documents) = (0, 0)
        var size = (width: 0, height: 0)
        var first: FrameAnswer.Document?
        var early = (worker: 0, program: 0)
        while read < frameCount {
            let before = read
            let source = try open()
            while read < frameCount, let frame = try next(source) {
                let answer = try take(frame, &worker)
                read += 1
                size = (frame.width, frame.height)
                documents += answer.documents.count
                if first == nil { first = answer.documents.first { $0.isComplete } }
                if read == min(100, frameCount) {
                    early = (ProcessFigures.megabytes(of: id), ProcessFigures.megabytes(of: getpid()))
                }
            }
            guard read > before else { throw CommandError("'\(path)' holds no frame") }
        }
        let wall = ContinuousClock.now - start
        let seconds = Double(wall.components.seconds) + Double(wall.components.attoseconds) / 1e18
        let workerTime = ProcessFigures.seconds(of: id) - workerBefore
        let ownTime = ProcessFigures.ownSeconds - selfBefore
        let decoderTime = ProcessFigures.childrenSeconds - decoderBefore
        let late = (ProcessFigures.megabytes(of: id), ProcessFigures.megabytes(of: getpid()))
        let count = Double(read)
        return Result(
            frames: read, width: size.width, height: size.height,
            framesPerSecond: count / (workerTime + ownTime + decoderTime),
            framesPerSecondWithoutDecoder: count / (workerTime + ownTime), framesPerWallSecond: count / seconds,
            decoderMilliseconds: decoderTime / count * 1000, workerMilliseconds: workerTime / count * 1000,
            programMilliseconds: ownTime / count * 1000,
            firstExactFrame: try first.flatMap { try firstExact($0, &worker) },
            firstCompleteFrame: first.map { $0.last.sequence + 1 }, documents: documents,
            workerMegabytesEarly: early.worker, workerMegabytes: late.0, programMegabytesEarly: early.program,
            programMegabytes: late.1)
    }

    /// The first frame that shows the lines of a document by itself.
    private func firstExact(_ document: FrameAnswer.Document, _ worker: inout VisionWorker) throws -> Int? {
        let source = try open()
        while let frame = try next(source), frame.sequence <= document.last.sequence {
            guard let grey = frame.grey else { return nil }
            let request = CaptureRequest(
                longestSide: 0xFFFF, samples: .init(width: frame.width, height: frame.height))
            let answer = try worker.capture(request, grey)
            if answer.zones.contains(where: { $0.lines == document.zone.lines }) { return frame.sequence + 1 }
        }
        return nil
    }

    private func open() throws -> VideoFile {
        do { return try VideoFile(path: path) } catch { throw CommandError("\(error)", hint: error.hint) }
    }

    private func next(_ source: VideoFile) throws -> Frame? {
        do { return try source.next() } catch { throw CommandError("\(error)", hint: error.hint) }
    }

    private func take(_ frame: Frame, _ worker: inout VisionWorker) throws -> FrameAnswer {
        do {
            return try worker.frame(.frame(FrameRequest.Frame(frame)), frame.grey ?? frame.bytes)
        } catch { throw CommandError("\(error)", hint: error.hint) }
    }
}

/// What processes used, as the kernel counts it.
enum ProcessFigures {
    /// The CPU time of a process that runs.
    static func seconds(of id: Int32) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return 0 }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    static var ownSeconds: Double { used(by: RUSAGE_SELF.rawValue) }
    /// Of children that have ended.
    static var childrenSeconds: Double { used(by: RUSAGE_CHILDREN.rawValue) }

    private static func used(by who: some BinaryInteger) -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(who), &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    /// The memory that a process holds.
    static func megabytes(of id: Int32) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return (pages * sysconf(Int32(_SC_PAGESIZE))) >> 20
    }
}
