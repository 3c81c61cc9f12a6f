import Report
import Trust

/// What came of an import, for people.
extension ImportView {
    /// How many refusals of one source are written out; JSON has all of them.
    private static let shownRefusals = 10

    /// - Parameter width: Where lines are broken; a command to be pasted stays whole.
    func text(width: Int) -> [String] {
        var lines: [String] = []
        for source in sources { lines += source.text(Self.shownRefusals) }
        if !refused.isEmpty || furtherRefusals > 0 {
            lines.append("refused:")
            lines += refused.map { "  \($0.line)" }
            if furtherRefusals > 0 { lines.append("  and \(furtherRefusals) more") }
        }
        lines += table
        lines += gaps.map { gap in
            let which = gap.first == gap.last ? "version \(gap.first)" : "versions \(gap.first) to \(gap.last)"
            return "missing: \(which) of the collection '\(gap.collection)'"
        }
        lines.append(end)
        let command = nextCommand.map { ["judge with: \($0)"] } ?? []
        return lines.flatMap { Self.wrapped(SafeText.clean($0), width) } + command.map { SafeText.clean($0) }
    }

    /// A line, broken where it is too long; what follows stands two columns further in.
    private static func wrapped(_ line: String, _ width: Int) -> [String] {
        guard line.count > width else { return [line] }
        let margin = String(repeating: " ", count: line.prefix { $0 == " " }.count)
        if let command = line.firstRange(of: "emrtd trust pin add "), command.lowerBound > line.startIndex {
            let words = String(line[..<command.lowerBound].dropLast())
            return wrapped(words, width) + [margin + "  " + line[command.lowerBound...]]
        }
        let lines = TextLayout.wrap(line, width: max(width - margin.count - 2, 20))
        return lines.enumerated().map { index, part in
            margin + (index == 0 ? "" : "  ") + part.drop { $0 == " " }
        }
    }

    private var end: String {
        if dryRun { return "nothing was changed" }
        guard let generation, let store else { return "nothing was taken into the store" }
        return generation.before == generation.after
            ? "store: \(store), as it was" : "store: \(store), generation \(generation.after)"
    }

    /// What changed, by state.
    private var table: [String] {
        let columns: [(String, (State) -> Int)] = [
            ("anchors", \.anchors), ("links", \.links), ("by link", \.trustedByLink), ("untrusted", \.untrusted),
            ("lost", \.noLongerTrusted), ("signers", \.documentSigners), ("CRLs", \.revocationLists),
            ("deviations", \.deviationLists), ("withdrawn", \.withdrawn), ("refused", \.refused),
        ]
        let used = columns.filter { column in states.values.contains { column.1($0) > 0 } }
        guard !used.isEmpty else { return [] }
        func row(_ name: String, _ cells: [String]) -> String {
            let padded = zip(used, cells).map { column, cell in
                String(repeating: " ", count: max(0, column.0.count - cell.count)) + cell
            }
            return (["  \(name)".padded(7)] + padded).joined(separator: "  ")
        }
        var lines = ["new, by state:", row("", used.map(\.0))]
        for (name, state) in states.sorted(by: { $0.key < $1.key }) {
            let cells = used.map { "\($0.1(state))" }
            guard cells.contains(where: { $0 != "0" }) else { continue }
            lines.append(row(name.isEmpty ? "none" : name, cells.map { $0 == "0" ? "" : $0 }))
        }
        return lines
    }
}

extension ImportView.Source {
    fileprivate func text(_ shownRefusals: Int) -> [String] {
        var lines = ["\(name): \(title)"]
        switch standing {
        case "pinned": lines.append("  trusted by the pin \(pin ?? "")")
        case "direct": lines.append("  trusted, as you say")
        case "known": lines.append("  trusted already: the store trusts what is inside")
        case "accepted": lines.append("  trusted without a pin, as you say")
        default: lines.append("  \(isVerifiedElsewhere ? "" : "not trusted: ")\(reason?.text ?? "")")
        }
        lines += departures.map { "  tolerated: \($0)" }
        let counts: [(ImportView.Count, String, String)] = [
            (certificates, "certificate", "certificates"), (revocationLists, "revocation list", "revocation lists"),
            (deviationLists, "deviation list", "deviation lists"), (defectLists, "defect list", "defect lists"),
        ]
        let told = counts.filter { $0.0.found > 0 }.map { count, one, many in
            var words = Counted.text(count.found, one, many)
            if let new = count.new, let known = count.known { words += " (\(new) new, \(known) known)" }
            return words
        }
        let gone = withdrawn > 0 ? ["\(withdrawn) withdrawn"] : []
        lines.append("  " + ((told + gone).isEmpty ? "nothing inside" : (told + gone).joined(separator: ", ")))
        if keptRevocationLists > 0 {
            lines.append(
                "  no longer in the directory: \(keptRevocationLists) "
                    + (keptRevocationLists == 1 ? "revocation list, which stays" : "revocation lists, which stay")
                    + " in the store")
        }
        if unknownEntries > 0 {
            lines.append(
                "  no longer in the directory: \(unknownEntries) "
                    + (unknownEntries == 1 ? "entry" : "entries") + " of which the store holds nothing")
        }
        lines += refused.prefix(shownRefusals).map { "  refused: \($0.line)" }
        if refused.count > shownRefusals { lines.append("  refused: \(refused.count - shownRefusals) more") }
        return lines
    }

    private var isVerifiedElsewhere: Bool { reason?.code == TrustDelivery.Standing.verifiedWhereUsed }

    private var title: String {
        var words = TrustDelivery.Kind(rawValue: kind)?.words ?? kind
        if let country { words += " of \(country)" }
        if let signingTime { words += ", signed \(signingTime)" }
        if let collection { words += ", version \(collection)" }
        return words
    }
}

extension ImportView.Refusal {
    fileprivate var line: String { "\(place): \(reason.text)" }
}

extension TrustDelivery.Kind {
    /// What it is, for people.
    var words: String {
        switch self {
        case .masterList: "master list"
        case .masterListContent: "content of a master list"
        case .directory: "directory of the ICAO PKD"
        case .certificates: "certificates"
        case .revocationList: "revocation lists"
        case .deviationList: "deviation list"
        case .defectList: "defect list"
        }
    }
}

extension String {
    func padded(_ width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self
    }
}
