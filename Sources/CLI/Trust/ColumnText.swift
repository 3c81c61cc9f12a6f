import Report

/// Rows under headings, in columns as wide as what stands in them; the last column takes what is left.
struct ColumnText {
    /// A column: its heading, and whether numbers in it stand at its right side.
    struct Column {
        let title: String
        var isNumber = false
    }

    let columns: [Column]
    var rows: [[String]] = []

    func text(width: Int) -> String {
        let lines = [columns.map(\.title)] + rows.map { $0.map { SafeText.clean($0) } }
        let widths = columns.indices.map { index in lines.map { $0[index].count }.max() ?? 0 }
        return lines.map { line in
            var text = ""
            for (index, cell) in line.enumerated() {
                let isLast = index == columns.count - 1
                let gap = String(repeating: " ", count: widths[index] - cell.count)
                if columns[index].isNumber {
                    text += gap + cell
                } else {
                    text += isLast ? shortened(cell, to: width - text.count) : cell + gap
                }
                if !isLast { text += "  " }
            }
            return text.trimmingEnd()
        }.joined(separator: "\n")
    }

    private func shortened(_ text: String, to width: Int) -> String {
        guard text.count > max(width, 8) else { return text }
        return text.prefix(max(width, 8) - 1) + "…"
    }
}

extension String {
    fileprivate func trimmingEnd() -> String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
