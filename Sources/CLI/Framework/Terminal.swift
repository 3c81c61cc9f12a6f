import Foundation

/// What the program prints: the result to standard output, all else to standard error.
enum Terminal {
    /// Prints a result and a line end.
    static func print(_ text: String) {
        write(Array((text + "\n").utf8), to: STDOUT_FILENO)
    }

    /// Prints bytes as they are.
    static func write(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    /// `emrtd: error: …`, and a hint where there is one.
    static func error(_ message: String, hint: String? = nil) {
        note("error: \(message)")
        if let hint { write(Array("hint: \(hint)\n".utf8), to: STDERR_FILENO) }
    }

    /// A line of the program about its work.
    static func note(_ message: String) {
        write(Array("emrtd: \(message)\n".utf8), to: STDERR_FILENO)
    }

    /// Whether standard error is a terminal, so that progress is worth showing.
    static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard output is a terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Replaces the progress line; does nothing where standard error is no terminal.
    static func progress(_ text: String) {
        guard showsProgress else { return }
        write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
    }

    /// Removes the progress line.
    static func endProgress() {
        progress("")
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
