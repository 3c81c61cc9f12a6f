import Standards

extension TextPage {
    /// How something stands out.
    enum Style {
        case good, bad, open, quiet

        init(_ result: CheckResult) {
            switch result {
            case .successful: self = .good
            case .failed: self = .bad
            case .undetermined, .aborted: self = .open
            case .notSupported: self = .quiet
            }
        }

        fileprivate var code: String {
            switch self {
            case .good: "32"
            case .bad: "31"
            case .open: "33"
            case .quiet: "2"
            }
        }
    }

    func symbol(_ style: Style) -> String {
        switch style {
        case .good: paint("✔", style)
        case .bad: paint("✘", style)
        case .open: paint("?", style)
        case .quiet: paint("–", style)
        }
    }

    func paint(_ text: String, _ style: Style, bold: Bool = false) -> String {
        colour ? "\u{1B}[\(bold ? "1;" : "")\(style.code)m\(text)\u{1B}[0m" : text
    }

    func heading(_ text: String) -> String {
        colour ? "\u{1B}[1m\(text)\u{1B}[0m" : text
    }

    /// Two columns, the second one wrapped.
    ///
    /// - Parameter marks: What stands right below a row, in the second column, by the number of the row from 0.
    func table(_ rows: [(String, String)], marks: [Int: String] = [:]) -> String {
        let column = min(max(rows.map(\.0.count).max() ?? 0, 10), 25)
        let margin = String(repeating: " ", count: column + 3)
        return rows.enumerated().map { index, row in
            let (name, value) = row
            let lines = LineBreaking.wrap(value, width: width - column - 4)
            let rest = (lines.dropFirst() + [marks[index]].compactMap { $0 }).map { margin + $0 }
            return ([" \(pad(name, column))  \(lines.first ?? "")"] + rest).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    func hanging(_ text: String, by indent: Int) -> [String] {
        LineBreaking.wrap(text, width: width - indent).map { String(repeating: " ", count: indent) + $0 }
    }

    func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// What a document delivered, without anything a terminal would obey.
    func safe(_ text: String) -> String { SafeText.clean(text) }
}
