/// Breaks text into lines.
package enum LineBreaking {
    /// The words of a text in lines of at most `width` characters; a longer word gets a line of its own.
    package static func wrap(_ text: some StringProtocol, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.isEmpty {
                line = String(word)
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
