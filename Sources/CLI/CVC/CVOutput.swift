import ByteCoding
import Foundation
import PKI

/// What `cvc request` and `cvc issue` made: a file, or hexadecimal on standard output.
enum CVOutput {
    static let options: [Option] = [
        .value("out", "FILE", "where it goes, in binary; without it, hexadecimal on standard output"),
        .flag("json", "print what was made as JSON"),
    ]

    private struct View: Encodable {
        let file: String?
        let encoded: String
        let content: FieldTree
    }

    static func write(_ bytes: [UInt8], _ fields: FieldTree, _ invocation: Invocation) throws {
        if let path = invocation["out"] {
            do { try Data(bytes).write(to: URL(filePath: path), options: .atomic) } catch {
                throw CommandError("'\(path)' cannot be written: \(CommandError.words(of: error))")
            }
        }
        if invocation[flag: "json"] {
            try Terminal.printJSON(
                View(file: invocation["out"], encoded: Hexadecimal.encode(bytes), content: fields))
        } else {
            Terminal.print(invocation["out"] ?? Hexadecimal.encode(bytes))
        }
    }

    /// A reference that an option gives, in the form of the specification; nil where it is not given.
    static func reference(_ name: String, of invocation: Invocation) throws(UsageError) -> CertificateReference? {
        guard let text = invocation[name] else { return nil }
        guard let reference = CertificateReference(text), reference.isWellFormed else {
            throw UsageError(
                "'--\(name) \(text)' is no reference of a certificate",
                hint: "it is two letters of a country, one to nine characters, and five digits: UTDVAB00001.",
                command: invocation.command)
        }
        return reference
    }
}
