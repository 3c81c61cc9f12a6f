import Standards

extension HTMLPage {
    static func checks(_ report: InspectionReport) -> Markup {
        let groups = report.tellingAnswers.filter { !$0.checks.isEmpty }
        let rest: Markup = report.unmadeChecks.map { "<p class=\"notes\">\($0)</p>\n" } ?? ""
        guard !groups.isEmpty else { return "" }
        return """
            <section class="card">
            <h2>Checks</h2>
            \(.lines(groups.map(group)))
            \(rest)</section>
            """
    }

    private static func group(_ answer: AnswerSummary) -> Markup {
        """
        <h3>\(Wording.title(answer.answer)) <small>\(Wording.question(answer.answer))</small></h3>
        \(list(answer.checks.filter { !Wording.isPlain($0) }))
        \(passed(answer.checks.filter(Wording.isPlain)))
        """
    }

    private static func list(_ checks: [Check]) -> Markup {
        guard !checks.isEmpty else { return "" }
        return "<ul class=\"checks\">\n\(.lines(checks.map(check)))\n</ul>"
    }

    /// Checks that passed are folded away behind their number.
    private static func passed(_ checks: [Check]) -> Markup {
        guard !checks.isEmpty else { return "" }
        return """
            <details>
            <summary class="good">\(icon("good"))<span>\(Wording.count(checks.count, "check")) passed</span></summary>
            \(list(checks))
            </details>
            """
    }

    private static func check(_ check: Check) -> Markup {
        let reason: Markup = check.result.reason.map { "<p class=\"why\">\($0.text)</p>" } ?? ""
        let before: Markup = Wording.beforeDefect(check).map { "<p class=\"why\">\($0)</p>\n" } ?? ""
        let leniency: Markup = check.leniency.map { "<p class=\"why\">\($0.text)</p>\n" } ?? ""
        let tone = check.result == .successful && check.leniency != nil ? "open" : tone(check.result)
        var notes = [check.id.rawValue, check.source.description]
        if let number = CheckCatalogue.trNumber(of: check.id), !check.source.publication.contains("TR-03135") {
            notes.append("TR-03135-1 §\(number)")
        }
        notes += check.evidence.map { "\(Wording.words(fromCamelCase: $0.name)): \($0.value)" }
        let obligation: Markup =
            check.obligation == .mandatory ? "" : "<span class=\"tag\">\(Wording.word(check.obligation))</span>"
        return """
            <li class="\(tone)">
            \(icon(tone))
            <div>
            <p><span class="title">\(CheckCatalogue.title(of: check.id))</span> \
            <span class="result">\(Wording.word(check))</span>\(obligation)</p>
            \(reason)
            \(before)\(leniency)<p class="notes"><bdi>\(notes.joined(separator: " · "))</bdi></p>
            </div>
            </li>
            """
    }

    static func signer(_ report: InspectionReport) -> Markup {
        guard let signer = report.signer else { return "" }
        let tone =
            switch signer.trust {
            case .trusted: "good"
            case .notTrusted: "bad"
            case .undetermined: "open"
            }
        var links: [Markup] = []
        if let anchor = signer.anchor {
            links.append(certificate(anchor, "Trusted certificate of the issuing state"))
        } else {
            links.append("<li class=\"missing\"><p class=\"title\">No trusted certificate is at hand</p></li>")
        }
        if let certificate = signer.certificate { links.append(self.certificate(certificate, "Document signer")) }
        let algorithm = signer.signatureAlgorithm ?? "an algorithm that was not read"
        let time = signer.signedAt.map { ", \(Wording.moment($0))" } ?? ""
        return """
            <section class="card signer">
            <h2>Signer</h2>
            <p class="chain-word \(tone)">\(icon(tone))<span>\(sentenceCase(signer.trust.rawValue))</span></p>
            <ol class="chain">
            \(.lines(links))
            <li><p class="title">Security object of this chip</p><p class="notes">signed with \(algorithm + time)</p></li>
            </ol>
            </section>
            """
    }

    private static func certificate(_ certificate: SignerSummary.Certificate, _ title: String) -> Markup {
        let from = Wording.date(String(certificate.notBefore.description.prefix(10)))
        let until = Wording.date(String(certificate.notAfter.description.prefix(10)))
        return """
            <li>
            <p class="title">\(title)</p>
            <p><bdi>\(certificate.subject)</bdi></p>
            <p class="notes">valid \(from) to \(until) · serial number \(certificate.serialNumber)</p>
            <p class="notes hash">SHA-256 \(certificate.sha256)</p>
            </li>
            """
    }

    static func files(_ report: InspectionReport) -> Markup {
        guard !report.files.isEmpty || !report.dataGroups.isEmpty else { return "" }
        let groups = Dictionary(
            report.dataGroups.map { ("DG\($0.number)", $0) }, uniquingKeysWith: { first, _ in first })
        var rows = report.files.map { row($0.name, file: $0, of: report.reading.origin, group: groups[$0.name]) }
        let named = Set(report.files.map(\.name))
        rows += report.dataGroups.filter { !named.contains("DG\($0.number)") }
            .map { row("DG\($0.number)", file: nil, of: report.reading.origin, group: $0) }
        return """
            <section class="card">
            <h2>Files</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="Files">
            <table>
            <thead><tr><th scope="col">File</th><th scope="col">Holds</th><th scope="col">State</th>\
            <th scope="col" class="number">Bytes</th><th scope="col">Signed hash</th></tr></thead>
            <tbody>
            \(.lines(rows))
            </tbody>
            </table>
            </div>
            </section>
            """
    }

    private static func row(
        _ name: String, file: FileEntry?, of origin: ReadingSummary.Origin, group: DataGroupEntry?
    ) -> Markup {
        let status = file?.status.map { " (\($0))" } ?? ""
        let note = file?.note.map { ": \($0)" } ?? ""
        let state = file.map { Wording.word($0.state, of: origin) + status + note } ?? "not considered"
        let content = Int(name.dropFirst(2)).map { name.hasPrefix("DG") ? Wording.content(ofGroup: $0) : "" } ?? ""
        let tone =
            switch group?.integrity {
            case .identical: "good"
            case .notIdentical, .nonConformance: "bad"
            case .notPresent, .aborted: "open"
            case .present, nil: "quiet"
            }
        return """
            <tr><th scope="row">\(name)</th><td>\(content)</td><td>\(state)</td>\
            <td class="number">\(file?.byteCount.map(Wording.grouped) ?? "")</td>\
            <td class="\(tone)"><span class="result">\(group?.integrity.rawValue ?? "")</span></td></tr>
            """
    }

    static func remarks(_ report: InspectionReport) -> Markup {
        guard !report.remarks.isEmpty else { return "" }
        return """
            <section class="card">
            <h2>Remarks</h2>
            <ul class="plain-list">
            \(.lines(report.remarks.map { "<li>\($0.text) <span class=\"notes\">\($0.code)</span></li>" }))
            </ul>
            </section>
            """
    }

    static func steps(_ reading: ReadingSummary) -> Markup {
        guard !reading.steps.isEmpty else { return "" }
        let longest = max(reading.steps.map(\.duration.microseconds).max() ?? 1, 1)
        let total = reading.steps.reduce(Duration.zero) { $0 + $1.duration }
        let count = reading.steps.reduce(0) { $0 + $1.apduCount }
        return """
            <section class="card">
            <h2>Reading <small>\(Wording.count(count, "APDU")) in \(Wording.duration(total))</small></h2>
            <div class="scroll" tabindex="0" role="region" aria-label="Steps of the read">
            <table class="steps">
            <thead><tr><th scope="col">Step</th><th scope="col" class="number">APDUs</th>\
            <th scope="col" class="number">Bytes</th><th scope="col" class="number">Time</th>\
            <td aria-hidden="true"></td></tr></thead>
            <tbody>
            \(.lines(reading.steps.map { step($0, longest: longest) }))
            </tbody>
            </table>
            </div>
            </section>
            """
    }

    private static func step(_ step: ReadingSummary.Step, longest: Int) -> Markup {
        let percent = min(100, max(1, step.duration.microseconds / max(1, longest / 100)))
        return """
            <tr><th scope="row">\(step.name)</th><td class="number">\(step.apduCount)</td>\
            <td class="number">\(Wording.grouped(step.sentByteCount + step.receivedByteCount))</td>\
            <td class="number">\(Wording.duration(step.duration))</td>\
            <td class="bar" aria-hidden="true"><span style="width:\(percent)%"></span></td></tr>
            """
    }

    static func about(_ report: InspectionReport) -> Markup {
        var rows = [
            ("Policy", "\(Wording.policy(report.policy)), access \(report.policy.access)"),
            ("Judged as of", Wording.moment(report.policy.judgedAt)),
        ]
        rows += Wording.trustLists(report).map { ($0 == "Anchors" ? "Trusted certificates" : $0, $1) }
        rows += [
            ("Source", report.reading.origin == .live ? "a chip, read for this report" : "stored evidence"),
            ("Read", Wording.moment(report.reading.startedAt)),
        ]
        if let name = report.reading.readerName { rows.append(("Reader", name)) }
        rows += [
            ("Made", Wording.moment(report.endedAt)),
            ("Made by", "\(report.component.name) \(report.component.version)"),
            ("Inspection", report.transactionID),
        ]
        return """
            <footer>
            <dl class="fields">
            \(.lines(rows.map { "<div><dt>\($0)</dt><dd><bdi>\($1)</bdi></dd></div>" }))
            </dl>
            </footer>
            """
    }
}
