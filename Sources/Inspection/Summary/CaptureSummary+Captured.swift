import LDS
import MRZ
import Report
import Standards

extension CaptureSummary {
    /// What a report says of a captured zone.
    ///
    /// - Parameters:
    ///   - chip: The zone of DG1, where it was read.
    ///   - access: How the chip was opened, or that it was not.
    init(_ captured: CapturedMRZ, chip: MachineReadableZone?, access: AccessReading) {
        let zone = captured.zone
        self.init(
            source: captured.source, page: captured.page, format: zone.format.rawValue, lines: zone.lines,
            confidence: Self.thousandths(captured.confidence),
            doubts: captured.layoutDoubts.map { Reason($0.rawValue, $0.words) },
            doubtful: captured.doubts.map(Mark.init),
            overruled: captured.overruled.map(Mark.init))
        differences = chip.flatMap { zone.characterDifferences(from: $0) }.map { found in
            found.map { difference in
                Difference(
                    place: Place(difference.place), printed: String(difference.character),
                    chip: String(difference.other), isDoubtful: captured.isDoubtful(difference.place))
            }
        }
        // Where nothing was refused, nobody needs another key.
        guard captured.retry != nil || access.refusedKey else { return }
        let isOpen = access.used != nil
        var readings = captured.retry.map { [Rereading($0, outcome: isOpen ? .opened : .refused)] } ?? []
        if !isOpen {
            readings += captured.keyRereadings()
                .filter { $0.replacements != captured.retry?.replacements && $0.share >= Self.leastShare }
                .map { Rereading($0, outcome: .offered) }
        }
        rereadings = readings
    }

    /// What is less probable than this is not worth anybody's try.
    package static let leastShare = 0.001

    /// A chance in thousandths; one that is not certain never rounds up to certainty.
    fileprivate static func thousandths(_ chance: Double) -> Int {
        guard chance < 1 else { return 1000 }
        return chance > 0 ? min(Int((chance * 1000).rounded()), 999) : 0
    }
}

extension CaptureSummary.Place {
    fileprivate init(_ place: MRZPlace) {
        self.init(line: place.line, position: place.position, field: place.field?.label)
    }
}

extension CaptureSummary.Mark {
    fileprivate init(_ doubt: CapturedMRZ.Doubt) {
        self.init(
            place: CaptureSummary.Place(doubt.place), character: String(doubt.character),
            confidence: CaptureSummary.thousandths(doubt.evidence.confidence),
            seen: doubt.evidence.seen.map { String($0) }, overruledBy: doubt.evidence.overruledBy,
            alternatives: doubt.evidence.alternatives.map { String($0.character) })
    }
}

extension CaptureSummary.Rereading {
    fileprivate init(_ reading: Rereading, outcome: Outcome) {
        self.init(
            replacements: reading.replacements.map {
                Replacement(
                    place: CaptureSummary.Place($0.place), character: String($0.character),
                    alternative: String($0.alternative))
            },
            share: CaptureSummary.thousandths(reading.share), outcome: outcome)
    }
}
