/// Cuts a stream of bytes into frames: YUV4MPEG2, or JPEG pictures one after the other.
///
/// Bytes are added as they come; a frame is handed out as soon as it is whole. Between JPEG pictures other bytes may
/// stand, such as the headers of a multipart answer.
package struct FrameStreamParser {
    private let limits: FrameLimits
    private var bytes: [UInt8] = []
    /// The first byte that is not done with.
    private var start = 0
    /// How many bytes were dropped before `bytes`.
    private var base = 0
    private var kind = Kind.unknown
    private var sequence = 0
    private let jpegInterval: Duration

    private enum Kind {
        case unknown
        case y4m(Y4MHeader)
        case jpeg(JPEGBoundary?)
    }

    /// The most bytes between two pictures.
    private static let gapLimit = 1 << 16

    /// - Parameter jpegInterval: The time from one JPEG picture to the next, which the stream does not tell.
    package init(_ limits: FrameLimits = FrameLimits(), jpegInterval: Duration = .milliseconds(40)) {
        self.limits = limits
        self.jpegInterval = jpegInterval
    }

    /// The bytes that were not cut yet, to be added to.
    mutating func fill(_ read: (inout [UInt8]) throws(FrameError) -> Bool) throws(FrameError) -> Bool {
        if start > 0, start * 2 >= bytes.count { compact() }
        return try read(&bytes)
    }

    /// Adds bytes.
    package mutating func append(_ more: some Collection<UInt8>) {
        if start > 0, start * 2 >= bytes.count { compact() }
        bytes += more
    }

    private mutating func compact() {
        if case .jpeg(.some) = kind { return }  // its indices count from the first byte
        base += start
        bytes.removeFirst(start)
        start = 0
    }

    /// Whether bytes of a frame that is not whole are left.
    package var isWithinFrame: Bool {
        switch kind {
        case .unknown: start < bytes.count
        case .y4m: start < bytes.count
        case .jpeg(let boundary): boundary != nil
        }
    }

    /// The next whole frame; nil where more bytes are needed.
    package mutating func next() throws(FrameError) -> Frame? {
        if case .unknown = kind { try recognise() }
        switch kind {
        case .unknown: return nil
        case .y4m(let header): return try nextY4M(header)
        case .jpeg(let boundary): return try nextJPEG(boundary)
        }
    }

    private mutating func recognise() throws(FrameError) {
        let magic = Y4MHeader.magic
        guard bytes.count >= 2 else { return }
        if bytes[0] == 0xFF, bytes[1] == 0xD8 {
            kind = .jpeg(nil)
            return
        }
        let seen = bytes.prefix(magic.count)
        if magic.starts(with: seen) {
            guard seen.count == magic.count, let line = try line() else { return }
            kind = .y4m(try Y4MHeader(line, limits))
        } else if seen.starts(with: Array("--".utf8)) || seen.starts(with: Array("\r\n".utf8)) {
            kind = .jpeg(nil)  // a multipart answer
        } else {
            throw .notAStream
        }
    }

    /// A line without its end, which is taken; nil where its end has not come.
    private mutating func line() throws(FrameError) -> ArraySlice<UInt8>? {
        let reach = min(bytes.count, start + Y4MHeader.lineLimit)
        guard let end = bytes[start..<reach].firstIndex(of: UInt8(ascii: "\n")) else {
            guard bytes.count - start < Y4MHeader.lineLimit else {
                throw .malformed("a line of parameters does not end", offset: base + start)
            }
            return nil
        }
        defer { start = end + 1 }
        return bytes[start..<end]
    }

    private mutating func nextY4M(_ header: Y4MHeader) throws(FrameError) -> Frame? {
        let before = start
        guard let line = try line() else { return nil }
        guard line.starts(with: Array("FRAME".utf8)) else {
            throw .malformed("a frame does not begin as one", offset: base + before)
        }
        guard bytes.count - start >= header.frameByteCount else {
            start = before
            return nil
        }
        let pixels = Array(bytes[start..<start + header.width * header.height])
        start += header.frameByteCount
        return try frame(header.width, header.height, .grey, pixels, header.interval)
    }

    private mutating func nextJPEG(_ known: JPEGBoundary?) throws(FrameError) -> Frame? {
        var boundary = known
        if boundary == nil {
            guard let first = try pictureStart() else { return nil }
            start = first
            compactBeforePicture()
            boundary = JPEGBoundary(start: start)
        }
        let outcome = boundary?.advance(through: bytes)
        kind = .jpeg(boundary)
        switch outcome {
        case .end(let end):
            kind = .jpeg(nil)
            let picture = bytes[start..<end]
            start = end
            guard picture.count <= limits.byteCount else { throw .tooManyBytes(limit: limits.byteCount) }
            guard let size = JPEGBoundary.size(of: picture), size.width > 0, size.height > 0 else {
                throw .malformed("a picture has no size", offset: base + picture.startIndex)
            }
            guard size.width * size.height <= limits.pixelCount else {
                throw .tooLarge(width: size.width, height: size.height, limit: limits.pixelCount)
            }
            return try frame(size.width, size.height, .mjpeg, Array(picture), jpegInterval)
        case .damaged(let index): throw .malformed("a picture breaks off", offset: base + index)
        case .needsMore, nil:
            guard bytes.count - start <= limits.byteCount else { throw .tooManyBytes(limit: limits.byteCount) }
            return nil
        }
    }

    private mutating func compactBeforePicture() {
        base += start
        bytes.removeFirst(start)
        start = 0
    }

    /// Where the next picture begins.
    private func pictureStart() throws(FrameError) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == 0xFF, bytes[index + 1] == 0xD8 { return index }
            index += 1
        }
        guard index - start <= Self.gapLimit else {
            throw .malformed("no further picture begins", offset: base + start)
        }
        return nil
    }

    private mutating func frame(
        _ width: Int, _ height: Int, _ format: Frame.PixelFormat, _ bytes: [UInt8], _ interval: Duration
    ) throws(FrameError) -> Frame? {
        guard sequence < limits.frameCount else { throw .tooManyFrames(limit: limits.frameCount) }
        defer { sequence += 1 }
        return Frame(
            width: width, height: height, format: format, bytes: bytes, time: interval * sequence, sequence: sequence)
    }
}
