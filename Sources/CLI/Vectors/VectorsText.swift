import Conformance

/// The table of a run over vectors, for people.
enum VectorsText {
    static func lines(of report: ConformanceReport) -> [String] {
        var rows = [["module", "topic", "publication", "passed", "failed", "skipped"]]
        for file in report.files {
            let place = VectorPlace(file.path)
            rows.append([
                place.module, place.topic, place.publication, "\(file.passedCount)", "\(file.failures.count)",
                "\(file.skips.count)",
            ])
        }
        return table(rows) + problems(report) + exclusions(report) + ["", sum(report)]
    }

    private static func table(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { index, cell in
                let gap = String(repeating: " ", count: cell.1 - cell.0.count)
                return index < 3 ? cell.0 + gap : gap + cell.0
            }
            return cells.joined(separator: "  ")
        }
    }

    private static func problems(_ report: ConformanceReport) -> [String] {
        report.files.flatMap { file -> [String] in
            let results = file.vectors.compactMap { vector -> [String]? in
                let (word, reason): (String, String)
                switch vector.outcome {
                case .passed: return nil
                case .failed(let problem): (word, reason) = ("failed", problem)
                case .skipped(let cause): (word, reason) = ("skipped", cause)
                }
                return ["", "\(word): \(file.path)\(vector.id.isEmpty ? "" : ", \(vector.id)")"]
                    + TextLayout.wrap(reason, width: 78).map { "  " + $0 }
            }
            let source =
                file.source.isEmpty ? [] : TextLayout.wrap("source: " + file.source, width: 78).map { "  " + $0 }
            return results.flatMap { $0 + source }
        }
    }

    private static func exclusions(_ report: ConformanceReport) -> [String] {
        guard !report.exclusions.isEmpty else { return [] }
        let rows = report.exclusions.map { (name: $0.place, text: $0.reason) }
        return ["", "no vectors:", TextLayout.table(rows, width: 80, widest: 40)]
    }

    private static func sum(_ report: ConformanceReport) -> String {
        "\(report.passedCount) passed, \(report.failedCount) failed, \(report.skippedCount) skipped"
    }
}

/// The parts of a path of vectors: `<module>/<topic>/<publication>.json`.
struct VectorPlace {
    let module: String
    let topic: String
    let publication: String

    init(_ path: String) {
        let parts = path.split(separator: "/").map(String.init)
        let name = parts.last ?? path
        publication = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
        module = parts.count > 1 ? parts[0] : "–"
        topic = parts.count > 2 ? parts[1..<(parts.count - 1)].joined(separator: "/") : "–"
    }
}
