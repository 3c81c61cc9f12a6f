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
        var words = SafeText.clean(page.file == "-" ? "standard input" : page.name)
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
        if !doubtful.isEmpty {
            parts.append(
                "Doubtful\n" + doubtful.prefix(Self.doubtLimit).map { Self.item(Self.row($0)) }.joined(separator: "\n"))
        }
        if !zone.marked.isEmpty {
            let places = zone.marked.prefix(Self.doubtLimit).map { "line \($0.line) position \($0.position)" }
            parts.append(
                "Marks\n"
                    + Self.item(
                        "printed with a mark and read without, as Ñ is read as N: " + places.joined(separator: ", ")))
        }
        let steps = nextSteps(zone, result, doubtful)
        if !steps.isEmpty { parts.append("Next\n" + steps.map(Self.item).joined(separator: "\n")) }
        return parts.joined(separator: "\n\n")
    }

    private func headline(_ zone: CaptureAnswer.Zone, _ result: CaptureAnswer.Zone.Result, _ text: MRZText) -> String {
        let certainty = "read with a certainty of \(Self.percent(zone.confidence))"
        guard result == .undetermined else { return "\(text.headline), \(certainty)" }
        return "\(zone.zone.format.rawValue): undetermined, \(certainty): this is a proposal"
    }

    private static let doubtLimit = 12

    private static func row(_ character: CaptureAnswer.Zone.Character) -> String {
        var words = "line \(character.line) position \(character.position): '\(character.character)'"
        words += ", certain by \(percent(character.confidence))"
        if let reason = character.reason {
            words += "; the picture alone says '\(character.printed)', but \(reason.words)"
        } else if let other = character.alternatives.first {
            words += ", or '\(other.character)'"
        }
        return words
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
            steps.append("take it again: sharp, in even light, without glare or fingers on the lines")
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
        case .checkDigit: "the check digits do not hold with it"
        case .alphabet: "this field holds no such characters"
        case .code: "the code of a State does not hold it"
        }
    }
}
