import Foundation

extension Command {
    static let manual = Command(
        "manual",
        summary: "print manual pages, or write all of them into a folder",
        operands: [Operand("COMMAND", "the words of a command, such as mrz check; none for emrtd(1)", arity: .any)],
        options: [.value("out", "DIR", "write every page into this folder, which is made where it is missing")],
        examples: [
            Example("emrtd manual | man -l -", "the overview, as man shows it"),
            Example("emrtd manual --out ~/.local/share/man/man1", "'man emrtd' and 'man emrtd-mrz-check' work"),
        ]
    ) { invocation in
        if let folder = invocation["out"] {
            try writePages(into: URL(filePath: folder, directoryHint: .isDirectory))
            return .success
        }
        guard !invocation.operands.isEmpty else {
            Terminal.print(ManualPage.overview(of: CommandTable.groups))
            return .success
        }
        guard let command = CommandTable.commands.first(where: { $0.path == invocation.operands }) else {
            throw UsageError("there is no command '\(invocation.operands.joined(separator: " "))'")
        }
        Terminal.print(ManualPage.page(of: command))
        return .success
    }

    private static func writePages(into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pages =
            [("emrtd.1", ManualPage.overview(of: CommandTable.groups))]
            + CommandTable.commands.map { (ManualPage.fileName(of: $0), ManualPage.page(of: $0)) }
        for (name, page) in pages {
            try Data((page + "\n").utf8).write(to: folder.appending(path: name), options: .atomic)
        }
        Terminal.note("\(pages.count) pages in \(folder.path(percentEncoded: false))")
    }
}
