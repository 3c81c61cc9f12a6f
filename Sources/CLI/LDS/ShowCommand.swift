import ByteCoding
import LDS
import Standards

extension Command {
    static let ldsShow = Command(
        "lds", "show",
        summary: "decode one file of a chip and show what is in it",
        discussion: "Any file of Doc 9303-10 by itself: the data groups, COM, SOD, CardAccess, CardSecurity, ATR/INFO, "
            + "DIR and CVCA, and single records of the LDS2 applications. Which one it is, is told by its content. "
            + "Nothing is verified: 'emrtd verify' does that. What deviates from the specification and was tolerated is "
            + "listed at the end.",
        operands: [Operand("FILE", "the file or record as it was read from the chip, or - for standard input")],
        options: [
            .value("file", "NAME", "take it as this file, such as DG2 or VisaRecords, whatever its content looks like"),
            .flag("json", "print it as JSON"),
        ],
        examples: [Example("emrtd lds show DG11.bin", "the details of the holder, field by field")]
    ) { invocation in
        let named = try invocation["file"].map { (name) throws(UsageError) in
            guard let kind = ShownKind(name: name) ?? ShownKind(name: String(name.dropFirst(3))) else {
                throw UsageError(
                    "'\(name)' is no file of a chip", hint: "the files are \(ShownKind.names).",
                    command: invocation.command)
            }
            return kind
        }
        let path = invocation.operands[0]
        let bytes = try InputText.bytes(path, limit: 16 << 20)
        guard let kind = named ?? ShownKind(detecting: bytes) else {
            throw CommandError(
                "'\(path)' is no file of a chip that is known by its content", hint: "name it with --file DG2, say")
        }
        let shown: ShownFile
        do throws(DecodingFailure) { shown = try ShownFile(kind, bytes) } catch {
            throw CommandError(
                "'\(path)' is no sound \(kind.title): \(error)", hint: hint(kind, bytes, isNamed: named != nil))
        }
        if invocation[flag: "json"] {
            try Terminal.printJSON(shown)
        } else {
            Terminal.print(text(shown, title: kind.title))
        }
        return .success
    }

    private static func hint(_ kind: ShownKind, _ bytes: [UInt8], isNamed: Bool) -> String? {
        guard isNamed, let found = ShownKind(detecting: bytes), found != kind else { return nil }
        return "by its content it is \(found.title)"
    }

    private static func text(_ shown: ShownFile, title: String) -> String {
        let width = Terminal.isInteractive ? Terminal.width : 100
        var lines = ["\(title), \(Counted.text(shown.byteCount, "byte"))", ""] + shown.content.lines(width: width)
        if !shown.notes.isEmpty {
            lines += ["", "Tolerated"]
            for note in shown.notes {
                lines += TextLayout.wrap(note.text, width: width - 4).enumerated().map {
                    ($0.offset == 0 ? "  - " : "    ") + $0.element
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}

/// What bytes are taken for: a file, or a record of one.
private enum ShownKind: Equatable {
    case file(ElementaryFile)
    case record(RecordFile)

    static var names: String {
        (ElementaryFile.all.map(\.name) + ["Biometrics1 to Biometrics64"] + RecordFile.allCases.map(\.rawValue))
            .joined(separator: ", ")
    }

    init?(name: String) {
        if let file = ElementaryFile(name: name) {
            self = .file(file)
        } else if let file = RecordFile.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) {
            self = .record(file)
        } else {
            return nil
        }
    }

    /// The kind that the content tells; a record may be one of several files of its kind.
    init?(detecting bytes: [UInt8]) {
        if let file = ElementaryFile.detect(bytes) {
            self = .file(file)
        } else if let file = RecordFile.detect(bytes) {
            self = .record(file)
        } else {
            return nil
        }
    }

    var name: String {
        switch self {
        case .file(let file): file.name
        case .record(let file): file.rawValue
        }
    }

    var title: String {
        switch self {
        case .file(let file): "\(file)"
        case .record(.entryRecords), .record(.exitRecords): "travel record"
        case .record(.visaRecords): "visa record"
        case .record: "record of a certificate"
        }
    }
}

/// A decoded file or record; its JSON.
private struct ShownFile: Encodable {
    let file: String
    let byteCount: Int
    let content: FieldTree
    let notes: [Note]

    struct Note: Encodable {
        let code: String
        let text: String
    }

    init(_ kind: ShownKind, _ bytes: [UInt8]) throws(DecodingFailure) {
        file = kind.name
        byteCount = bytes.count
        let reasons: [Reason]
        switch kind {
        case .file(let file):
            let decoded = try DecodedFile(file, encoded: bytes)
            (content, reasons) = (decoded.fields, decoded.notes)
        case .record(let file):
            let decoded = try DecodedRecord(file, encoded: bytes)
            (content, reasons) = (decoded.fields, decoded.notes)
        }
        notes = reasons.map { Note(code: $0.code, text: $0.text) }
    }
}
