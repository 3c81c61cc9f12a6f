import AccessControl
import ChipReader
import Foundation
import LDS

/// The passwords for PACE, where it is not the printed MRZ: a CAN as an argument, a PIN or PUK from a file or a prompt.
struct PasswordInput: Sendable {
    /// The password that is to be typed on the reader.
    let onReader: PACEPasswordKind?
    private let sources: [Source]

    /// A password and where it is: digits, the path of a file, or `-`.
    private struct Source: Sendable {
        let kind: PACEPasswordKind
        let value: String

        var isAsked: Bool { value == "-" && Terminal.isInputTyped }
    }

    /// Passwords that were read.
    struct Passwords {
        /// What opens the chip.
        var password: PACEPassword?
        /// The CAN beside a PIN.
        var accessNumber: PACEPassword?

        /// Whether there is none.
        var isEmpty: Bool { password == nil }
    }

    /// The option of the PUK, for those who want nothing else.
    static let pukOption = Option.value(
        "puk-file", "FILE", "the PUK of the document in this file; - asks for it without showing it")

    /// The options that `init` reads.
    static let options: [Option] = [
        .value(
            "can", "NUMBER",
            "open by PACE with the card access number that is printed; others can see arguments; - asks for it"),
        .value(
            "pin-file", "FILE",
            "open by PACE with the holder's PIN in this file; - asks for it without showing it; with --can, a PIN of which "
                + "one try is left can be used too"),
        pukOption,
        .value(
            "pinpad", "NAME", "type this password on the keys of a reader that runs PACE itself",
            choices: ["can", "pin", "puk"]),
    ]

    /// The most bytes of a file with a password.
    private static let byteLimit = 1024

    init(_ invocation: Invocation) throws {
        let names = ["can", "pin-file", "puk-file", "pinpad"].filter { invocation[$0] != nil }
        if let other = names.dropFirst().first, names != ["can", "pin-file"] {
            throw UsageError(
                "--\(names[0]) and --\(other) are two passwords, and one opens the chip",
                hint: "a PIN goes with the CAN that may have to come before it.", command: invocation.command)
        }
        if let name = names.first, invocation["access"] == AccessPolicy.bacOnly.rawValue {
            throw UsageError(
                "--\(name) is for PACE, which '--access bac-only' leaves out",
                hint: "Basic Access Control is opened by the printed lines alone.", command: invocation.command)
        }
        onReader = invocation["pinpad"].flatMap { name in
            PACEPasswordKind.allCases.first { $0.name.lowercased() == name }
        }
        let kinds: [(String, PACEPasswordKind)] = [("can", .can), ("pin-file", .pin), ("puk-file", .puk)]
        sources = kinds.compactMap { name, kind in invocation[name].map { Source(kind: kind, value: $0) } }
        let fromInput = names.filter { invocation[$0] == "-" }
        guard let first = fromInput.first else { return }
        if ["mrz", "mrz-file", "image"].contains(where: { invocation[$0] == "-" }) {
            throw UsageError(
                "standard input cannot be the printed lines and --\(first) at once", command: invocation.command)
        }
        guard fromInput.count == 1 || Terminal.isInputTyped else {
            throw UsageError(
                "standard input cannot be --\(first) and --\(fromInput[1]) at once", command: invocation.command)
        }
    }

    /// Whether nothing is named.
    var isEmpty: Bool { sources.isEmpty && onReader == nil }
    /// Whether somebody is asked, so that each document can have its own.
    var isAsked: Bool { sources.contains(where: \.isAsked) }
    /// A password that the chip counts and that is the same for every document.
    var countedForAll: PACEPasswordKind? { sources.first { $0.kind.isCounted && !$0.isAsked }?.kind }

    /// Reads the files and asks the questions.
    ///
    /// - Parameter place: Which document a question is about, where there may be several.
    func passwords(of place: String? = nil) throws -> Passwords {
        var passwords = Passwords()
        for source in sources {
            if source.kind == .can, sources.count > 1 {
                passwords.accessNumber = try Self.password(source.kind, source.value, place)
            } else {
                passwords.password = try Self.password(source.kind, source.value, place)
            }
        }
        return passwords
    }

    /// The PUK that the option names.
    static func puk(_ invocation: Invocation) throws -> PACEPassword {
        guard let path = invocation["puk-file"] else {
            throw UsageError("missing '--puk-file'", command: invocation.command)
        }
        return try password(.puk, path, nil)
    }

    private static func password(_ kind: PACEPasswordKind, _ value: String, _ place: String?) throws -> PACEPassword {
        let text = kind == .can && value != "-" ? value : try secret(kind, at: value, place)
        do {
            switch kind {
            case .pin: return try .pin(text)
            case .puk: return try .puk(text)
            case .can, .mrz: return try .can(text)
            }
        } catch {
            if kind == .can, value != "-" {
                throw UsageError("'--can' is the number of six digits that is printed on the document")
            }
            throw CommandError(
                "what was given as \(kind.name) cannot be one, and was not tried",
                hint: kind == .pin ? "a PIN has 4 to 16 digits" : "a \(kind.name) has 6 to 16 digits")
        }
    }

    /// The first line of a file, or what is typed.
    private static func secret(_ kind: PACEPasswordKind, at path: String, _ place: String?) throws -> String {
        guard path == "-", Terminal.isInputTyped else {
            let text = String(decoding: try InputText.bytes(path, limit: byteLimit), as: UTF8.self)
            return String(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first ?? "")
        }
        let question = (place.map { "\($0): " } ?? "") + kind.name
        // A CAN is printed on the document for everyone to see.
        let answer =
            kind == .can ? Terminal.ask(question) : Terminal.askSecretly("\(question) (it is not shown)")
        guard let answer, !answer.allSatisfy(\.isWhitespace) else {
            throw CommandError("no \(kind.name) was typed, and the chip needs one")
        }
        return answer
    }
}
