import ByteCoding
import Report
import Standards
import Trust

extension KnownDefectEntry {
    /// What a list knows of the document, and what that changed.
    init(_ judged: JudgedDefect, trustBefore: TrustStatus) {
        let source = judged.defect.source
        var checks: [CheckID] = []
        for change in judged.changes where !checks.contains(change.check) { checks.append(change.check) }
        self.init(
            type: "\(judged.defect.type)", text: judged.defect.text, listKind: source.kind.rawValue,
            listName: source.name, country: source.country, sha256: Hexadecimal.encode(source.sha256),
            isCritical: judged.isCritical, changedChecks: checks, trustBefore: SignerSummary.Trust(trustBefore))
    }
}

extension JudgedDefect {
    /// What the report says of it in words.
    var remark: Reason {
        let effect =
            isApplied
            ? changes.count == 1
                ? "It changes one check, which also says what it came to without that."
                : "It changes \(changes.count) checks, which also say what they came to without that."
            : "It changes no check."
        return Reason("knownDefect", words.prefix(1).uppercased() + words.dropFirst() + ". " + effect)
    }
}
