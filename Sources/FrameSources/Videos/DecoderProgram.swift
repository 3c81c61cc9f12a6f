import ChildPrograms
import Glibc

/// A running decoder of a video: frames come out of it, and its complaints are kept.
final class DecoderProgram {
    private let program: RunningProgram
    private let pipe: ProgramPipe
    /// Where its output is read from, until it is handed on.
    let output: Int32
    private var said: [UInt8]?

    /// Address space; nothing is written to files.
    private static let limits = ProgramCommand.Limits(memoryByteCount: 4 << 30, fileByteCount: 0)
    /// How much of a frame waits in the pipe while the one before is read.
    private static let pipeByteCount: Int32 = 1 << 20
    /// `F_SETPIPE_SZ` of the kernel, which the system's module does not offer.
    private static let setPipeSize: Int32 = 1031
    /// The most time between the end of its output and its own.
    private static let patience = Duration.seconds(10)

    /// Starts a program in a bare environment, with `input` as its descriptor 3.
    init(_ path: String, _ arguments: [String], input: Int32) throws(ChildProgram.Failure) {
        var output = try ProgramPipe()
        var complaints = try ProgramPipe()
        _ = fcntl(output.writing, Self.setPipeSize, Self.pipeByteCount)
        // Complaints that nobody has taken are lost, so that a program that complains much is not held up.
        ProgramPipe.setNonBlocking(complaints.writing)
        ProgramPipe.setNonBlocking(complaints.reading)
        program = try RunningProgram(
            ProgramCommand(
                path, arguments: arguments, variables: ["LANG": "C.UTF-8", "HOME": "/nonexistent"], isBare: true,
                limits: Self.limits),
            descriptors: [nil, output.writing, complaints.writing, input])
        output.closeWriting()
        complaints.closeWriting()
        pipe = complaints
        self.output = output.takeReading()
    }

    /// Waits for its end, which must be near: its output has ended.
    ///
    /// - Returns: Whether it says that all went well.
    func wait() -> Bool { program.ending(by: .now + Self.patience) == .status(0) }

    /// The last line of what it complained about; asked after its end.
    var lastWords: String { LastWords.line(of: bytes) }

    /// All that it complained about; asked after its end.
    var complaints: String { String(decoding: bytes, as: UTF8.self) }

    private var bytes: [UInt8] {
        if let said { return said }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count < 1 << 19 {
            let count = read(pipe.reading, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        said = bytes
        return bytes
    }
}
