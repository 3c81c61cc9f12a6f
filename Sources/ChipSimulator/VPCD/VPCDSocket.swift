internal import Glibc

/// A TCP connection to a virtual reader, closed when its owner goes away.
struct VPCDSocket: ~Copyable {
    private let descriptor: Int32

    init(_ address: VPCDAddress) throws(VPCDError) {
        var hints = addrinfo()
        hints.ai_family = AF_INET
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, "\(address.port)", &hints, &list) == 0, let found = list else {
            throw .unknownHost(address.host)
        }
        defer { freeaddrinfo(list) }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .notConnected(code: errno) }
        guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
            let code = errno
            close(descriptor)
            if code == ECONNREFUSED { throw .notListening(host: address.host, port: address.port) }
            throw .notConnected(code: code)
        }
        self.descriptor = descriptor
        set(TCP_NODELAY)
    }

    deinit { close(descriptor) }

    /// Waits for the next message.
    ///
    /// - Returns: nil where none began within the time.
    func receive(within milliseconds: Int32) throws(VPCDError) -> VPCDMessage? {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return nil }
        guard let length = try read(2, isStart: true), let payload = try read(Int(length[0]) << 8 | Int(length[1]))
        else { throw .closed }
        return VPCDMessage(payload: payload)
    }

    func send(_ bytes: [UInt8]) throws(VPCDError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .closed }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads exactly `count` bytes; nil where the connection ends before the first.
    private func read(_ count: Int, isStart: Bool = false) throws(VPCDError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        // vpcd sends length and data apart: without this, each APDU waits 40 ms for a delayed acknowledgement.
        set(TCP_QUICKACK)
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), count - filled)
            }
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else {
                guard isStart, filled == 0 else { throw .truncated }
                return nil
            }
            filled += got
        }
        return bytes
    }

    private func set(_ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}
