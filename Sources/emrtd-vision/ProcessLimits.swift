import Glibc
import Vision

/// What this process may use, whatever a picture makes a codec do.
enum ProcessLimits {
    /// Limits memory, forbids core files, which would hold a face, and lets go of whatever the program that started this
    /// one left open.
    static func apply() {
        for descriptor: Int32 in 3..<1024 { close(descriptor) }
        set(RLIMIT_AS, rlim_t(WorkerLimits.byteCount))
        // One byte: with 0 a kernel that pipes core files to a program would still do so.
        set(RLIMIT_CORE, 1)
        // Nothing is written to files here.
        set(RLIMIT_FSIZE, 0)
    }

    /// Allows the next picture its time; what earlier ones used does not count.
    static func renewTime() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        var limit = rlimit()
        getrlimit(resource(RLIMIT_CPU), &limit)
        limit.rlim_cur = min(rlim_t(max(used, 0)) + rlim_t(WorkerLimits.processorSeconds) + 1, limit.rlim_max)
        setrlimit(resource(RLIMIT_CPU), &limit)
    }

    private static func set(_ kind: __rlimit_resource, _ value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(resource(kind), &limit)
    }

    private static func resource(_ kind: __rlimit_resource) -> __rlimit_resource_t {
        __rlimit_resource_t(kind.rawValue)
    }
}
