import ByteCoding
import LDS
import Standards

extension Command {
    static let ldsShow = Command(
        "lds", "show",
        summary: "decode one file of a chip and show what is in it",
        discussion: "Any file of Doc 9303-10 by itself: the data groups, COM, SOD, CardAccess, CardSecurity, ATR/INFO "
            + "and DIR. Which one it is, is told by its content. Nothing is verified: 'emrtd verify' does that. What "
            + "deviates from the specification and was tolerated is listed at the end.",
        operands: [Operand("FILE", "the file as it was read from the chip, or - for standard input")],
        options: [
            .value("file", "NAME", "take it as this file, such as DG2, whatever its content looks like"),
            .flag("json", "print it as JSON"),
        ],
        examples: [Example("emrtd lds show DG11.bin", "the details of the holder, field by field")]
    ) { invocation in
        let named = try invocation["file"].map { (name) throws(UsageError) in
            guard let file = ElementaryFile(name: name) ?? ElementaryFile(name: String(name.dropFirst(3))) else {
                throw UsageError(
                    "'\(name)' is no file of a chip",
                    hint: "the files are \(ElementaryFile.all.map(\.name).joined(separator: ", ")).",
                    command: invocation.command)
            }
            return file
        }
        let path = invocation.operands[0]
        let bytes = try InputText.bytes(path, limit: 16 << 20)
        guard let file = named ?? ElementaryFile.detect(bytes) else {
            throw CommandError(
                "'\(path)' is no file of a chip that is known by its content", hint: "name it with --file DG2, say")
        }
        let decoded: DecodedFile
        do throws(DecodingFailure) { decoded = try DecodedFile(file, encoded: bytes) } catch {
            throw CommandError(
                "'\(path)' is no sound \(file): \(error)", hint: hint(file, bytes, isNamed: named != nil))
        }
        if invocation[flag: "json"] {
            try Terminal.printJSON(FileView(file, bytes, decoded))
        } else {
            Terminal.print(text(file, bytes, decoded))
        }
        return .success
    }

    private static func hint(_ file: ElementaryFile, _ bytes: [UInt8], isNamed: Bool) -> String? {
        guard isNamed, let found = ElementaryFile.detect(bytes), found != file else { return nil }
        return "by its content it is \(found)"
    }

    private static func text(_ file: ElementaryFile, _ bytes: [UInt8], _ decoded: DecodedFile) -> String {
        let width = Terminal.isInteractive ? Terminal.width : 100
        var lines = ["\(file), \(bytes.count) bytes", ""] + decoded.fields.lines(width: width)
        if !decoded.notes.isEmpty {
            lines += ["", "Tolerated"]
            for note in decoded.notes {
                lines += TextLayout.wrap(note.text, width: width - 4).enumerated().map {
                    ($0.offset == 0 ? "  - " : "    ") + $0.element
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}

/// A decoded file in JSON.
private struct FileView: Encodable {
    let file: String
    let byteCount: Int
    let content: FieldTree
    let notes: [Note]

    struct Note: Encodable {
        let code: String
        let text: String
    }

    init(_ file: ElementaryFile, _ bytes: [UInt8], _ decoded: DecodedFile) {
        self.file = file.name
        byteCount = bytes.count
        content = decoded.fields
        notes = decoded.notes.map { Note(code: $0.code, text: $0.text) }
    }
}
