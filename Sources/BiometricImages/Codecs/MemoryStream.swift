import COpenJPEG

/// Bytes in memory as OpenJPEG reads and writes them. It must outlive the stream it opens.
final class MemoryStream {
    private(set) var bytes: [UInt8]
    private var position = 0

    /// More than any picture that is encoded here.
    private static let byteLimit = 256 << 20

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A stream for OpenJPEG; the caller destroys it.
    func open(isInput: Bool) -> UnsafeMutablePointer<opj_stream_t?>? {
        guard let stream = opj_stream_create(1 << 16, isInput ? 1 : 0) else { return nil }
        opj_stream_set_user_data(stream, Unmanaged.passUnretained(self).toOpaque(), nil)
        opj_stream_set_user_data_length(stream, UInt64(bytes.count))
        // (size_t)-1 is how OpenJPEG spells the end; size_t is `Int` here.
        opj_stream_set_read_function(stream) { MemoryStream.of($2)?.read(into: $0, count: Int($1)) ?? -1 }
        opj_stream_set_write_function(stream) { MemoryStream.of($2)?.write($0, count: Int($1)) ?? -1 }
        opj_stream_set_skip_function(stream) { MemoryStream.of($1)?.skip($0) ?? -1 }
        opj_stream_set_seek_function(stream) { MemoryStream.of($1)?.seek($0) == true ? 1 : 0 }
        return stream
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> MemoryStream? {
        context.map { Unmanaged<MemoryStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutableRawPointer?, count: Int) -> Int {
        let taken = min(count, bytes.count - position)
        guard taken > 0, let buffer else { return -1 }
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(start: buffer, count: taken).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[position..<position + taken]))
        }
        position += taken
        return taken
    }

    private func write(_ buffer: UnsafeMutableRawPointer?, count: Int) -> Int {
        guard let buffer, count > 0, position <= Self.byteLimit - count else { return -1 }
        grow(to: position + count)
        bytes.withUnsafeMutableBytes { target in
            target[position..<position + count].copyBytes(from: UnsafeRawBufferPointer(start: buffer, count: count))
        }
        position += count
        return count
    }

    private func skip(_ count: Int64) -> Int64 {
        guard count >= 0, count <= Int64(Self.byteLimit - position) else { return -1 }
        position += Int(count)
        return count
    }

    private func seek(_ offset: Int64) -> Bool {
        guard (0...Int64(Self.byteLimit)).contains(offset) else { return false }
        position = Int(offset)
        return true
    }

    private func grow(to count: Int) {
        if count > bytes.count { bytes += [UInt8](repeating: 0, count: count - bytes.count) }
    }
}
