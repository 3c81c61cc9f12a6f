import ByteCoding
import Foundation
import PKI

/// Where `cvc request` and `cvc issue` put what they made: into a new file, or on standard output.
struct CVOutput {
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
        let encoded: String
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

    func write(_ bytes: [UInt8], _ fields: FieldTree) throws {
        if let file { try NewFile.write(bytes, to: file, mode: 0o666, hint: Self.hint) }
        switch form {
        case .json:
            try Terminal.printJSON(View(file: file, encoded: Hexadecimal.encode(bytes), content: fields))
        case .binary: Terminal.write(bytes)
        case .hexadecimal: Terminal.print(file ?? Hexadecimal.encode(bytes))
        }
    }
}

extension CertificateReference {
    /// The reference that an option gives, in the form of the specification; nil where it is not given.
    init?(option name: String, of invocation: Invocation) throws(UsageError) {
        guard let text = invocation[name] else { return nil }
        guard let reference = CertificateReference(text), reference.isWellFormed else {
            throw UsageError(
                "'--\(name) \(text)' is no reference of a certificate",
                hint: "it is two letters of a country, one to nine characters, and five digits: UTDVAB00001.",
                command: invocation.command)
        }
        self = reference
    }
}
