/// The result of the benchmark of capture, as people read it.
package enum CaptureBenchText {
    package static func lines(_ tally: CaptureTally) -> [String] {
        let all = tally.all
        var lines: [String] = []
        if all.zones > 0 {
            lines.append(
                "\(Counted.text(all.zones, "zone")): \(share(all.exact, of: all.zones)) exact, \(share(all.key, of: all.zones)) with the "
                    + "right key, \(percent(all.charactersRight, of: all.characters, digits: 2)) of the characters right"
            )
            lines.append(
                "\(all.valid) said to be valid, of which \(all.validWrong) are wrong; \(all.invalid) invalid, "
                    + "\(all.undetermined) undetermined, \(all.missed) not found; \(tally.surplus) more that are none")
        }
        if tally.empty > 0 {
            lines.append(
                "\(Counted.text(tally.empty, "picture")) without a zone: found in \(tally.foundInEmpty), suspected in "
                    + "\(tally.suspectedInEmpty)")
        }
        if tally.failures > 0 { lines.append("not to be read: \(Counted.text(tally.failures, "picture"))") }
        let groups = [
            ("turned by", tally.byQuadrant), ("format", tally.byFormat), ("height of capitals", tally.byCapHeight),
        ]
        for (title, scores) in groups where scores.count > 1 || (title == "turned by" && !scores.isEmpty) {
            lines += table(title, scores)
        }
        return lines
    }

    package static func line(_ size: CaptureTimes.SizeClass) -> String {
        let range = size.below.map { "\(size.from) to \($0)" } ?? "\(size.from) and more"
        return
            "processor time, \(range) megapixels (\(size.pictures)): median \(size.medianMilliseconds) ms, 95 % within "
            + "\(size.p95Milliseconds) ms"
    }

    package static func lines(_ wrong: CaptureTally.Wrong) -> [String] {
        let confidence = decimal(wrong.confidence, digits: 2)
        return ["\(wrong.file): \(wrong.result)\(wrong.read.isEmpty ? "" : ", confidence \(confidence)")"]
            + wrong.printed.map { "  printed \($0)" } + wrong.read.map { "  read    \($0)" }
    }

    private static func table(_ title: String, _ scores: [String: CaptureScore]) -> [String] {
        let width = max(title.count, scores.keys.map(\.count).max() ?? 0) + 2
        let head = title.padded(to: width) + "zones".padded(to: 8) + "exact".padded(to: 10) + "key"
        let rows = scores.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.map { name, score in
            name.padded(to: width) + "\(score.zones)".padded(to: 8)
                + percent(score.exact, of: score.zones, digits: 1).padded(to: 10)
                + percent(score.key, of: score.zones, digits: 1)
        }
        return ["", head] + rows
    }

    private static func share(_ part: Int, of whole: Int) -> String {
        "\(part) (\(percent(part, of: whole, digits: 1)))"
    }

    private static func percent(_ part: Int, of whole: Int, digits: Int) -> String {
        "\(decimal(100 * Double(part) / Double(max(whole, 1)), digits: digits)) %"
    }

    private static func decimal(_ value: Double, digits: Int) -> String {
        let factor = digits == 1 ? 10 : 100
        let scaled = Int((value * Double(factor)).rounded(.down))
        let fraction = "\(scaled % factor)"
        return "\(scaled / factor)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
