import Standards

extension Wording {
    static let captureTitle = "Captured MRZ"

    /// `page.jpg, page 2`.
    static func source(_ capture: CaptureSummary) -> String {
        capture.source + (capture.page.map { ", page \($0)" } ?? "")
    }

    /// `99.6 %`, of thousandths; only certainty itself is 100 %.
    static func percent(_ thousandths: Int) -> String { "\(thousandths / 10).\(thousandths % 10) %" }

    /// `Line 2 position 5 (document number)`.
    static func place(_ place: CaptureSummary.Place) -> String {
        "Line \(place.line) position \(place.position)" + (place.field.map { " (\($0))" } ?? "")
    }

    /// What the percentage beside the lines stands for.
    static func certainty(_ capture: CaptureSummary) -> String {
        "\(percent(capture.confidence)) sure that all lines are read right"
    }

    /// What the capture says, a heading and sentences each; what there is nothing to say of is left out. Without sentences
    /// there is none of what the heading names.
    static func sections(_ capture: CaptureSummary) -> [(title: String, sentences: [String])] {
        let differences = capture.differences.map { [("Differences from the chip", $0.map(difference))] } ?? []
        let picture = [
            ("Lines in doubt", capture.doubts.map(\.text)), ("Doubtful", capture.doubtful.map(doubt)),
            ("Not as pictured", capture.overruled.map(overruled)),
        ]
        let others = [("Other readings", capture.rereadings.map { rereading($0, of: capture.lines) })]
        return picture.filter { !$0.1.isEmpty } + differences + others.filter { !$0.1.isEmpty }
    }

    private static func doubt(_ mark: CaptureSummary.Mark) -> String {
        let others =
            mark.alternatives.isEmpty ? "" : ", or \(mark.alternatives.joined(separator: ", or "))"
        return "\(place(mark.place)): \(mark.character) (\(percent(mark.confidence)) sure)\(others)."
    }

    private static func overruled(_ mark: CaptureSummary.Mark) -> String {
        let why =
            switch mark.overruledBy {
            case "checkDigit": ", with which alone the check digits hold"
            case "alphabet": ", since the field holds no such character"
            case "code": ", which makes a code that there is"
            default: ""
            }
        return
            "\(place(mark.place)): the picture shows \(character(mark.seen)); read as \(character(mark.character))\(why)."
    }

    /// `the letter O`, `the digit 0`: what looks alike is told apart by its kind.
    package static func character(_ text: String?) -> String {
        switch text?.first {
        case nil: "another character"
        case "<"?: "a filler <"
        case let character?: "the \(character.isNumber ? "digit" : "letter") \(character)"
        }
    }

    private static func difference(_ difference: CaptureSummary.Difference) -> String {
        "\(place(difference.place)): printed \(difference.printed), on the chip \(difference.chip)"
            + (difference.isDoubtful ? "; doubtful in the picture." : ".")
    }

    private static func rereading(_ reading: CaptureSummary.Rereading, of lines: [String]) -> String {
        let changes = reading.replacements.map {
            "\(place($0.place)): \($0.alternative) instead of \($0.character)"
        }
        let outcome =
            switch reading.outcome {
            case .offered: "not tried"
            case .opened: "tried once, and the chip took it"
            case .refused: "tried once, and refused too"
            }
        let share = reading.share > 0 ? percent(reading.share) : "less than 0.1 %"
        let typed = reading.outcome == .offered ? typed(reading, lines) : ""
        return "\(changes.joined(separator: "; ")) (\(share); \(outcome))\(typed)."
    }

    /// `: type line 2 as L898902C<3UTO…`; empty where a place is none of the lines.
    private static func typed(_ reading: CaptureSummary.Rereading, _ lines: [String]) -> String {
        var typed = lines.map(Array.init)
        for replacement in reading.replacements {
            let (line, position) = (replacement.place.line - 1, replacement.place.position - 1)
            guard typed.indices.contains(line), typed[line].indices.contains(position),
                let alternative = replacement.alternative.first
            else { return "" }
            typed[line][position] = alternative
        }
        let numbers = Set(reading.replacements.map(\.place.line)).sorted()
        return ": type " + numbers.map { "line \($0) as \(String(typed[$0 - 1]))" }.joined(separator: ", ")
    }
}
