import Standards

extension InspectionReport {
    /// The report as plain text for a terminal, with a line end.
    ///
    /// - Parameters:
    ///   - width: The columns there are; at least 60 are used.
    ///   - colour: Whether escape sequences for colour are written.
    public func text(width: Int = 80, colour: Bool = false) -> String {
        let page = TextPage(width: max(60, min(width, 120)), colour: colour)
        var blocks = [page.banner(self)]
        if let document { blocks.append(page.document(document)) }
        blocks.append(page.answers(tellingAnswers))
        let steps = nextSteps
        if !steps.isEmpty { blocks.append(page.list("What to do next", steps)) }
        blocks.append(page.checks(tellingAnswers, unmade: unmadeChecks))
        if let capture { blocks.append(page.capture(capture)) }
        if !records.isEmpty { blocks.append(page.records(records)) }
        if !dataGroups.isEmpty { blocks.append(page.dataGroups(dataGroups)) }
        if !files.isEmpty { blocks.append(page.files(files, of: reading.origin)) }
        if let signer { blocks.append(page.signer(signer)) }
        let told = remarks.filter { !$0.isOfAllowedForm }
        if !told.isEmpty { blocks.append(page.list("Remarks", told.map(\.text))) }
        if !reading.steps.isEmpty { blocks.append(page.steps(reading)) }
        blocks.append(page.colophon(self))
        return blocks.joined(separator: "\n\n") + "\n"
    }
}

/// A text page of a fixed width.
struct TextPage {
    let width: Int
    let colour: Bool

    func banner(_ report: InspectionReport) -> String {
        let rule = String(repeating: "─", count: width)
        let style: Style =
            switch report.verdict {
            case .accepted: .good
            case .undecided: .open
            case .rejected: .bad
            }
        let title = paint(Wording.title(report.verdict).uppercased(), style, bold: true)
        let indent = Wording.title(report.verdict).count + 6
        let lines = LineBreaking.wrap(Wording.sentence(report), width: width - indent)
        let sentence = lines.joined(separator: "\n" + String(repeating: " ", count: indent))
        return "\(rule)\n \(symbol(style)) \(title)   \(sentence)\n\(rule)"
    }

    func document(_ document: DocumentSummary) -> String {
        var rows = [
            ("Document", "\(Wording.kind(document)), number \(document.documentNumber)"),
            ("Holder", Wording.name(document)),
            ("Born", "\(Wording.date(document.dateOfBirth)), \(Wording.sex(document.sex)), \(document.nationality)"),
        ]
        if !document.dateOfExpiry.isEmpty { rows.append(("Expires", Wording.date(document.dateOfExpiry))) }
        rows += document.details.map { detail in
            (capitalised(Wording.words(fromCamelCase: detail.name)), Wording.date(detail.value))
        }
        if document.origin == .printed { rows.append(("Source", "the printed lines: the chip's were not read")) }
        return table(rows.map { (safe($0), safe($1)) })
    }

    func answers(_ answers: [AnswerSummary]) -> String {
        let widest = answers.map { Wording.word($0).count }.max() ?? 0
        return answers.map { answer in
            let style = Style(answer.result)
            let word = pad(Wording.word(answer), widest)
            let name = pad(Wording.title(answer.answer), 18)
            let prefix = 3 + 18 + widest + 2
            var sentence = safe(Wording.sentence(answer))
            if answer.remarkCount > 0 {
                sentence += answer.remarkCount == 1 ? " (1 remark)" : " (\(answer.remarkCount) remarks)"
            }
            let lines = LineBreaking.wrap(sentence, width: width - prefix)
            let rest = lines.dropFirst().map { String(repeating: " ", count: prefix) + $0 }
            let first = " \(symbol(style)) \(name)\(paint(word, style, bold: true))  \(lines.first ?? "")"
            return ([first] + rest).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    func checks(_ answers: [AnswerSummary], unmade: String?) -> String {
        let groups = answers.filter { !$0.checks.isEmpty }.map { answer in
            let passed = answer.checks.filter(Wording.isPlain)
            let others = answer.checks.filter { !passed.contains($0) }.map(check)
            let rows = others + (passed.isEmpty ? [] : [self.passed(passed)])
            return ([" \(Wording.title(answer.answer))"] + rows).joined(separator: "\n")
        }
        let rest = unmade.map { [" " + $0] } ?? []
        return ([heading("Checks")] + groups + rest).joined(separator: "\n")
    }

    private func check(_ check: Check) -> String {
        let style = check.result == .successful && check.leniency != nil ? .open : Style(check.result)
        let title = safe(CheckCatalogue.title(of: check.id))
        let note = check.obligation == .mandatory ? "" : " (\(Wording.word(check.obligation)))"
        let line = "   \(symbol(style)) \(title): \(paint(Wording.word(check), style))\(note)"
        let before = Wording.beforeDefect(check).map { hanging(safe($0), by: 7) } ?? []
        let leniency = hanging(safe(check.leniency?.text ?? ""), by: 7)
        return ([line] + hanging(safe(check.result.reason?.text ?? ""), by: 7) + before + leniency)
            .joined(separator: "\n")
    }

    /// Checks that passed need no line each.
    private func passed(_ checks: [Check]) -> String {
        let titles = checks.map { safe(CheckCatalogue.title(of: $0.id)) }.joined(separator: "; ")
        let lines = LineBreaking.wrap("passed: \(titles)", width: width - 5)
        let rest = lines.dropFirst().map { "     " + $0 }
        return (["   \(symbol(.good)) \(lines.first ?? "")"] + rest).joined(separator: "\n")
    }

    func dataGroups(_ groups: [DataGroupEntry]) -> String {
        let rows = groups.map { group in
            let algorithm = group.algorithm.map { " (\($0))" } ?? ""
            return (
                "DG\(group.number)",
                safe("\(Wording.content(ofGroup: group.number)): \(group.integrity.rawValue)\(algorithm)")
            )
        }
        return heading("Data groups against the signed hashes") + "\n" + table(rows)
    }

    func files(_ files: [FileEntry], of origin: ReadingSummary.Origin) -> String {
        let rows = files.map { file in
            let size = file.byteCount.map { ", \(Wording.grouped($0)) bytes" } ?? ""
            let status = file.status.map { " (\($0))" } ?? ""
            let note = file.note.map { ": \($0)" } ?? ""
            return (safe(file.name), safe(Wording.word(file.state, of: origin) + status + size + note))
        }
        return heading("Files") + "\n" + table(rows)
    }

    func signer(_ signer: SignerSummary) -> String {
        var rows = [("Trust", signer.trust.rawValue)]
        if let certificate = signer.certificate { rows += self.certificate(certificate, "Signer") }
        if let anchor = signer.anchor { rows += certificate(anchor, "Anchor") }
        if let algorithm = signer.signatureAlgorithm { rows.append(("Signature", algorithm)) }
        if let time = signer.signedAt { rows.append(("Signed", Wording.moment(time))) }
        return heading("Signer") + "\n" + table(rows.map { ($0, safe($1)) })
    }

    func steps(_ reading: ReadingSummary) -> String {
        let total = reading.steps.reduce(Duration.zero) { $0 + $1.duration }
        let count = reading.steps.reduce(0) { $0 + $1.apduCount }
        let rows = reading.steps.map { step in
            let bytes = Wording.grouped(step.sentByteCount + step.receivedByteCount)
            return (
                safe(step.name),
                "\(Wording.count(step.apduCount, "APDU")), \(bytes) bytes, \(Wording.duration(step.duration))"
            )
        }
        return heading("Steps") + "\n"
            + table(rows + [("Together", "\(Wording.count(count, "APDU")), \(Wording.duration(total))")])
    }

    func colophon(_ report: InspectionReport) -> String {
        let rows =
            [
                ("Policy", "\(Wording.policy(report.policy)), judged as of \(Wording.moment(report.policy.judgedAt))")
            ] + Wording.trustLists(report) + [
                (
                    "Made by",
                    "\(report.component.name) \(report.component.version), \(Wording.moment(report.startedAt))"
                ),
                ("Inspection", report.transactionID),
            ]
        return heading("About") + "\n" + table(rows.map { ($0, safe($1)) })
    }

    func list(_ title: String, _ items: [String]) -> String {
        let lines = items.flatMap { item -> [String] in
            let lines = LineBreaking.wrap(safe(item), width: width - 5)
            return [" - \(lines.first ?? "")"] + lines.dropFirst().map { "   " + $0 }
        }
        return ([heading(title)] + lines).joined(separator: "\n")
    }

    private func certificate(_ certificate: SignerSummary.Certificate, _ title: String) -> [(String, String)] {
        let validity =
            "\(certificate.notBefore.description.prefix(10)) to \(certificate.notAfter.description.prefix(10))"
        return [(title, certificate.subject), ("", "serial number \(certificate.serialNumber), valid \(validity)")]
    }
}
