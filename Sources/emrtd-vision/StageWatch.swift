#if Vision
    import Capture
    import Glibc
    import Vision

    /// How long the stages of one answer take.
    struct StageWatch {
        enum Stage { case decode, read, draw }

        private let start = Self.milliseconds(CLOCK_MONOTONIC)
        private let processorStart = Self.milliseconds(CLOCK_PROCESS_CPUTIME_ID)
        private var last = Self.milliseconds(CLOCK_MONOTONIC)
        private var spent: [Stage: Double] = [:]
        private var steps = (find: 0.0, recognise: 0.0, decide: 0.0)

        /// Counts the time since the last call for a stage.
        mutating func end(_ stage: Stage) {
            let now = Self.milliseconds(CLOCK_MONOTONIC)
            spent[stage, default: 0] += now - last
            last = now
        }

        /// Counts the time since the last call for the steps of reading.
        mutating func endReading(_ times: ReadingTimes) {
            steps.find += Self.milliseconds(times.finding)
            steps.recognise += Self.milliseconds(times.recognising)
            steps.decide += Self.milliseconds(times.deciding)
            end(.read)
        }

        var stages: CaptureAnswer.Stages {
            CaptureAnswer.Stages(
                decode: spent[.decode] ?? 0, find: steps.find, recognise: steps.recognise, decide: steps.decide,
                draw: spent[.draw] ?? 0, total: last - start,
                processor: Self.milliseconds(CLOCK_PROCESS_CPUTIME_ID) - processorStart)
        }

        private static func milliseconds(_ clock: clockid_t) -> Double {
            var time = timespec()
            clock_gettime(clock, &time)
            return Double(time.tv_sec) * 1e3 + (Double(time.tv_nsec) / 1e3).rounded() / 1e3
        }

        private static func milliseconds(_ time: Duration) -> Double { (time / .microseconds(1)).rounded() / 1e3 }
    }
#endif
