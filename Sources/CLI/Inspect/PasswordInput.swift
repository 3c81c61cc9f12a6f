import AccessControl
import ChipReader
import Foundation
import LDS

/// The password for PACE, where it is not the printed MRZ: a CAN as an argument, a PIN or PUK from a file or a prompt.
enum PasswordInput {
    /// The options that `password` reads.
    static let options: [Option] = [
        .value(
            "can", "NUMBER", "open by PACE with the card access number that is printed; others can see arguments"),
        .value("pin-file", "FILE", "open by PACE with the holder's PIN in this file; - asks for it without showing it"),
        .value("puk-file", "FILE", "the same with the PUK of the document"),
        .value(
            "pinpad", "NAME", "type this password on the keys of a reader that runs PACE itself",
            choices: ["can", "pin", "puk"]),
    ]

    /// The password that is to be typed on the reader.
    static func passwordOnReader(_ invocation: Invocation) -> PACEPasswordKind? {
        invocation["pinpad"].flatMap { name in PACEPasswordKind.allCases.first { $0.name.lowercased() == name } }
    }

    /// The most bytes of a file with a password.
    private static let byteLimit = 1024

    /// The password that the options name; nil where they name none.
    static func password(_ invocation: Invocation) throws -> PACEPassword? {
        let names = ["can", "pin-file", "puk-file", "pinpad"].filter { invocation[$0] != nil }
        guard let name = names.first else { return nil }
        guard names.count == 1 else {
            throw UsageError(
                "--\(names[0]) and --\(names[1]) are two passwords, and one opens the chip",
                command: invocation.command)
        }
        guard invocation["access"] != AccessPolicy.bacOnly.rawValue else {
            throw UsageError(
                "--\(name) is for PACE, which '--access bac-only' leaves out",
                hint: "Basic Access Control is opened by the printed lines alone.", command: invocation.command)
        }
        if name == "pinpad" { return nil }
        if name == "can" {
            do { return try PACEPassword.can(invocation[name] ?? "") } catch {
                throw UsageError(
                    "'--can' is the number of six digits that is printed on the document", command: invocation.command)
            }
        }
        let path = invocation[name] ?? "-"
        guard path != "-" || !takesStandardInput(invocation) else {
            throw UsageError(
                "standard input cannot be the printed lines and --\(name) at once", command: invocation.command)
        }
        let kind = name == "pin-file" ? PACEPasswordKind.pin : .puk
        let text = try secret(kind, at: path)
        do { return kind == .pin ? try PACEPassword.pin(text) : try PACEPassword.puk(text) } catch {
            throw CommandError(
                "what was given as \(kind.name) cannot be one, and was not tried",
                hint: kind == .pin ? "a PIN has 4 to 16 digits" : "a PUK has 6 to 16 digits")
        }
    }

    private static func takesStandardInput(_ invocation: Invocation) -> Bool {
        ["mrz", "mrz-file"].contains { invocation[$0] == "-" }
    }

    /// The first line of a file, or what is typed.
    private static func secret(_ kind: PACEPasswordKind, at path: String) throws -> String {
        if path == "-", Terminal.canAsk {
            guard let answer = Terminal.askSecretly("\(kind.name) (it is not shown)") else {
                throw CommandError("no \(kind.name) was typed, and the chip needs one")
            }
            return answer
        }
        let text = String(decoding: try InputText.bytes(path, limit: byteLimit), as: UTF8.self)
        return String(text.split(whereSeparator: \.isNewline).first ?? "")
    }
}
