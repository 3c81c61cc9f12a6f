import Foundation

/// Lines of a stream, some at a time.
enum LineBlock {
    /// Whole lines with their line ends, but for the last of the stream, which may lack its own; the number of the first.
    case lines([UInt8], first: Int)
    /// A line that is longer than any that is read: how it begins.
    case overlong([UInt8], number: Int)

    /// How much memory it holds.
    var byteCount: Int {
        switch self {
        case .lines(let bytes, _), .overlong(let bytes, _): bytes.count
        }
    }
}

/// Reads lines from a descriptor as they come: what is there is handed out, and more is waited for only where a line is
/// not whole.
struct LineBlockReader {
    /// The most bytes of one line.
    let limit: Int
    private let descriptor: Int32
    /// Where something can be read once reading has to end.
    private let stop: Int32?
    private var buffer = [UInt8](repeating: 0, count: blockByteCount)
    private var filled = 0
    private var lines = 0
    private var isAtEnd = false
    private var wasStopped = false

    private static let blockByteCount = 1 << 18

    init(_ descriptor: Int32, limit: Int, stop: Int32? = nil) {
        self.descriptor = descriptor
        self.limit = limit
        self.stop = stop
    }

    /// The next lines; nil at the end.
    mutating func next() throws(CommandError) -> LineBlock? {
        var searched = 0
        while true {
            if let end = Newline.last(in: buffer, searched..<filled) { return take(end + 1) }
            // What came of a line before a stop is not known to be whole.
            if isAtEnd { return filled > 0 && !wasStopped ? take(filled) : nil }
            searched = filled
            if filled > limit { return try skipLine() }
            if filled == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
            try fill(from: filled)
        }
    }

    private mutating func take(_ count: Int) -> LineBlock {
        let block = Array(buffer[..<count])
        let first = lines + 1
        var start = 0
        while start < count {
            start = (Newline.first(in: block, start..<count) ?? count) + 1
            lines += 1
        }
        buffer.replaceSubrange(0..<filled - count, with: buffer[count..<filled])
        filled -= count
        shrink()
        return .lines(block, first: first)
    }

    /// Forgets the rest of a line that is too long.
    private mutating func skipLine() throws(CommandError) -> LineBlock {
        let beginning = Array(buffer[..<min(filled, 1024)])
        filled = 0
        shrink()
        lines += 1
        while !isAtEnd {
            try fill(from: 0)
            guard let end = Newline.first(in: buffer, 0..<filled) else {
                filled = 0
                continue
            }
            buffer.replaceSubrange(0..<filled - end - 1, with: buffer[end + 1..<filled])
            filled -= end + 1
            break
        }
        return .overlong(beginning, number: lines)
    }

    /// Gives back what a long line took.
    private mutating func shrink() {
        guard buffer.count > Self.blockByteCount, filled < Self.blockByteCount else { return }
        buffer = Array(buffer[..<Self.blockByteCount])
    }

    /// Waits for bytes and puts them behind those that are there.
    private mutating func fill(from start: Int) throws(CommandError) {
        guard !isStopped else {
            (isAtEnd, wasStopped) = (true, true)
            return
        }
        let room = buffer.count - start
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { read(descriptor, $0 + start, room) } ?? 0
        }
        if count < 0, errno == EINTR { return }
        guard count >= 0 else {
            throw CommandError("standard input cannot be read: \(String(cString: strerror(errno)))")
        }
        filled = start + count
        if count == 0 { isAtEnd = true }
    }

    /// Waits until there is something to read, or the end was asked for.
    private var isStopped: Bool {
        guard let stop else { return false }
        var waited = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&waited, 2, -1) < 0, errno == EINTR {}
        return waited[1].revents != 0
    }
}

/// Where lines end.
enum Newline {
    /// The first line end in a range.
    static func first(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        bytes[range].withUnsafeBytes { part in
            part.baseAddress.flatMap { base in
                memchr(base, 0x0A, part.count).map { UnsafeRawPointer($0) - base + range.lowerBound }
            }
        }
    }

    /// The last line end in a range.
    static func last(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        bytes[range].withUnsafeBytes { part in
            part.lastIndex(of: 0x0A).map { $0 + range.lowerBound }
        }
    }
}
