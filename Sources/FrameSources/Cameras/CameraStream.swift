import Glibc

/// The frames of a camera as they come; `NewestFrames` around it keeps who asks from falling behind.
public final class CameraStream: FrameSource {
    public let path: String
    /// What the camera was set to.
    public let format: CameraFormat
    public let droppedCount = 0
    public let endedEarly = false
    private var device: any VideoDevice
    private let patience: Duration
    private let isCancelled: @Sendable () -> Bool
    private var sequence = 0

    /// Opens a camera, sets its best format and starts it.
    ///
    /// - Parameters:
    ///   - path: The device; nil takes the first camera.
    ///   - isCancelled: Asked every 50 ms while waiting.
    public convenience init(
        path: String?, limits: FrameLimits = FrameLimits(), isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(FrameError) {
        var place = path
        if place == nil {
            let (cameras, failures) = Camera.list()
            guard let first = cameras.first else { throw failures.first ?? .noCamera }
            place = first.path
        }
        try self.init(path: place ?? "", limits: limits, isCancelled: isCancelled) { (path) throws(DeviceFailure) in
            try KernelVideoDevice(path: path)
        }
    }

    package init(
        path: String, limits: FrameLimits, isCancelled: @escaping @Sendable () -> Bool = { false },
        open: (String) throws(DeviceFailure) -> any VideoDevice
    ) throws(FrameError) {
        let formats: (known: [CameraFormat], other: [String])
        var device: any VideoDevice
        do throws(DeviceFailure) {
            device = try open(path)
            guard try device.description().isCapturing else { throw DeviceFailure("capability", ENOTTY) }
            formats = try device.formats()
        } catch {
            throw .device(path, error.step, error.error)
        }
        let offered = formats.known.filter { $0.width * $0.height <= limits.pixelCount }
        guard let best = CameraFormat.best(of: offered) else {
            throw .noFormat(path: path, offered: formats.other)
        }
        do throws(DeviceFailure) {
            format = try device.set(best)
            try device.start()
        } catch {
            throw .device(path, error.step, error.error)
        }
        self.path = path
        self.device = device
        patience = min(limits.patience, .seconds(10))
        self.isCancelled = isCancelled
    }

    public func next() throws(FrameError) -> Frame? {
        let deadline = ContinuousClock.now + patience
        while true {
            guard !isCancelled() else { throw .cancelled }
            let filled: (bytes: [UInt8], time: Duration, sequence: Int)?
            do throws(DeviceFailure) { filled = try device.next(within: .milliseconds(50)) } catch {
                throw .device(path, error.step, error.error)
            }
            // A buffer that is not whole is left out, as cameras give them when they start.
            if let filled, let frame = frame(filled.bytes, filled.time) { return frame }
            guard ContinuousClock.now < deadline else { throw .stalled(patience) }
        }
    }

    private func frame(_ bytes: [UInt8], _ time: Duration) -> Frame? {
        guard
            let frame = Frame(
                width: format.width, height: format.height, format: format.pixelFormat, bytes: bytes, time: time,
                sequence: sequence)
        else { return nil }
        sequence += 1
        return frame
    }
}
