import ByteCoding
import CardTransport
import Foundation
import PCSCTransport

extension Command {
    static let readers = Command(
        "readers",
        summary: "list readers and what lies on them",
        discussion: """
            With --watch, every change is a line of its own until Ctrl-C; with --json too, each line is the whole list.

            The exit status is 0, also where there is no reader and after Ctrl-C, and 3 where the service cannot be asked.
            """,
        options: [
            .flag("watch", "go on, and print what changes"),
            .flag("json", "print JSON"),
        ],
        examples: [Example("emrtd readers", "one line a reader: its name, and the answer to reset of what lies on it")]
    ) { invocation in
        if invocation[flag: "watch"] { Interruption.install() }
        do {
            try ReaderList.print(asJSON: invocation[flag: "json"], watches: invocation[flag: "watch"])
        } catch let error as TransportError {
            throw CommandError("\(error)", hint: error.hint)
        }
        return .success
    }
}

/// The list of readers, once or for as long as the program runs.
private enum ReaderList {
    static func print(asJSON: Bool, watches: Bool) throws {
        let context = try PCSCContext()
        var known = try context.readers()
        if asJSON {
            try printJSON(known, asLine: watches)
        } else {
            for reader in known { Terminal.print(line(for: reader, in: known)) }
        }
        if known.isEmpty {
            let error = TransportError.noReader(named: nil)
            Terminal.note("\(error)", hint: error.hint)
        }
        while watches {
            try Terminal.requireOutput()
            guard let now = try change(from: known, in: context) else { return }
            if asJSON {
                try printJSON(now, asLine: true)
            } else {
                for reader in now where !known.contains(reader) { Terminal.print(line(for: reader, in: now)) }
                for reader in known where !now.contains(where: { $0.name == reader.name }) {
                    Terminal.print("\(reader.name)  unplugged")
                }
            }
            known = now
        }
    }

    /// Waits for the next change, however long it takes; nil once the user wants the end.
    private static func change(from known: [PCSCReader], in context: borrowing PCSCContext) throws(TransportError)
        -> [PCSCReader]?
    {
        while true {
            if Interruption.isRequested { return nil }
            do {
                return try context.readers(otherThan: known, within: .milliseconds(500))
            } catch {
                guard error == .timedOut else { throw error }
            }
        }
    }

    private static func line(for reader: PCSCReader, in list: [PCSCReader]) -> String {
        let width = list.map(\.name.count).max() ?? 0
        let name = reader.name.padding(toLength: width, withPad: " ", startingAt: 0)
        let usage =
            switch reader.usage {
            case .free: ""
            case .shared: ", in use"
            case .exclusive: ", in use by one program alone"
            }
        return "\(name)  \(content(of: reader))\(usage)"
    }

    private static func content(of reader: PCSCReader) -> String {
        switch reader.content {
        case .empty: "empty"
        case .card(let answerToReset): "card \(Hexadecimal.encode(answerToReset))"
        case .mute: "something that does not answer"
        case .unavailable: "does not work"
        }
    }

    private static func printJSON(_ readers: [PCSCReader], asLine: Bool) throws {
        let view = View(readers: readers.map(ReaderView.init))
        guard asLine else { return try Terminal.printJSON(view) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        Terminal.print(String(decoding: try encoder.encode(view), as: UTF8.self))
    }

    private struct View: Encodable {
        let readers: [ReaderView]
    }

    private struct ReaderView: Encodable {
        let name: String
        let content: String
        let usage: String
        var answerToReset: String?

        init(_ reader: PCSCReader) {
            name = reader.name
            usage = reader.usage.rawValue
            switch reader.content {
            case .empty: content = "empty"
            case .mute: content = "mute"
            case .unavailable: content = "unavailable"
            case .card(let bytes):
                content = "card"
                answerToReset = Hexadecimal.encode(bytes)
            }
        }
    }
}
