package import MRZ
import Synchronization

/// The printed keys of the documents that may be laid down, and which of them have opened one already.
package final class DocumentKeys: Sendable {
    /// One document's key and its printed lines.
    package struct Entry: Sendable {
        package let key: MRZKeyInformation
        package let lines: [String]
    }

    private let entries: [Entry]
    private let used: Mutex<Set<Int>>

    /// How many keys are tried on one chip: wrong ones make chips slow.
    static let maximumTryCount = 4

    /// Finds the printed lines of one document or of several, apart by an empty line or one after another.
    package init(text: String) throws {
        let blocks = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .split { $0.allSatisfy(\.isWhitespace) }
            .flatMap { Self.zones(in: $0.map(String.init)) }
        guard !blocks.isEmpty else { throw CommandError("the text holds no printed lines of a document") }
        entries = try blocks.map { block in
            let input = try AccessKeyInput(text: block.joined(separator: "\n"))
            guard let key = input.key else { throw CommandError("a document of the text has no key") }
            return Entry(key: key, lines: input.printed?.lines ?? [])
        }
        used = Mutex([])
    }

    /// Takes one key that was given in another way.
    init(_ input: AccessKeyInput) {
        entries = input.key.map { [Entry(key: $0, lines: input.printed?.lines ?? [])] } ?? []
        used = Mutex([])
    }

    package var count: Int { entries.count }

    /// What to try on the next chip: keys that have opened none yet first, then those that have, as a document may come
    /// again.
    package func candidates() -> [(index: Int, entry: Entry)] {
        let used = used.withLock { $0 }
        let all = entries.enumerated().map { (index: $0.offset, entry: $0.element) }
        let ordered = all.filter { !used.contains($0.index) } + all.filter { used.contains($0.index) }
        return Array(ordered.prefix(Self.maximumTryCount))
    }

    /// Notes that a key has opened a chip.
    package func note(used index: Int) {
        used.withLock { _ = $0.insert(index) }
    }

    /// Lines of one length without a gap are as many zones as fit.
    private static func zones(in lines: [String]) -> [[String]] {
        let counts = Set(lines.map { $0.filter { !$0.isWhitespace }.count })
        guard counts.count == 1, let count = counts.first, let lineCount = [30: 3, 36: 2, 44: 2][count],
            lines.count > lineCount, lines.count.isMultiple(of: lineCount)
        else { return [lines] }
        return stride(from: 0, to: lines.count, by: lineCount).map { Array(lines[$0..<$0 + lineCount]) }
    }
}
