import Foundation
import Inspection
import Report
import Standards
import Synchronization
import Trust

/// `verify --stream`: records on standard input, an answer a line on standard output.
enum StreamVerification {
    static let options: [Option] = [
        .flag("stream", "answer records of standard input, a line of JSON each, with a line each"),
        .value("jobs", "N", "with --stream: how many threads judge (default one for each core)"),
        .flag("reports", "with --stream: put the whole report into the answer to a reading"),
        .flag("brief", "with --stream: the verdict and what led to it, and no report (default)"),
        .flag("stats", "with --stream: say on standard error how many records there were, and how fast"),
    ]

    static func run(_ invocation: Invocation, _ judgement: JudgementOptions) throws -> ExitStatus {
        guard invocation.operands.isEmpty || invocation.operands == ["-"] else {
            throw UsageError("--stream reads standard input alone", command: invocation.command)
        }
        guard invocation[all: "report"].isEmpty else {
            throw UsageError("--report takes one reading, and a stream has many", command: invocation.command)
        }
        guard !(invocation[flag: "reports"] && invocation[flag: "brief"]) else {
            throw UsageError("--reports and --brief exclude each other", command: invocation.command)
        }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let jobs = try invocation.integer("jobs", in: 1...1024) ?? cores
        let lists = StreamLists(judgement.material)
        let settings = StreamJudge.Settings(
            trust: judgement.trust, component: .init(name: "emrtd", version: Program.version),
            holdsReports: invocation[flag: "reports"], usedLists: { lists.used(for: $0) })
        let start = ContinuousClock.now
        let (counts, failure) = try StreamPipeline(
            settings, .init(stop: StreamInterruption.watch(), jobs: jobs)
        ).run()
        if invocation[flag: "stats"] {
            Terminal.note(StreamStatistics(counts, ContinuousClock.now - start).text)
        }
        try judgement.material.requireAnswers()
        if let failure = lists.failure { throw failure }
        // Whoever closes the pipe early has what they wanted.
        guard failure == 0 || failure == EPIPE else {
            throw CommandError(
                "standard output takes nothing more, so the rest was left out: \(String(cString: strerror(failure)))")
        }
        guard !StreamInterruption.wasAsked else { throw CommandError("interrupted, so the rest was left out") }
        if counts.errors > 0 { return .failed }
        if counts.rejected > 0 { return .rejected }
        return counts.undecided > 0 ? .undecided : .success
    }
}

/// The lists that the reports of a stream name, looked up by any of its threads.
private final class StreamLists: Sendable {
    private let material: JudgementMaterial
    private let fault = Mutex<CommandError?>(nil)

    init(_ material: JudgementMaterial) { self.material = material }

    /// Why the store could not say for some report what it rests on; nil where it always could.
    var failure: CommandError? { fault.withLock { $0 } }

    func used(for report: InspectionReport) -> [InspectionReport.TrustList] {
        do {
            return try material.lists + material.sources(usedFor: report).map(InspectionReport.TrustList.init)
        } catch {
            fault.withLock { $0 = $0 ?? error }
            return material.lists
        }
    }
}

/// What `--stats` says.
struct StreamStatistics {
    let text: String

    init(_ counts: StreamCounts, _ duration: Duration) {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        let elapsed = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        func rounded(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
        text = """
            stats: records \(counts.all), accepted \(counts.accepted), undecided \(counts.undecided), \
            rejected \(counts.rejected), errors \(counts.errors), \
            \(Int(Double(counts.all) / max(elapsed, 0.001))) a second, \(rounded(elapsed)) s, CPU \(rounded(cpu)) s, \
            peak memory \(usage.ru_maxrss / 1024) MiB, signers known \(counts.repeated)
            """
    }
}
