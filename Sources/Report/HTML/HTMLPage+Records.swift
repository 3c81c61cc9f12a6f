import Standards

extension HTMLPage {
    static func records(_ report: InspectionReport) -> Markup {
        guard !report.records.isEmpty else { return "" }
        return """
            <section class="card">
            <h2>\(Wording.recordsTitle)</h2>
            <ul class="checks">
            \(.lines(report.records.map(record)))
            </ul>
            </section>
            """
    }

    private static func record(_ record: RecordEntry) -> Markup {
        let reason: Markup = record.result.reason.map { "<p class=\"why\">\($0.text)</p>" } ?? ""
        let fields = record.fields.map { field in
            (sentenceCase(Wording.words(fromCamelCase: field.name)), Wording.date(field.value))
        }
        return """
            <li class="\(tone(record.result))">
            \(icon(tone(record.result)))
            <div>
            <p><span class="title"><bdi>\(Wording.title(record))</bdi></span> \
            <span class="result">\(Wording.signature(record.result))</span></p>
            \(reason)
            <dl class="fields">
            \(.lines(fields.map { "<div><dt>\($0)</dt><dd><bdi>\($1)</bdi></dd></div>" }))
            </dl>
            <p class="notes">\(record.name)</p>
            </div>
            </li>
            """
    }
}
