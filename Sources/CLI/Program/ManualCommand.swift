import Foundation

extension Command {
    static let manual = Command(
        "manual",
        summary: "print manual pages, or write all of them into a folder",
        operands: [Operand("COMMAND", "the words of a command, such as mrz check; none for emrtd(1)", arity: .any)],
        options: [
            .value("out", "DIR", "write every page into this folder, which is made where it is missing"),
            .flag("json", "print the page, or the names of the pages, as JSON"),
        ],
        examples: [
            Example("emrtd manual | man -l -", "the overview, as man shows it"),
            Example("emrtd manual --out ~/.local/share/man/man1", "'man emrtd' and 'man emrtd-mrz-check' work"),
        ]
    ) { invocation in
        if let folder = invocation["out"] {
            let names = try writePages(into: URL(filePath: folder, directoryHint: .isDirectory))
            if invocation[flag: "json"] { try Terminal.printJSON(["pages": names]) }
            return .success
        }
        let page: String
        if invocation.operands.isEmpty {
            page = ManualPage.overview(of: CommandTable.groups)
        } else if let command = CommandTable.commands.first(where: { $0.path == invocation.operands }) {
            page = ManualPage.page(of: command)
        } else {
            throw UsageError("there is no command '\(invocation.operands.joined(separator: " "))'")
        }
        if invocation[flag: "json"] { try Terminal.printJSON(["page": page]) } else { Terminal.print(page) }
        return .success
    }

    /// Writes every page, and gives their names.
    private static func writePages(into folder: URL) throws -> [String] {
        let pages =
            [("emrtd.1", ManualPage.overview(of: CommandTable.groups))]
            + CommandTable.commands.map { (ManualPage.fileName(of: $0), ManualPage.page(of: $0)) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, page) in pages {
                try Data((page + "\n").utf8).write(to: folder.appending(path: name), options: .atomic)
            }
        } catch {
            let path = folder.path(percentEncoded: false)
            throw CommandError("pages cannot be written into '\(path)': \(CommandError.words(of: error))")
        }
        Terminal.note("\(Counted.text(pages.count, "page")) in \(folder.path(percentEncoded: false))")
        return pages.map(\.0)
    }
}
