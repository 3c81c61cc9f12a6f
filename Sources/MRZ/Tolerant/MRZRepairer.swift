import Standards

/// Looks for the one way to put confusable characters right that all check digits bear out.
///
/// Each field with a digit of its own is solved by itself, with as few replacements as possible; the composite check
/// digit then decides between the solutions. Where two ways remain, none is proposed. Names, codes and the sex have no
/// check digit and are left as they are.
struct MRZRepairer {
    private typealias Replacements = [Int: UInt8]

    private let zone: MachineReadableZone
    private let reference: Timestamp
    private let layout: MRZLayout

    /// The most ways that are kept of one field.
    private static let solutionLimit = 32

    init(_ zone: MachineReadableZone, _ reference: Timestamp) {
        self.zone = zone
        self.reference = reference
        layout = zone.layout
    }

    var proposal: MRZProposal? {
        let groups = self.groups
        guard groups.contains(where: { !isRight($0, zone) }) || !isCompositeRight(zone) else { return nil }
        var ways: [Replacements] = [[:]]
        for group in groups where !isRight(group, zone) {
            let solutions = solutions(of: group)
            guard !solutions.isEmpty, ways.count * solutions.count <= 1024 else { return nil }
            ways = ways.flatMap { way in solutions.map { way.merging($0) { first, _ in first } } }
        }
        if !layout.composite.isEmpty { ways = confirmedByComposite(ways) }
        guard ways.count == 1, let way = ways.first, !way.isEmpty else { return nil }
        return proposal(of: way)
    }

    // MARK: Fields with their own check digit

    private struct Group {
        let id: MRZCheckDigit.ID
        let covered: [Int]
        let digit: Int
        /// Whether all covered characters are digits or fillers.
        let isNumeric: Bool
        var mayDigitBeFiller = false
    }

    private var groups: [Group] {
        var number = Array(layout.documentNumber)
        var digit = layout.documentNumberCheckDigit
        if let overflow = zone.documentNumberOverflow {
            number += Array(overflow.digits)
            digit = overflow.digits.upperBound
        }
        var groups = [Group(id: .documentNumber, covered: number, digit: digit, isNumeric: false)]
        let birth = layout.dateOfBirth
        groups.append(Group(id: .dateOfBirth, covered: Array(birth), digit: birth.upperBound, isNumeric: true))
        if let expiry = layout.dateOfExpiry {
            groups.append(Group(id: .dateOfExpiry, covered: Array(expiry), digit: expiry.upperBound, isNumeric: true))
        }
        if let optional = layout.optionalData, layout.hasOptionalDataCheckDigit {
            groups.append(
                Group(
                    id: .optionalData, covered: Array(optional), digit: optional.upperBound, isNumeric: false,
                    mayDigitBeFiller: zone.end(of: optional) == optional.lowerBound))
        }
        return groups
    }

    private func isRight(_ group: Group, _ zone: MachineReadableZone) -> Bool {
        let found = zone.characters[group.digit]
        let expected = CheckDigit.compute(over: group.covered.map { zone.characters[$0] })
        guard found == expected || group.mayDigitBeFiller && found == MRZAlphabet.filler else { return false }
        switch group.id {
        case .dateOfBirth: return zone.dateOfBirth(asOf: reference) != nil
        case .dateOfExpiry: return zone.dateOfExpiry(asOf: reference) != nil
        case .documentNumber, .optionalData, .composite: return true
        }
    }

    /// The ways with the fewest replacements that make a field and its digit right.
    private func solutions(of group: Group) -> [Replacements] {
        // A letter where only a digit can stand is mistaken in any case.
        var certain: Replacements = [:]
        for index in (group.isNumeric ? group.covered : []) + [group.digit] {
            let character = zone.characters[index]
            guard MRZAlphabet.isLetter(character) else { continue }
            guard let digit = Confusion.digit(for: character) else { return [] }
            certain[index] = digit
        }
        if isRight(group, zone.replacing(certain)) { return [certain] }
        guard !group.isNumeric else { return [] }
        let open = group.covered.flatMap { index in
            Confusion.alternatives(to: zone.characters[index]).map { (index, $0) }
        }
        for depth in 1...2 {
            // Two replacements need a second witness: without a composite digit chance would choose too often.
            guard depth == 1 || !layout.composite.isEmpty else { break }
            let found = combinations(of: open, depth).map { certain.merging($0) { first, _ in first } }
                .filter { isRight(group, zone.replacing($0)) }
            if !found.isEmpty { return found.count <= Self.solutionLimit ? found : [] }
        }
        return []
    }

    private func combinations(of open: [(Int, UInt8)], _ depth: Int) -> [Replacements] {
        guard depth == 2 else { return open.map { [$0.0: $0.1] } }
        var combinations: [Replacements] = []
        for (position, first) in open.enumerated() {
            for second in open[(position + 1)...] where second.0 != first.0 {
                combinations.append([first.0: first.1, second.0: second.1])
            }
        }
        return combinations
    }

    // MARK: The composite check digit

    private func isCompositeRight(_ zone: MachineReadableZone) -> Bool {
        guard !layout.composite.isEmpty else { return true }
        return zone.characters[layout.compositeCheckDigit] == compositeDigit(of: zone)
    }

    private func compositeDigit(of zone: MachineReadableZone) -> UInt8? {
        var sum = CheckDigitSum()
        for range in layout.composite { sum.add(zone.characters[range]) }
        return sum.digit
    }

    /// Of the ways those that the composite digit bears out; failing that, those with one more replacement in what it
    /// alone covers.
    private func confirmedByComposite(_ ways: [Replacements]) -> [Replacements] {
        var ways = ways
        let found = zone.characters[layout.compositeCheckDigit]
        if MRZAlphabet.isLetter(found) {
            guard let digit = Confusion.digit(for: found) else { return [] }
            ways = ways.map { $0.merging([layout.compositeCheckDigit: digit]) { first, _ in first } }
        }
        let confirmed = ways.filter { isCompositeRight(zone.replacing($0)) }
        guard confirmed.isEmpty, ways.count == 1 else { return confirmed }
        let open = coveredByCompositeAlone.flatMap { index in
            Confusion.alternatives(to: zone.characters[index]).map { (index, $0) }
        }
        return ways.flatMap { way in
            open.map { replacement in way.merging([replacement.0: replacement.1]) { first, _ in first } }
        }.filter { isCompositeRight(zone.replacing($0)) }
    }

    /// The optional data of a TD1 or a TD2, which has no digit of its own.
    private var coveredByCompositeAlone: [Int] {
        guard !layout.hasOptionalDataCheckDigit, !layout.composite.isEmpty else { return [] }
        let number = Set(groups.flatMap { $0.covered + [$0.digit] })
        let optional = Array(layout.optionalData ?? 0..<0) + Array(layout.optionalData2 ?? 0..<0)
        return optional.filter { !number.contains($0) }
    }

    // MARK: The result

    private func proposal(of way: Replacements) -> MRZProposal {
        let repaired = zone.replacing(way)
        let right = repaired.checkDigits.filter(\.isCorrect).map(\.id)
        let repairs = way.sorted { $0.key < $1.key }.map { index, character in
            let place = zone.format.place(of: index)
            return MRZRepair(
                field: zone.field(at: index) ?? .optionalData, line: place.line, position: place.position,
                found: Character(Unicode.Scalar(zone.characters[index])),
                proposed: Character(Unicode.Scalar(character)),
                confirmedBy: right.filter { covers($0, index) })
        }
        return MRZProposal(zone: repaired, repairs: repairs)
    }

    private func covers(_ id: MRZCheckDigit.ID, _ index: Int) -> Bool {
        if id == .composite {
            return index == layout.compositeCheckDigit || layout.composite.contains { $0.contains(index) }
        }
        return groups.contains { $0.id == id && ($0.covered.contains(index) || $0.digit == index) }
    }
}
