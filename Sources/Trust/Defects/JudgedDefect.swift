public import Standards

/// What lists say is wrong with one document, and what that did to its checks.
public struct JudgedDefect: Hashable, Sendable {
    public let defect: KnownDefect
    let effects: [DefectEffect]
    /// The checks whose result it changed, with what they said before, in the order they were made.
    public fileprivate(set) var changes: [Change] = []

    /// One check that was changed.
    public struct Change: Hashable, Sendable {
        public let check: CheckID
        public let before: CheckResult
    }

    init(_ defect: KnownDefect) {
        self.defect = defect
        effects = DefectEffect.effects(of: DefectKind(defect))
    }

    /// Whether it changed anything.
    public var isApplied: Bool { !changes.isEmpty }

    /// Whether it takes trust away, and does not only excuse.
    public var isCritical: Bool {
        effects.contains { effect in
            switch effect.change {
            case .fails, .leavesOpen: true
            case .leavesFailureOpen, .ignoresForm, .takesCheckAway: false
            }
        }
    }

    /// What it is, in words for people: the publisher's where it has some, without a full stop.
    public var words: String {
        let name = defect.text.map { "\u{201C}\($0)\u{201D}" } ?? "defect \(defect.type)"
        let country = defect.source.country.map { " of \($0)" } ?? ""
        let list = defect.source.kind == .defectList ? "defect list" : "deviation list"
        return "a \(list)\(country) says of this document: \(name)"
    }
}

extension [JudgedDefect] {
    /// What a check comes to, and what it would have come to; nil where no defect speaks of it.
    package mutating func change(_ check: CheckID, _ result: CheckResult) -> CheckResult? {
        var current = result
        for index in indices {
            for effect in self[index].effects where effect.checks.contains(check) {
                guard let changed = effect.change.changed(current, because: self[index].words) else { continue }
                self[index].changes.append(.init(check: check, before: current))
                current = changed
            }
        }
        return current == result ? nil : current
    }
}
