extension TextPage {
    /// The captured lines, with what is doubtful of them, and a caret under each such character.
    func capture(_ capture: CaptureSummary) -> String {
        var rows = [("Picture", Wording.source(capture))]
        let marks = capture.lines.indices.map { (rows.count + $0, capture.marks(inLine: $0 + 1)) }
        rows += capture.lines.enumerated().map { ($0 == 0 ? "Lines" : "", $1) }
        rows.append(("Confidence", Wording.certainty(capture)))
        for section in Wording.sections(capture) {
            if section.sentences.isEmpty { rows.append((section.title, "none")) }
            rows += section.sentences.enumerated().map { ($0 == 0 ? section.title : "", $1) }
        }
        return heading(Wording.captureTitle) + "\n"
            + table(
                rows.map { (safe($0), safe($1)) },
                marks: Dictionary(uniqueKeysWithValues: marks.filter { !$0.1.isEmpty }))
    }
}

extension CaptureSummary {
    /// Carets under the characters of a line that are doubtful or not as pictured; empty where there are none.
    fileprivate func marks(inLine line: Int) -> String {
        // No format has longer lines.
        let places = Set(
            (doubtful + overruled).map(\.place).filter { $0.line == line && $0.position <= 44 }.map(\.position))
        return (0..<(places.max() ?? 0)).map { places.contains($0 + 1) ? "^" : " " }.joined()
    }
}
