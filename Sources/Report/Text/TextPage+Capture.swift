extension TextPage {
    /// The captured lines, with what is doubtful of them.
    func capture(_ capture: CaptureSummary) -> String {
        var rows = [("Picture", Wording.source(capture))]
        rows += capture.lines.enumerated().map { ($0 == 0 ? "Lines" : "", $1) }
        rows.append(("Confidence", Wording.certainty(capture)))
        for section in Wording.sections(capture) {
            if section.sentences.isEmpty { rows.append((section.title, "none")) }
            rows += section.sentences.enumerated().map { ($0 == 0 ? section.title : "", $1) }
        }
        return heading(Wording.captureTitle) + "\n" + table(rows.map { (safe($0), safe($1)) })
    }
}
