import Report

/// Text in columns.
package enum TextLayout {
    /// Breaks a text at blanks into lines of at most `width` characters; line ends in it are kept.
    package static func wrap(_ text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            let lines = LineBreaking.wrap(paragraph, width: width)
            return lines.isEmpty ? [""] : lines
        }
    }

    /// Two columns: names, and their texts wrapped beside them; a name too long for its column gets a line of its own.
    package static func table(_ rows: [(name: String, text: String)], width: Int, indent: Int = 2, widest: Int = 26)
        -> String
    {
        let column = min(rows.map(\.name.count).max() ?? 0, widest)
        let margin = String(repeating: " ", count: indent)
        let hanging = String(repeating: " ", count: indent + column + 2)
        return rows.map { name, text in
            let lines = wrap(text, width: max(width - hanging.count, 20))
            let rest = lines.map { hanging + $0 }
            guard name.count <= column, let first = lines.first else {
                return ([margin + name] + rest).joined(separator: "\n")
            }
            let gap = String(repeating: " ", count: column - name.count + 2)
            return ([margin + name + gap + first] + rest.dropFirst()).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
