#if Vision
    import Glibc
    import Vision

    /// How long the stages of one answer take.
    struct StageWatch {
        enum Stage { case decode, read, draw }

        private let start = Self.milliseconds(CLOCK_MONOTONIC)
        private let processorStart = Self.milliseconds(CLOCK_PROCESS_CPUTIME_ID)
        private var last = Self.milliseconds(CLOCK_MONOTONIC)
        private var spent: [Stage: Double] = [:]

        /// Counts the time since the last call for a stage.
        mutating func end(_ stage: Stage) {
            let now = Self.milliseconds(CLOCK_MONOTONIC)
            spent[stage, default: 0] += now - last
            last = now
        }

        var stages: CaptureAnswer.Stages {
            CaptureAnswer.Stages(
                decode: spent[.decode] ?? 0, read: spent[.read] ?? 0, draw: spent[.draw] ?? 0, total: last - start,
                processor: Self.milliseconds(CLOCK_PROCESS_CPUTIME_ID) - processorStart)
        }

        private static func milliseconds(_ clock: clockid_t) -> Double {
            var time = timespec()
            clock_gettime(clock, &time)
            return Double(time.tv_sec) * 1e3 + (Double(time.tv_nsec) / 1e3).rounded() / 1e3
        }
    }
#endif
