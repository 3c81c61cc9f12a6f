import MRZ
import Standards

/// A judgement for people.
struct MRZText {
    private let judgement: MRZJudgement
    private let showsSecrets: Bool
    private let usesColour: Bool

    init(_ judgement: MRZJudgement, showsSecrets: Bool, usesColour: Bool) {
        self.judgement = judgement
        self.showsSecrets = showsSecrets
        self.usesColour = usesColour
    }

    var text: String {
        var parts = [headline, lines(marking: [])] + findings
        if !judgement.adjustments.isEmpty {
            parts.append("Done to the text\n" + judgement.adjustments.map { "  · \($0)" }.joined(separator: "\n"))
        }
        if let proposal = judgement.proposal { parts.append(repairs(proposal)) }
        if showsSecrets { parts.append(secret) }
        return parts.joined(separator: "\n\n")
    }

    /// What was found out about the lines.
    var findings: [String] {
        var parts: [String] = []
        if let zone = judgement.zone { parts += [fields(zone), checks(zone)] }
        let broken = judgement.faults.filter { $0.rule != .checkDigit || judgement.zone == nil }
        if !broken.isEmpty { parts.append("Rules\n" + rows(broken).joined(separator: "\n")) }
        return parts
    }

    /// The lines, with a caret under each fault and under each place.
    func lines(marking places: [(line: Int, positions: ClosedRange<Int>)]) -> String {
        markedLines(judgement.lines, marks + places)
    }

    var headline: String {
        let verdict = judgement.isValid ? ink("valid", .green) : ink("not valid", .red)
        guard let zone = judgement.zone else { return "No zone of any format: \(verdict)" }
        let type = DocumentCode(zone.documentCode, in: zone.format)?.meaning
        return "\(zone.format.rawValue)\(type.map { ", \($0)" } ?? ""): \(verdict)"
    }

    // MARK: The lines, with a caret under each fault

    private var marks: [(line: Int, positions: ClosedRange<Int>)] {
        judgement.faults.compactMap { fault in
            guard let line = fault.line, let positions = fault.positions else { return nil }
            return (line, positions)
        }
    }

    private func markedLines(_ lines: [String], _ marks: [(line: Int, positions: ClosedRange<Int>)]) -> String {
        lines.enumerated().map { index, line in
            let carets = marks.filter { $0.line == index + 1 }.map(\.positions)
            guard let last = carets.map(\.upperBound).max() else { return "  \(line)" }
            let under = (1...min(last, 100)).map { position in
                carets.contains { $0.contains(position) } ? "^" : " "
            }.joined()
            return "  \(line)\n  \(ink(under, .red))"
        }.joined(separator: "\n")
    }

    // MARK: Fields and check digits

    private func fields(_ zone: MachineReadableZone) -> String {
        let reference = judgement.referenceDate
        var rows: [(name: String, text: String)] = [
            ("Document", joined(zone.documentCode, DocumentCode(zone.documentCode, in: zone.format)?.meaning)),
            ("Issued by", joined(zone.issuingState, CountryCode(zone.issuingState)?.name)),
            ("Number", zone.documentNumber),
            ("Surname", zone.name.primary),
            ("Given names", zone.name.secondary),
            ("Nationality", joined(zone.nationality, CountryCode(zone.nationality)?.name)),
            ("Born", zone.dateOfBirth(asOf: reference)?.description ?? ""),
            ("Sex", sex(zone)),
        ]
        if zone.format != .frenchIdentityCard {
            rows += [
                (zone.format.isVisa ? "Valid until" : "Expires", expiry(zone)), ("Optional data", zone.optionalData),
            ]
        }
        if zone.format == .td1 { rows.append(("Optional data 2", zone.optionalData2)) }
        if let office = zone.issuingOffice { rows.append(("Office", office)) }
        if zone.name.mayBeTruncated { rows.append(("Note", "the name fills its field and may have been cut")) }
        return TextLayout.table(rows.map { ($0.name, $0.text.isEmpty ? "–" : $0.text) }, width: Terminal.width)
    }

    private func joined(_ code: String, _ name: String?) -> String { code + (name.map { "  \($0)" } ?? "") }

    private func sex(_ zone: MachineReadableZone) -> String {
        switch zone.sex {
        case .male: "M  male"
        case .female: "F  female"
        case .unspecified: "<  unspecified"
        case .unspecifiedAsX: "X  unspecified"
        case nil: ""
        }
    }

    private func expiry(_ zone: MachineReadableZone) -> String {
        guard let date = zone.dateOfExpiry(asOf: judgement.referenceDate) else { return "" }
        return "\(date)" + (date.isOver(at: judgement.referenceDate) == true ? "  (over)" : "")
    }

    private func checks(_ zone: MachineReadableZone) -> String {
        let rows = zone.checkDigits.map { digit in
            let mark = digit.isCorrect ? ink("✓", .green) : ink("✗", .red)
            let name = digit.id.label(in: zone.format)
            let gap = String(repeating: " ", count: max(17 - name.count, 1))
            guard !digit.isCorrect else { return "  \(mark) \(name)\(gap)\(digit.found)" }
            let wanted = digit.expected.map { "should be \($0)" } ?? "covers a character that is none of the alphabet"
            return "  \(mark) \(name)\(gap)\(digit.found), \(wanted) (line \(digit.line) position \(digit.position))"
        }
        return "Check digits\n" + rows.joined(separator: "\n")
    }

    /// Rules in words; of many places in one line that break the same rule the first few, and how many more there are.
    private func rows(_ faults: [MRZFault]) -> [String] {
        var (rows, counts): ([String], [String: Int]) = ([], [:])
        for fault in faults {
            let group = "\(fault.rule) \(fault.line ?? 0) \(fault.sentence)"
            counts[group, default: 0] += 1
            guard fault.rule != .character || counts[group, default: 0] <= Self.placeLimit else { continue }
            rows.append(row(fault))
            guard fault.rule == .character, counts[group] == Self.placeLimit else { continue }
            let more = faults.count { "\($0.rule) \($0.line ?? 0) \($0.sentence)" == group } - Self.placeLimit
            if more > 0 { rows.append("    and at \(more) more places of line \(fault.line ?? 0)") }
        }
        return rows
    }

    private static let placeLimit = 3

    private func row(_ fault: MRZFault) -> String {
        let isTolerated = judgement.mode == .tolerant && fault.isTolerable
        return "  \(isTolerated ? "·" : ink("✗", .red)) \(fault)\(isTolerated ? ": tolerated" : "")"
    }

    // MARK: Repairs and the secret

    private func repairs(_ proposal: MRZProposal) -> String {
        let places = proposal.repairs.map { ($0.line, $0.position...$0.position) }
        return "Proposed, not read\n" + proposal.repairs.map { "  · \($0)" }.joined(separator: "\n") + "\n\n"
            + markedLines(proposal.zone.lines, places)
    }

    private var secret: String {
        let zone = judgement.proposal?.zone ?? judgement.zone
        guard let key = zone?.keyInformation else { return "Key information: none, since a check digit is wrong" }
        return "Key information\(judgement.proposal == nil ? "" : " of the proposal"): \(key.text)"
    }

    private enum Colour: String {
        case green = "\u{1B}[32m"
        case red = "\u{1B}[31m"
    }

    private func ink(_ text: String, _ colour: Colour) -> String {
        usesColour ? "\(colour.rawValue)\(text)\u{1B}[0m" : text
    }
}
