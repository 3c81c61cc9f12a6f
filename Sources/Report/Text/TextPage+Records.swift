import Standards

extension TextPage {
    /// Each record with its result, and what it says below it.
    func records(_ records: [RecordEntry]) -> String {
        ([heading(Wording.recordsTitle)] + records.map(record)).joined(separator: "\n")
    }

    private func record(_ record: RecordEntry) -> String {
        let style = Style(record.result)
        let title = safe("\(Wording.title(record)) (\(record.name))")
        let line = " \(symbol(style)) \(title): \(paint(Wording.signature(record.result), style))"
        let fields = record.fields.map { "\(Wording.words(fromCamelCase: $0.name)) \(Wording.date($0.value))" }
        return
            ([line] + hanging(safe(record.result.reason?.text ?? ""), by: 5)
            + hanging(safe(fields.joined(separator: "; ")), by: 5)).joined(separator: "\n")
    }
}
