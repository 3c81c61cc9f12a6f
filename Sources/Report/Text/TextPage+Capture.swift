extension TextPage {
    /// The captured lines, with what is doubtful of them.
    func capture(_ capture: CaptureSummary) -> String {
        var rows = [("Picture", Wording.source(capture))]
        rows += capture.lines.enumerated().map { ($0 == 0 ? "Lines" : "", $1) }
        rows.append(("Confidence", Wording.percent(capture.confidence)))
        for section in Wording.sections(capture) {
            rows += section.sentences.enumerated().map { ($0 == 0 ? section.title : "", $1) }
        }
        return heading(Wording.captureTitle) + "\n" + table(rows.map { (safe($0), safe($1)) })
    }
}
