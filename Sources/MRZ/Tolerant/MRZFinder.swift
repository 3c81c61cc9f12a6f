import Standards

/// Finds the lines in a text that make the most credible zone.
struct MRZFinder {
    /// A zone, how it came about, and how far it had to be bent for it.
    struct Candidate {
        let zone: MachineReadableZone
        var adjustments: [MRZAdjustment]
        var cost = 0
    }

    private let text: MRZText

    /// The shapes of a zone: lines and their length.
    private static let shapes = [(count: 3, length: 30), (count: 2, length: 44), (count: 2, length: 36)]
    /// The most lines that are looked at; a page of text has fewer that look like a zone.
    private static let lineLimit = 60

    init(_ text: some StringProtocol) {
        self.text = MRZText(text)
    }

    /// The candidate that breaks the fewest rules, of those the one that was bent least; nil where none is credible.
    func best(asOf reference: Timestamp) -> Candidate? {
        var best: (candidate: Candidate, faults: Int)?
        for blanksAreFillers in text.hasBlanks ? [false, true] : [false] {
            for guillemetWidth in text.hasGuillemets ? [2, 1] : [2] {
                let lines = text.lines(blanksAreFillers: blanksAreFillers, guillemetWidth: guillemetWidth)
                for var candidate in Self.candidates(lines) {
                    guard Self.isCredible(candidate.zone, reference) else { continue }
                    candidate.adjustments = adjustments(blanksAreFillers) + candidate.adjustments
                    if blanksAreFillers || guillemetWidth == 1 { candidate.cost += 1 }
                    let faults = candidate.zone.faults(asOf: reference).count { !$0.isTolerable }
                    if let best, (best.faults, best.candidate.cost) <= (faults, candidate.cost) { continue }
                    best = (candidate, faults)
                }
            }
        }
        return best?.candidate
    }

    private func adjustments(_ blanksAreFillers: Bool) -> [MRZAdjustment] {
        var adjustments: [MRZAdjustment] = []
        if text.hasByteOrderMark { adjustments.append(.byteOrderMark) }
        if text.hasCarriageReturns { adjustments.append(.carriageReturns) }
        if text.hasLowerCase { adjustments.append(.lowerCase) }
        if text.hasLookalikes { adjustments.append(.lookalikes) }
        if text.hasBlanks { adjustments.append(blanksAreFillers ? .blanksAsFillers : .blanks) }
        return adjustments
    }

    private static func candidates(_ lines: [[UInt8]]) -> [Candidate] {
        var candidates: [Candidate] = []
        let lines = likely(lines)
        for start in lines.indices {
            for shape in shapes {
                if start + shape.count <= lines.count {
                    let window = lines[start..<start + shape.count]
                    candidates += fitted(Array(window), shape.length, others: lines.count - shape.count)
                }
                for end in start..<min(lines.count, start + 12) {
                    let window = lines[start...end]
                    candidates += rebroken(window, shape, others: lines.count - window.count)
                }
            }
        }
        return candidates
    }

    /// The lines of a page that can belong to a zone: those with fillers, and where there are many their neighbours alone.
    private static func likely(_ lines: [[UInt8]]) -> [[UInt8]] {
        guard lines.count > lineLimit else { return lines }
        let near = lines.indices.filter { index in
            lines[max(0, index - 2)..<min(lines.count, index + 3)].contains { $0.contains(MRZAlphabet.filler) }
        }
        return near.suffix(lineLimit).map { lines[$0] }
    }

    /// Lines of the right number, each brought to its length.
    private static func fitted(_ lines: [[UInt8]], _ length: Int, others: Int) -> [Candidate] {
        var partial: [(characters: [UInt8], adjustments: [MRZAdjustment], cost: Int)] = [([], [], 0)]
        for (number, line) in lines.enumerated() {
            let isNameLine = lines.count == 3 ? number != 1 : number == 0
            let fits = FilledLine.fits(line, length, number: number + 1, onlyTail: isNameLine)
            partial = partial.flatMap { start in
                fits.map {
                    (start.characters + $0.characters, start.adjustments + $0.adjustments, start.cost + $0.cost)
                }
            }
            guard !partial.isEmpty else { return [] }
        }
        return partial.compactMap { candidate(from: $0.characters, others, $0.adjustments, $0.cost) }
    }

    /// Lines of another number or length, joined and divided anew; a tail of fillers may be missing.
    private static func rebroken(_ lines: ArraySlice<[UInt8]>, _ shape: (count: Int, length: Int), others: Int)
        -> [Candidate]
    {
        let isAlreadyRight = lines.count == shape.count && lines.allSatisfy { $0.count == shape.length }
        let joined = lines.reduce(0) { $0 + $1.count }
        let total = shape.count * shape.length
        guard !isAlreadyRight, joined <= total, total - joined <= shape.length - 6 else { return [] }
        var adjustments: [MRZAdjustment] = [.lineBreaks]
        if joined < total {
            adjustments.append(
                .addedFillers(
                    line: joined / shape.length + 1, position: joined % shape.length + 1, count: total - joined))
        }
        let tail = [UInt8](repeating: MRZAlphabet.filler, count: total - joined)
        return candidate(from: Array(lines.joined()) + tail, others, adjustments, 2 + total - joined).map { [$0] } ?? []
    }

    private static func candidate(
        from characters: [UInt8], _ others: Int, _ adjustments: [MRZAdjustment], _ cost: Int
    ) -> Candidate? {
        guard let zone = try? MachineReadableZone(concatenated: characters) else { return nil }
        let passedOver: [MRZAdjustment] = others > 0 ? [.otherLines(count: others)] : []
        return Candidate(zone: zone, adjustments: passedOver + adjustments, cost: cost)
    }

    /// Whether enough speaks for a zone: of the codes, the sex, the dates and the check digits at least half are right.
    private static func isCredible(_ zone: MachineReadableZone, _ reference: Timestamp) -> Bool {
        let strange = zone.characters.count { !MRZAlphabet.contains($0) }
        guard strange <= 8, zone.characters.contains(where: MRZAlphabet.isDigit) else { return false }
        let first = zone.characters[0]
        guard MRZAlphabet.isLetter(first) else { return false }
        let digits = zone.checkDigits
        var signs = [
            DocumentCode(zone.documentCode, in: zone.format) != nil,
            CountryCode(zone.issuingState) != nil,
            zone.dateOfBirth(asOf: reference) != nil,
            !zone.name.primaryParts.isEmpty,
        ]
        if zone.layout.nationality != nil {
            signs += [
                CountryCode(zone.nationality) != nil, zone.sex != nil, zone.dateOfExpiry(asOf: reference) != nil,
            ]
        }
        let right = signs.count { $0 } + digits.count { $0.isCorrect }
        return right * 2 >= signs.count + digits.count
    }
}
