import Glibc

/// What is started: a program, without a shell's reading of its words, and what it may use.
package struct ProgramCommand: Sendable {
    let path: String
    let arguments: [String]
    let variables: [String: String]
    let isBare: Bool
    let limits: Limits?

    /// - Parameters:
    ///   - arguments: Names of files in them are as `FileName` writes them.
    ///   - variables: Added to the environment of this program, unless `isBare`: then they are all there is.
    ///   - limits: What the program may use, where it is not the user's own.
    package init(
        _ path: String, arguments: [String] = [], variables: [String: String] = [:], isBare: Bool = false,
        limits: Limits? = nil
    ) {
        self.path = path
        self.arguments = arguments
        self.variables = variables
        self.isBare = isBare
        self.limits = limits
    }

    /// What a program may use that works on what strangers made; it dumps no core either.
    package struct Limits: Sendable {
        /// Part of Debian's essential package util-linux.
        private static let binder = "/usr/bin/setpriv"

        /// Address space.
        let memoryByteCount: Int
        /// Of each file that it writes.
        let fileByteCount: Int
        /// Without end where it is nil.
        let processorSeconds: Int?

        package init(memoryByteCount: Int, fileByteCount: Int, processorSeconds: Int? = nil) {
            self.memoryByteCount = memoryByteCount
            self.fileByteCount = fileByteCount
            self.processorSeconds = processorSeconds
        }

        /// Lines for a shell that sets the limits and becomes the program: the system's call that starts one cannot.
        ///
        /// A program has a group of its own, which no Ctrl-C reaches. Where the program that binds it to its starter is not
        /// installed, what outlives that goes on to its limit of time.
        ///
        /// `ulimit -v` counts in 1,024 bytes, `-f` in 512.
        fileprivate func script(endsWithStarter: Bool) -> String {
            "ulimit -v \(memoryByteCount / 1024) && ulimit -f \((fileByteCount + 511) / 512) && ulimit -c 0"
                + (processorSeconds.map { " && ulimit -t \($0)" } ?? "")
                + (endsWithStarter
                    ? " && if test -x \(Self.binder); then exec \(Self.binder) --pdeathsig KILL \"$0\" \"$@\"; fi" : "")
                + " && exec \"$0\" \"$@\""
        }
    }

    /// Whether the program is ended with the thread that starts it, however that ends; it must have limits.
    var endsWithStarter = false

    /// What the system starts, and its words.
    var words: (path: String, all: [String]) {
        guard let limits else { return (path, [path] + arguments) }
        return ("/bin/sh", ["/bin/sh", "-c", limits.script(endsWithStarter: endsWithStarter), path] + arguments)
    }

    /// The environment that the program finds.
    var environment: [String] {
        var names = Set(variables.keys)
        var environment = variables.map { "\($0)=\($1)" }
        var entry = environ
        while !isBare, let text = entry.pointee {
            let variable = String(cString: text)
            if names.insert(String(variable.prefix { $0 != "=" })).inserted { environment.append(variable) }
            entry = entry.advanced(by: 1)
        }
        return environment
    }

    /// Where a program of the system stands; none is taken from the current folder.
    ///
    /// - Parameter searchPath: Folders apart by colons, of which only absolute ones count; nil for that of the
    ///   environment.
    package static func path(of name: String, searchPath: String?) -> String? {
        let folders = searchPath ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
