import Glibc

/// A pipe between this program and one that it starts; its ends are closed with the value.
package struct ProgramPipe: ~Copyable {
    /// Where it is read from; -1 once it was closed or handed on.
    package private(set) var reading: Int32
    /// Where it is written to; -1 once it was closed.
    package private(set) var writing: Int32

    package init() throws(ChildProgram.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .cannotStart(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        if reading >= 0 { close(reading) }
        if writing >= 0 { close(writing) }
    }

    /// Closes the end that the other program reads from.
    package mutating func closeReading() {
        close(takeReading())
    }

    /// Closes the end that the other program writes to, or ends its input.
    package mutating func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Hands the end to read from to an owner that closes it.
    package mutating func takeReading() -> Int32 {
        defer { reading = -1 }
        return reading
    }

    /// Makes an end answer at once where it would wait: a reader or writer here, or one there that is not held up.
    package static func setNonBlocking(_ end: Int32) { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
}

/// What a program wrote to standard error.
package enum LastWords {
    /// The last line that is not empty, in printable characters and cut short.
    package static func line(of bytes: some Sequence<UInt8>) -> String {
        let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        let last = lines.last { $0.contains { $0 > 0x20 } } ?? []
        return String(String(decoding: last, as: UTF8.self).map(harmless).prefix(400))
    }

    private static func harmless(_ character: Character) -> Character {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "?" : character
    }
}
