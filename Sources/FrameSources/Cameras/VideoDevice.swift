/// What a capture device of Video4Linux can be asked, one call each; the kernel's error numbers are thrown.
package protocol VideoDevice {
    /// What the device says of itself.
    mutating func description() throws(DeviceFailure) -> VideoDeviceDescription
    /// The formats that are read here, with their sizes, and the names of those that are not.
    mutating func formats() throws(DeviceFailure) -> (known: [CameraFormat], other: [String])
    /// Sets a format; the device may choose another size.
    mutating func set(_ format: CameraFormat) throws(DeviceFailure) -> CameraFormat
    /// Begins to fill buffers.
    mutating func start() throws(DeviceFailure)
    /// The bytes of the next buffer and when it was filled; nil where none came within `timeout`.
    mutating func next(within timeout: Duration) throws(DeviceFailure) -> (
        bytes: [UInt8], time: Duration, sequence: Int
    )?
}

/// A call that failed: which one, and the system's error number.
package struct DeviceFailure: Error, Hashable, Sendable {
    let step: String
    let error: Int32

    package init(_ step: String, _ error: Int32) {
        self.step = step
        self.error = error
    }
}

/// What a device says of itself.
package struct VideoDeviceDescription: Hashable, Sendable {
    let name: String
    let bus: String
    /// Whether it gives pictures by streaming; the second node of a camera gives metadata only.
    let isCapturing: Bool

    package init(name: String, bus: String, isCapturing: Bool) {
        self.name = name
        self.bus = bus
        self.isCapturing = isCapturing
    }
}
