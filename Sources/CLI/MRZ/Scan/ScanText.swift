import MRZ
import Report
import Standards
import Vision

/// What became of a page, for people.
struct ScanText {
    private let page: ScannedPage
    private let reference: Timestamp
    private let usesColour: Bool

    init(_ page: ScannedPage, asOf reference: Timestamp, usesColour: Bool) {
        self.page = page
        self.reference = reference
        self.usesColour = usesColour
    }

    /// A paragraph for each zone; one for a page without; none for a failed one, which is told as an error.
    var text: String {
        guard case .success(let reading) = page.result else { return "" }
        guard !reading.zones.isEmpty else {
            return "\(place(nil))no machine readable zone\n  Next: " + Self.whereToLook
        }
        let zones = reading.zones.indices.map { index in
            zone(reading.zones[index], reading.zones.count > 1 ? index + 1 : nil)
        }
        let damage = reading.damage.map {
            ["\(place(nil))\($0)\n  Next: copy the file again, or take the picture again"]
        }
        return (zones + (damage ?? [])).joined(separator: "\n\n")
    }

    private static let whereToLook =
        "show the whole foot of the page or back of the card, sharp, near and without glare"

    private func place(_ zone: Int?) -> String {
        var words = SafeText.clean(page.words)
        if page.page > 1 { words += ", page \(page.page)" }
        if let zone { words += ", zone \(zone)" }
        return words + ": "
    }

    private func zone(_ zone: CaptureAnswer.Zone, _ number: Int?) -> String {
        let judgement = MRZJudgement(captured: zone.zone, asOf: reference)
        let text = MRZText(judgement, showsSecrets: false, usesColour: usesColour)
        let result = zone.result(asOf: reference)
        var parts = [place(number) + headline(zone, result, text)]
        let doubtful = zone.characters.filter(\.isDoubtful)
        parts.append(text.lines(marking: doubtful.map { ($0.line, $0.position...$0.position) }))
        parts += text.findings
        if result == .undetermined { parts.append(Self.list("Why undetermined", Self.causes(zone))) }
        let (others, uncertain) = (zone.overruled, doubtful.filter(\.isUncertain))
        if !uncertain.isEmpty { parts.append(Self.list("Doubtful", Self.first(of: uncertain.map(Self.row)))) }
        if !others.isEmpty {
            parts.append(Self.list("Not as pictured", Self.first(of: others.map(Self.overruled))))
        }
        if !zone.marked.isEmpty {
            let places = Self.first(of: zone.marked.map { "line \($0.line) position \($0.position)" })
            parts.append(
                Self.list(
                    "Marks",
                    ["printed with a mark and read without, as Ñ is read as N: " + places.joined(separator: ", ")]))
        }
        let steps = nextSteps(zone, result, doubtful)
        if !steps.isEmpty { parts.append(Self.list("Next", steps)) }
        return parts.joined(separator: "\n\n")
    }

    private func headline(_ zone: CaptureAnswer.Zone, _ result: CaptureAnswer.Zone.Result, _ text: MRZText) -> String {
        let certainty = "read with a certainty of \(Self.percent(zone.confidence))"
        let others = zone.overruled.count
        let notAsPictured = others > 0 ? ", \(Counted.text(others, "character")) not as pictured" : ""
        guard result == .undetermined else { return "\(text.headline), \(certainty)\(notAsPictured)" }
        return "\(zone.zone.format.rawValue): undetermined, \(certainty): this is a proposal"
    }

    private static let rowLimit = 12

    /// As many rows as one reads, and how many more there are.
    private static func first(of rows: [String]) -> [String] {
        let rest = rows.count - rowLimit
        return rest > 0 ? rows.prefix(rowLimit) + ["and \(rest) more: --json with --characters has all"] : rows
    }

    /// What keeps a zone from being certain: doubts of its lines, characters that are listed below, or all of them together.
    private static func causes(_ zone: CaptureAnswer.Zone) -> [String] {
        var causes = zone.doubts.map(\.words)
        let uncertain = zone.characters.count(where: \.isUncertain)
        if uncertain > 0 {
            causes.append(
                uncertain == 1
                    ? "One character is not clear; it is marked above and listed below."
                    : "\(uncertain) characters are not clear; they are marked above and listed below.")
        }
        if causes.isEmpty {
            let least = zone.characters.sorted { $0.confidence < $1.confidence }.prefix(3).map(Self.row)
            causes.append(
                "Each character is clear by itself, and all of them together are certain by no more than "
                    + "\(percent(zone.confidence)). Compare first \(least.joined(separator: "; ")).")
        }
        return causes
    }

    private static func row(_ character: CaptureAnswer.Zone.Character) -> String {
        let other = character.alternatives.first { $0.character != character.character }
        return "line \(character.line) position \(character.position): '\(character.character)', certain by "
            + percent(character.confidence) + (other.map { ", or '\($0.character)'" } ?? "")
    }

    /// A character that is given in the place of another that the picture shows.
    private static func overruled(_ character: CaptureAnswer.Zone.Character) -> String {
        let (seen, taken) = (String(character.printed), String(character.character))
        return "line \(character.line) position \(character.position): the picture shows \(Wording.character(seen)), "
            + "read as \(Wording.character(taken))" + (character.reason.map { ", since \($0.words)" } ?? "")
            + "; look at the document which of them is printed"
    }

    /// Whole numbers, rounded down, so that nothing becomes certain by rounding.
    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.down))) %" }

    private func nextSteps(
        _ zone: CaptureAnswer.Zone, _ result: CaptureAnswer.Zone.Result, _ doubtful: [CaptureAnswer.Zone.Character]
    ) -> [String] {
        var steps: [String] = []
        let wrong = zone.zone.checkDigits.filter { !$0.isCorrect }
        if result == .undetermined || !doubtful.isEmpty && result == .invalid {
            if zone.pitch < Self.smallPitch {
                steps.append("come closer: characters are \(Int(zone.pitch.rounded())) pixels apart, and 15 are good")
            }
            // Doubts of the lines say themselves what to try.
            if zone.doubts.isEmpty || zone.characters.contains(where: \.isUncertain) {
                steps.append("take it again: sharp, in even light, without glare or fingers on the lines")
            }
        }
        // A visa has no chip.
        if result == .undetermined, zone.key.isSound, zone.key.isSure, !zone.zone.format.isVisa {
            steps.append(
                "the check digits of number, birth and expiry hold, with a certainty of "
                    + "\(Self.percent(zone.key.confidence)): the chip will tell whether they are right")
        }
        if result == .invalid, doubtful.isEmpty, !wrong.isEmpty {
            steps.append(Self.clearAndWrong)
        }
        return steps
    }

    /// What to do where a check digit is wrong and no character is doubtful.
    static let clearAndWrong =
        "the characters are clear: look whether the document is a specimen, altered or badly made"

    private static func list(_ title: String, _ items: some Sequence<String>) -> String {
        "\(title)\n" + items.map(item).joined(separator: "\n")
    }

    /// One of a list, in lines that fit the terminal.
    private static func item(_ text: String) -> String {
        TextLayout.wrap(text, width: max(Terminal.width - 4, 20)).enumerated()
            .map { ($0 == 0 ? "  · " : "    ") + $1 }.joined(separator: "\n")
    }

    private static let smallPitch = 12.0
}

extension CaptureAnswer.Zone.Reason {
    fileprivate var words: String {
        switch self {
        case .checkDigit: "with that the check digits hold"
        case .alphabet: "this field holds no such characters"
        case .code: "that makes a code that there is"
        }
    }
}
