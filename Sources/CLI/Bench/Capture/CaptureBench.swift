import Foundation
import Standards
import Vision

/// The benchmark of capture: every picture of a folder goes to the worker, as those of `emrtd mrz scan` do.
struct CaptureBench {
    let folder: String
    let truths: [CaptureTruth]
    let reference: Timestamp

    /// What is printed as JSON.
    struct Result: Encodable {
        let name = "capture"
        let tally: CaptureTally
        let processor: [CaptureTimes.SizeClass]
        /// Processor time of a worker from its start until a first, empty picture was looked at.
        let startMilliseconds: Double
        /// The most memory that the worker held, in KiB.
        let peakMemory: Int
    }

    /// The list that tells what the pictures show.
    static let list = "ground-truth.tsv"

    /// - Parameter limit: How many pictures at most, the first of the list; nil for all.
    init(folder: String, limit: Int?, reference: Timestamp) throws {
        self.folder = folder
        self.reference = reference
        let path = "\(folder)/\(Self.list)"
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw CommandError(
                "'\(path)' cannot be read", hint: "a folder of pictures comes with a list of what they show")
        }
        do { truths = Array(try CaptureTruth.list(MRZInput.text([UInt8](bytes))).prefix(limit ?? .max)) } catch {
            throw CommandError("'\(path)': \(error.message)")
        }
    }

    func run() throws -> Result {
        let start = try Self.start()
        var worker = VisionWorker()
        var tally = CaptureTally()
        var times = CaptureTimes()
        var peak = 0
        for (number, truth) in truths.enumerated() {
            ProgressLine(
                step: "\(truth.file): \(tally.all.exact) of \(tally.all.zones) exact",
                fraction: Double(number) / Double(truths.count)
            ).show()
            guard let picture = FileManager.default.contents(atPath: "\(folder)/\(truth.file)") else {
                throw CommandError("'\(folder)/\(truth.file)' cannot be read")
            }
            // A new worker loads its networks with the first picture: that time is told apart.
            if worker.processID == nil { try Self.warm(&worker) }
            let before = worker.processID.map(ProcessUse.milliseconds) ?? 0
            do {
                let answer = try worker.capture(CaptureRequest(), [UInt8](picture))
                if let id = worker.processID {
                    times.count(
                        pixels: answer.width * answer.height, milliseconds: ProcessUse.milliseconds(of: id) - before)
                    peak = max(peak, ProcessUse.peakMemory(of: id))
                }
                tally.count(truth, answer.zones.map(reading))
            } catch {
                tally.count(truth, failure: "\(error)")
            }
        }
        Terminal.endProgress()
        return Result(tally: tally, processor: times.classes, startMilliseconds: start, peakMemory: peak)
    }

    private func reading(_ zone: CaptureAnswer.Zone) -> CaptureReading {
        CaptureReading(lines: zone.lines, result: zone.result(asOf: reference), confidence: zone.confidence)
    }

    /// Processor time of a worker until it has looked at an empty picture, in milliseconds.
    private static func start() throws -> Double {
        var worker = VisionWorker()
        try warm(&worker)
        return worker.processID.map { (ProcessUse.milliseconds(of: $0) * 10).rounded() / 10 } ?? 0
    }

    private static func warm(_ worker: inout VisionWorker) throws {
        let side = 64
        do {
            _ = try worker.capture(
                CaptureRequest(samples: .init(width: side, height: side)),
                [UInt8](repeating: 0x80, count: side * side))
        } catch {
            throw CommandError("\(error)", hint: error.hint)
        }
    }
}

/// What another process of this machine has used.
private enum ProcessUse {
    /// Processor time of all its threads, in milliseconds.
    static func milliseconds(of id: Int32) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// The most memory that it held, in KiB.
    static func peakMemory(of id: Int32) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return 0 }
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
