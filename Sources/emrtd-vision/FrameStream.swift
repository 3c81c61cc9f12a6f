import Glibc
import Vision

/// Frames on standard input and output.
enum FrameStream {
    /// The next message; nil at the end of input, and where the length is beyond all limits.
    static func read() -> [UInt8]? {
        guard let header = read(4) else { return nil }
        let count = header.reduce(0) { $0 << 8 | Int($1) }
        guard count <= VisionRequest.frameLimit else { return nil }
        return read(count)
    }

    /// Writes a message; false where nobody reads any more.
    static func write(_ message: [UInt8]) -> Bool {
        var rest = (message.count.octets(4) + message)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
        }
        return true
    }

    private static func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < count {
            let wanted = min(chunk.count, count - bytes.count)
            let taken = Glibc.read(STDIN_FILENO, &chunk, wanted)
            if taken > 0 { bytes += chunk[..<taken] } else if taken == 0 || errno != EINTR { return nil }
        }
        return bytes
    }
}
