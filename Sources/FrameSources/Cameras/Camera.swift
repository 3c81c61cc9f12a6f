import Glibc

/// A camera that is attached.
public struct Camera: Hashable, Sendable {
    /// Its device: `/dev/video0`.
    public let path: String
    /// What it calls itself.
    public let name: String
    /// Where it is plugged in.
    public let bus: String
    /// The formats that are read here.
    public let formats: [CameraFormat]
    /// The one that is used.
    public var best: CameraFormat? { CameraFormat.best(of: formats) }

    /// The cameras of this machine, and the devices that cannot be asked, with the reason.
    ///
    /// Devices that give no pictures, as the second node of most cameras, are left out.
    public static func list() -> (cameras: [Camera], failures: [FrameError]) { list(in: "/dev") }

    static func list(in folder: String) -> (cameras: [Camera], failures: [FrameError]) {
        var cameras: [Camera] = []
        var failures: [FrameError] = []
        for number in 0..<64 {
            let path = "\(folder)/video\(number)"
            guard access(path, F_OK) == 0 else { continue }
            do throws(FrameError) { cameras.append(try Camera(path: path)) } catch {
                if case .notACamera = error { continue }
                failures.append(error)
            }
        }
        return (cameras, failures)
    }

    /// Asks one device.
    public init(path: String) throws(FrameError) {
        try self.init(path: path) { (path) throws(DeviceFailure) in try KernelVideoDevice(path: path) }
    }

    package init(path: String, open: (String) throws(DeviceFailure) -> any VideoDevice) throws(FrameError) {
        do throws(DeviceFailure) {
            var device = try open(path)
            let description = try device.description()
            guard description.isCapturing else { throw DeviceFailure("capability", ENOTTY) }
            self.path = path
            name = description.name
            bus = description.bus
            formats = try device.formats().known
        } catch {
            throw .device(path, error.step, error.error)
        }
    }
}
