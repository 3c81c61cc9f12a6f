internal import CVideo4Linux
import Glibc

/// A capture device of the kernel, streaming into memory that is shared with it.
final class KernelVideoDevice: VideoDevice {
    private let descriptor: Int32
    private var buffers: [UnsafeMutableRawBufferPointer] = []
    private var isStreaming = false
    private let type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    private let memory = V4L2_MEMORY_MMAP.rawValue

    private static let bufferCount: UInt32 = 4
    /// More formats and sizes than any camera has.
    private static let listLimit: UInt32 = 128

    init(path: String) throws(DeviceFailure) {
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw DeviceFailure("open", errno) }
    }

    deinit {
        if isStreaming {
            var kind = Int32(type)
            _ = cvideo_stop(descriptor, &kind)
        }
        for buffer in buffers { munmap(buffer.baseAddress, buffer.count) }
        close(descriptor)
    }

    private func check(_ step: String, _ error: Int32) throws(DeviceFailure) {
        guard error == 0 else { throw DeviceFailure(step, error) }
    }

    func description() throws(DeviceFailure) -> VideoDeviceDescription {
        var capability = v4l2_capability()
        try check("capability", cvideo_capability(descriptor, &capability))
        let isOfNode = capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        let abilities = isOfNode ? capability.device_caps : capability.capabilities
        let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        return VideoDeviceDescription(
            name: Self.text(capability.card), bus: Self.text(capability.bus_info),
            isCapturing: abilities & needed == needed)
    }

    private static func text<Bytes>(_ bytes: Bytes) -> String {
        withUnsafeBytes(of: bytes) { raw in
            String(
                decoding: raw.prefix { $0 != 0 }.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }, as: UTF8.self
            )
        }
    }

    func formats() throws(DeviceFailure) -> (known: [CameraFormat], other: [String]) {
        var known: [CameraFormat] = []
        var other: [String] = []
        for index in 0..<Self.listLimit {
            var format = v4l2_fmtdesc()
            format.index = index
            format.type = type
            let error = cvideo_next_format(descriptor, &format)
            if error == EINVAL { break }  // the end of the list
            try check("formats", error)
            if let kind = Frame.PixelFormat.allCases.first(where: { CameraFormat.code(of: $0) == format.pixelformat }) {
                known += try sizes(of: kind)
            } else {
                other.append(CameraFormat.name(of: format.pixelformat))
            }
        }
        return (known, other)
    }

    private func sizes(of kind: Frame.PixelFormat) throws(DeviceFailure) -> [CameraFormat] {
        var formats: [CameraFormat] = []
        for index in 0..<Self.listLimit {
            var size = v4l2_frmsizeenum()
            size.index = index
            size.pixel_format = CameraFormat.code(of: kind)
            guard cvideo_next_size(descriptor, &size) == 0 else { break }
            guard size.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
                let most = (Int(size.stepwise.max_width), Int(size.stepwise.max_height))
                formats.append(CameraFormat(kind, width: min(1920, most.0), height: min(1080, most.1)))
                break
            }
            formats.append(CameraFormat(kind, width: Int(size.discrete.width), height: Int(size.discrete.height)))
        }
        // A driver without a list of sizes takes what it is asked for, or something near.
        return formats.isEmpty ? [CameraFormat(kind, width: 1280, height: 720)] : formats
    }

    func set(_ wanted: CameraFormat) throws(DeviceFailure) -> CameraFormat {
        var format = v4l2_format()
        format.type = type
        format.fmt.pix.width = UInt32(clamping: wanted.width)
        format.fmt.pix.height = UInt32(clamping: wanted.height)
        format.fmt.pix.pixelformat = CameraFormat.code(of: wanted.pixelFormat)
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        try check("format", cvideo_set_format(descriptor, &format))
        let chosen = format.fmt.pix
        guard let kind = Frame.PixelFormat.allCases.first(where: { CameraFormat.code(of: $0) == chosen.pixelformat })
        else { throw DeviceFailure("format", EINVAL) }
        // Lines that are padded are not read: no camera with these formats was seen to pad them.
        let lineBytes = kind == .yuyv ? Int(chosen.width) * 2 : Int(chosen.width)
        guard kind == .mjpeg || chosen.bytesperline == 0 || Int(chosen.bytesperline) == lineBytes else {
            throw DeviceFailure("format", EINVAL)
        }
        return CameraFormat(kind, width: Int(chosen.width), height: Int(chosen.height))
    }

    func start() throws(DeviceFailure) {
        var request = v4l2_requestbuffers()
        request.count = Self.bufferCount
        request.type = type
        request.memory = memory
        try check("buffers", cvideo_request_buffers(descriptor, &request))
        for index in 0..<min(request.count, Self.bufferCount) {
            var buffer = v4l2_buffer()
            buffer.index = index
            buffer.type = type
            buffer.memory = memory
            try check("buffers", cvideo_query_buffer(descriptor, &buffer))
            let length = Int(buffer.length)
            let mapped = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, Int(buffer.m.offset))
            guard let mapped, mapped != MAP_FAILED else { throw DeviceFailure("buffers", errno) }
            buffers.append(UnsafeMutableRawBufferPointer(start: mapped, count: length))
            try check("buffers", cvideo_queue(descriptor, &buffer))
        }
        var kind = Int32(type)
        try check("start", cvideo_start(descriptor, &kind))
        isStreaming = true
    }

    func next(within timeout: Duration) throws(DeviceFailure) -> (bytes: [UInt8], time: Duration, sequence: Int)? {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000
        guard poll(&watched, 1, Int32(clamping: milliseconds)) > 0 else { return nil }
        var buffer = v4l2_buffer()
        buffer.type = type
        buffer.memory = memory
        let error = cvideo_dequeue(descriptor, &buffer)
        if error == EAGAIN { return nil }
        // A device that was pulled out answers a poll with an error and then this.
        try check("read", error)
        guard buffers.indices.contains(Int(buffer.index)) else { throw DeviceFailure("read", EIO) }
        let filled = buffers[Int(buffer.index)].prefix(Int(buffer.bytesused))
        let isDamaged = buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0
        let bytes = isDamaged ? [] : Array(filled)
        let time = Duration.seconds(buffer.timestamp.tv_sec) + .microseconds(buffer.timestamp.tv_usec)
        let sequence = Int(buffer.sequence)
        try check("read", cvideo_queue(descriptor, &buffer))
        return isDamaged ? nil : (bytes, time, sequence)
    }
}
