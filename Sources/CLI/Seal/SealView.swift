import ByteCoding
import Seals
import Standards
import Trust

/// A seal and what was found of it: its text and its JSON.
///
/// JSON: `verdict`, `policy`, `time`, `seal`, `checks`, `printCompared`, `nextSteps`, and where they are known `signer`, `anchor` and `deviations`.
struct SealView {
    private let seal: VisibleDigitalSeal
    private let result: SealResult

    init(_ seal: VisibleDigitalSeal, _ result: SealResult) {
        self.seal = seal
        self.result = result
    }

    // MARK: JSON

    var tree: FieldTree {
        var tree = FieldTree()
        tree.add("verdict", "Verdict", result.verdict.rawValue)
        tree.add("policy", "Policy", result.policy.name)
        tree.add("time", "Time", "\(result.validityTime)")
        tree.append(.init(key: "seal", label: "Seal", value: .tree(fields)))
        tree.add("checks", "Checks", result.checks.map(Self.tree))
        for (key, label, certificate) in [("signer", "Signer", result.signer), ("anchor", "Issuer", result.anchor)] {
            if let certificate {
                tree.append(.init(key: key, label: label, value: .tree(Self.tree(certificate))))
            }
        }
        tree.add("printCompared", "Print compared", result[.sealAgreement] != nil)
        tree.add("nextSteps", "Next steps", [nextStep])
        tree.add("deviations", "Deviations", result.quirks.map(\.description))
        return tree
    }

    /// What the seal says.
    private var fields: FieldTree {
        var tree = FieldTree()
        switch seal {
        case .constrained(let seal):
            tree.add("kind", "Seal", "VDS")
            tree.add("version", "Version", seal.version)
            tree.add("document", "Document", seal.documentType?.name)
            tree.add("documentType", "Type", Hexadecimal.encode([seal.featureDefinitionReference, seal.typeCategory]))
            tree.add("issuingState", "Issuing State", seal.issuingCountry)
            tree.add("signer", "Signer", seal.signerIdentifier)
            tree.add("certificateReference", "Certificate", seal.certificateReference)
            tree.add("issued", "Document issued", "\(seal.documentIssueDate)")
            tree.add("signed", "Signed", "\(seal.signatureCreationDate)")
            tree.add("features", "Features", seal.features.map(Self.tree))
        case .nonConstrained(let seal):
            tree.add("kind", "Seal", "VDS-NC")
            tree.add("version", "Version", seal.version)
            tree.add("document", "Document", seal.type)
            tree.add("issuingState", "Issuing State", seal.issuer)
            tree.add("algorithm", "Algorithm", seal.algorithmName)
            tree.add(
                "message", "Message",
                seal.fields.map { field in
                    var tree = FieldTree()
                    tree.add("path", "Path", field.path)
                    tree.add("value", "Value", field.value)
                    return tree
                })
        }
        return tree
    }

    private static func tree(_ feature: SealFeature) -> FieldTree {
        var tree = FieldTree()
        tree.add("tag", "Tag", Hexadecimal.encode([feature.tag]))
        tree.add("name", "Name", feature.name)
        tree.add("value", "Value", bytes: feature.value)
        tree.add("text", "Text", feature.text)
        if case .zone(let zone) = feature.content { tree.add("lines", "Lines", zone.lines) }
        if feature.isMalformed { tree.add("malformed", "Malformed", true) }
        return tree
    }

    private static func tree(_ check: SealResult.Check) -> FieldTree {
        var tree = FieldTree()
        tree.add("id", "Check", check.finding.id.rawValue)
        tree.add("result", "Result", check.finding.result.name)
        tree.add("obligation", "Obligation", check.obligation.rawValue)
        tree.add("code", "Code", check.finding.result.reason?.code)
        tree.add("reason", "Reason", check.finding.result.reason?.text)
        tree.add("source", "Source", check.finding.source.description)
        tree.add(
            "evidence", "Evidence",
            check.finding.evidence.map { fact in
                var tree = FieldTree()
                tree.add("name", "Name", fact.name)
                tree.add("value", "Value", fact.value)
                return tree
            })
        return tree
    }

    private static func tree(_ certificate: CertificateSummary) -> FieldTree {
        var tree = FieldTree()
        tree.add("subject", "Subject", certificate.subject)
        tree.add("issuer", "Issuer", certificate.issuer)
        tree.add("serialNumber", "Serial number", certificate.serialNumber)
        tree.add("sha256", "SHA-256", bytes: certificate.sha256)
        tree.add("notBefore", "Not before", "\(certificate.notBefore)")
        tree.add("notAfter", "Not after", "\(certificate.notAfter)")
        return tree
    }

    // MARK: Text

    /// The first check that led to the verdict; nil where the seal is accepted.
    private var deciding: SealResult.Check? {
        result.checks.first { check in
            switch check.finding.result {
            case .failed: check.obligation == .mandatory && result.verdict == .rejected
            case .undetermined, .aborted: check.obligation == .mandatory && result.verdict == .undecided
            case .successful, .notSupported: false
            }
        }
    }

    private var nextStep: String { SealNextSteps.step(after: result, deciding: deciding) }

    func text(width: Int) -> String {
        let why = deciding?.finding.result.reason?.text ?? "the seal is what a trusted signer signed"
        var lines = TextLayout.wrap("\(result.verdict.rawValue.uppercased()): \(why)".withoutControls, width: width)
        let asked = "Policy \(result.policy.name), judged as of \(result.validityTime)"
        lines += TextLayout.wrap(asked.withoutControls, width: width)
        lines += ["", "What to do next"] + Self.item("-", nextStep, width)
        lines += ["", "Seal"] + shownFields.lines(width: width - 2).map { "  \($0)" }
        lines += ["", "Checks"]
        for check in result.checks {
            let reason = check.finding.result.reason.map { ": \($0.text)" } ?? ""
            let weight = check.obligation == .mandatory ? "" : " (\(check.obligation.rawValue))"
            let line = "\(SealWording.title(of: check.finding.id)): \(check.finding.result.name)\(weight)\(reason)"
                .withoutControls
            lines += Self.item(check.finding.result.mark, line, width)
        }
        if result[.sealAgreement] == nil {
            let title = SealWording.title(of: .sealAgreement)
            lines += Self.item("–", "\(title): not supported: \(SealNextSteps.notCompared)", width)
        }
        if let signer = result.signer {
            lines += ["", "Signer"] + Self.tree(signer).lines(width: width - 2).map { "  \($0)" }
        }
        if !result.quirks.isEmpty {
            lines += ["", "Tolerated"] + result.quirks.flatMap { Self.item("-", Self.place($0) + $0.words, width) }
        }
        return lines.joined(separator: "\n")
    }

    /// A line with a mark before it, wrapped.
    private static func item(_ mark: String, _ text: String, _ width: Int) -> [String] {
        TextLayout.wrap(text, width: width - 6).enumerated().map {
            ($0.offset == 0 ? "  \(mark) " : "    ") + $0.element
        }
    }

    /// Whose certificate is meant, before what is said of it.
    private static func place(_ quirk: Quirk) -> String {
        switch quirk.place {
        case .document, .trustData: ""
        case .signer: "the signer's certificate: "
        case .issuer: "the certificate of its issuer: "
        case .revocationList: "a revocation list: "
        }
    }

    /// The fields with a line for each feature or value.
    private var shownFields: FieldTree {
        var shown = FieldTree()
        for field in fields.fields where field.key != "features" && field.key != "message" { shown.append(field) }
        switch seal {
        case .constrained(let seal):
            for feature in seal.features {
                let key = "feature\(Hexadecimal.encode([feature.tag]))"
                let label =
                    feature.name.map { $0.prefix(1).uppercased() + $0.dropFirst() }
                    ?? "Feature \(Hexadecimal.encode([feature.tag]))"
                if case .zone(let zone) = feature.content {
                    shown.add(key, label, zone.lines)
                } else if let text = feature.text {
                    shown.add(key, label, text)
                } else {
                    shown.add(key, label, bytes: feature.value)
                }
            }
        case .nonConstrained(let seal):
            for field in seal.fields { shown.add(field.path, field.path, field.value) }
        }
        return shown
    }
}

extension CheckResult {
    /// The word of BSI TR-03135-1.
    fileprivate var name: String {
        switch self {
        case .successful: "successful"
        case .failed: "failed"
        case .undetermined: "undetermined"
        case .notSupported: "not supported"
        case .aborted: "aborted"
        }
    }

    fileprivate var mark: String {
        switch self {
        case .successful: "✓"
        case .failed: "✗"
        case .undetermined, .aborted: "?"
        case .notSupported: "–"
        }
    }
}
