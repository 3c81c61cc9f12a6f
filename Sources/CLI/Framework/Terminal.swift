import Foundation
import Report
import Synchronization

/// What the program prints: the result to standard output, all else to standard error.
enum Terminal {
    private static let outputFailure = Atomic<Int32>(0)

    /// Why standard output took less than it was given, as the system's number; nil where it took all.
    static var lostOutput: Int32? {
        let failure = outputFailure.load(ordering: .relaxed)
        return failure == 0 ? nil : failure
    }

    /// Ends work whose results nobody takes any more, in the middle of many.
    static func requireOutput() throws(CommandError) {
        guard let lostOutput else { return }
        throw CommandError(
            "standard output takes nothing more, so the rest was left out: \(String(cString: strerror(lostOutput)))")
    }

    /// Prints a result and a line end.
    static func print(_ text: String) {
        write(Array((text + "\n").utf8), to: STDOUT_FILENO)
    }

    /// Prints a value as JSON.
    static func printJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(harmlessJSON(String(decoding: try encoder.encode(value), as: UTF8.self)))
    }

    /// Prints bytes as they are.
    static func write(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    /// The same JSON with escapes for what a terminal could take for commands: C1 controls, and turns of direction.
    ///
    /// Encoders escape the other controls themselves, and outside of strings JSON holds nothing of this kind.
    static func harmlessJSON(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.value < 0x7F || String(SafeText.clean(String(scalar))) == String(scalar) {
                result.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: true)
                    result += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
                }
            }
        }
        return String(result)
    }

    /// `emrtd: error: …`, and a hint where there is one.
    static func error(_ message: String, hint: String? = nil) {
        note("error: \(message)", hint: hint)
    }

    /// A line of the program about its work, and a hint where there is one.
    ///
    /// Names of files and words of documents stand in such lines: what could steer a terminal is taken out of them.
    static func note(_ message: String, hint: String? = nil) {
        write(Array("emrtd: \(SafeText.clean(message))\n".utf8), to: STDERR_FILENO)
        if let hint { write(Array("hint: \(SafeText.clean(hint))\n".utf8), to: STDERR_FILENO) }
    }

    /// Whether standard error is a terminal, so that progress is worth showing.
    static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb" }

    /// Whether standard output is a terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether a person can answer a question: they see it on standard error and type on standard input.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Whether a result may carry colour.
    ///
    /// Spec: https://no-color.org: a variable `NO_COLOR` that is not empty switches it off.
    static var showsColour: Bool {
        isInteractive && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }

    /// The width of the terminal on standard output or standard error; 80 where there is none.
    static var width: Int {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 { return Int(size.ws_col) }
        }
        return 80
    }

    /// Replaces the progress line; does nothing where standard error is no terminal.
    static func progress(_ text: String) {
        guard showsProgress else { return }
        write(Array("\r\u{1B}[K\(text.prefix(width - 1))".utf8), to: STDERR_FILENO)
    }

    /// Removes the progress line.
    static func endProgress() {
        progress("")
        if showsProgress { write([0x0D], to: STDERR_FILENO) }
    }

    /// A variable of the environment.
    static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name]
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if descriptor == STDOUT_FILENO { outputFailure.store(count < 0 ? errno : EIO, ordering: .relaxed) }
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}
