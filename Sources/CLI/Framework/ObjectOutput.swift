import ByteCoding

/// Where a command puts what it made: into a new file, or on standard output.
struct ObjectOutput {
    static let options: [Option] = [
        .value(
            "out", "FILE",
            "the new file that it goes to, in binary; - is standard output. Without it, hexadecimal on standard output"),
        .flag("json", "print what was made as JSON"),
    ]

    /// The file; nil for standard output.
    let file: String?
    private let form: Form

    private enum Form { case hexadecimal, binary, json }

    private struct View: Encodable {
        let file: String?
        /// Left out where it is long and in a file.
        let encoded: String?
        let content: FieldTree
    }

    private static let hint = "no file is written over: name another one, or move this one away"

    /// Looks at the name before any work is done.
    init(_ invocation: Invocation) throws {
        let path = invocation["out"]
        let printsJSON = invocation[flag: "json"]
        guard path != "-" || !printsJSON else {
            throw UsageError("'--out -' and '--json' both want standard output", command: invocation.command)
        }
        file = path == "-" ? nil : path
        form = printsJSON ? .json : path == "-" ? .binary : .hexadecimal
        if let file { try NewFile.check(file, hint: Self.hint) }
    }

    /// Writes what was made, and the key that was made for it.
    ///
    /// Nothing is written before all is made, and no key stays whose object nobody has.
    func write(_ bytes: [UInt8], _ fields: FieldTree, newKey: NewKeyFile? = nil) throws {
        try newKey?.write()
        do {
            try write(bytes, fields)
            if newKey != nil, file == nil { try Terminal.requireOutput() }
        } catch {
            newKey?.remove()
            throw error
        }
    }

    private func write(_ bytes: [UInt8], _ fields: FieldTree) throws {
        if let file { try NewFile.write(bytes, to: file, mode: 0o666, hint: Self.hint) }
        switch form {
        case .json:
            let isLong = file != nil && bytes.count > 1 << 16
            try Terminal.printJSON(
                View(file: file, encoded: isLong ? nil : Hexadecimal.encode(bytes), content: fields))
        case .binary: Terminal.write(bytes)
        case .hexadecimal: Terminal.print(file ?? Hexadecimal.encode(bytes))
        }
    }
}
