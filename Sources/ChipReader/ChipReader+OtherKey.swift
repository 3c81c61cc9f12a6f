import AccessControl
public import LDS
public import MRZ
public import Standards

extension ChipReader where Connection: ~Copyable {
    /// Reads the chip, and where it was not opened, once more with another key.
    ///
    /// Before the second read the chip is reset, so that it stands as if nothing had been tried. What it costs and why the
    /// first key was not taken stays in the reading.
    ///
    /// - Parameter another: Given the reading that did not open the chip: the key to try, or nil to leave it at that.
    public mutating func read(
        _ request: ReadRequest, at startedAt: Timestamp, orWith another: (ChipReading) -> MRZKeyInformation?,
        progress: @escaping (ReadProgress) -> Void = { _ in }, keep: @escaping (ChipReading) -> Void = { _ in }
    ) -> ChipReading {
        let first = read(request, at: startedAt, progress: progress, keep: keep)
        guard first.access.used == nil, let reason = first.access.failure, let key = another(first) else {
            return first
        }
        leavePACE()
        var request = request
        request.key = key
        var second = read(request, at: startedAt, progress: progress, keep: keep)
        let isTold = first.access.attempts.contains { $0.reason == reason }
        let told = isTold ? [] : [AccessAttempt(method: .bac, reason: reason)]
        second.access.attempts = first.access.attempts + told + second.access.attempts
        second.steps = first.steps + second.steps
        second.remarks.append(Remark.keyReread)
        return second
    }
}
