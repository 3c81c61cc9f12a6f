import FoundationEssentials

extension HTMLPage {
    /// The captured lines below the picture of them, with what is doubtful.
    static func capture(_ report: InspectionReport) -> Markup {
        guard let capture = report.capture else { return "" }
        let sections = Wording.sections(capture).map { section -> Markup in
            guard !section.sentences.isEmpty else { return "<h3>\(section.title): none</h3>" }
            return """
                <h3>\(section.title)</h3>
                <ul class="plain-list">
                \(.lines(section.sentences.map { "<li><bdi>\($0)</bdi></li>" }))
                </ul>
                """
        }
        return """
            <section class="card">
            <h2>\(Wording.captureTitle) <small>\(Wording.certainty(capture))</small></h2>
            \(picture(capture.picture))
            <pre class="mrz" aria-label="Captured lines">\(.lines(capture.lines.map { "\($0)" }))</pre>
            <p class="notes"><bdi>\(Wording.source(capture))</bdi></p>
            \(.lines(sections))
            </section>
            """
    }

    private static func picture(_ picture: Portrait?) -> Markup {
        guard let picture else { return "" }
        let source = "data:\(picture.mediaType.rawValue);base64,\(Data(picture.bytes).base64EncodedString())"
        return "<img class=\"captured\" alt=\"The zone in the picture\" src=\"\(source)\">"
    }
}
