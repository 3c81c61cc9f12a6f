import FoundationEssentials
import Standards

extension InspectionReport {
    /// The report as one HTML page: no scripts, nothing loaded from elsewhere, the portrait inside.
    ///
    /// It reads on a phone, on a desk and on paper, in light and in dark.
    public func html() -> String {
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <title>Inspection report: \(verdict.rawValue)</title>
            <style>
            \(Markup(stringLiteral: HTMLPage.style))
            </style>
            </head>
            <body>
            <main>
            \(Markup.lines(HTMLPage.sections(of: self)))
            </main>
            </body>
            </html>

            """
        return page.html
    }
}

/// The parts of the HTML page.
enum HTMLPage {
    static func sections(of report: InspectionReport) -> [Markup] {
        [
            hero(report), answers(report), nextSteps(report), capture(report), records(report), checks(report),
            signer(report),
            files(report),
            remarks(report), steps(report.reading), about(report),
        ]
    }

    // MARK: The verdict and the document

    private static func hero(_ report: InspectionReport) -> Markup {
        """
        <section class="card hero \(tone(report.verdict))" aria-labelledby="verdict">
        <div class="verdict">
        \(icon(tone(report.verdict)))
        <div>
        <p class="kicker">Inspection report</p>
        <h1 id="verdict">\(Wording.title(report.verdict))</h1>
        <p>\(Wording.sentence(report))</p>
        </div>
        </div>
        \(document(report))
        </section>
        """
    }

    private static func document(_ report: InspectionReport) -> Markup {
        guard let document = report.document else {
            return "<p class=\"nothing\">Nothing of the document was read.</p>"
        }
        let name = Wording.name(document)
        var fields = [
            ("Document number", document.documentNumber), ("Nationality", document.nationality),
            ("Date of birth", Wording.date(document.dateOfBirth)), ("Sex", Wording.sex(document.sex)),
        ]
        if !document.dateOfExpiry.isEmpty { fields.append(("Date of expiry", Wording.date(document.dateOfExpiry))) }
        fields += document.details.map { detail in
            (sentenceCase(Wording.words(fromCamelCase: detail.name)), Wording.date(detail.value))
        }
        let origin: Markup =
            document.origin == .printed
            ? "<p class=\"hint\">From the printed lines: the chip’s own were not read.</p>" : ""
        return """
            <div class="identity\(report.portrait == nil ? " plain" : "")">
            \(portrait(report.portrait))
            <div class="who">
            <p class="kicker">\(sentenceCase(Wording.kind(document)))</p>
            <h2 class="name"><bdi>\(name.isEmpty ? "No name" : name)</bdi></h2>
            \(origin)
            </div>
            <dl class="fields">
            \(.lines(fields.map { "<div><dt>\($0)</dt><dd><bdi>\($1)</bdi></dd></div>" }))
            </dl>
            \(zone(document.lines))
            </div>
            """
    }

    private static func zone(_ lines: [String]) -> Markup {
        guard !lines.isEmpty else { return "" }
        return "<pre class=\"mrz\" aria-label=\"Machine readable zone\">\(.lines(lines.map { "\($0)" }))</pre>"
    }

    private static func portrait(_ portrait: Portrait?) -> Markup {
        guard let portrait else { return "" }
        let data = Data(portrait.bytes).base64EncodedString()
        let source = "data:\(portrait.mediaType.rawValue);base64,\(data)"
        return "<img class=\"portrait\" alt=\"Portrait from the chip\" src=\"\(source)\">"
    }

    // MARK: The answers

    private static func answers(_ report: InspectionReport) -> Markup {
        """
        <section class="answers" aria-label="The answers">
        \(.lines(report.tellingAnswers.map(answer)))
        </section>
        """
    }

    private static func answer(_ answer: AnswerSummary) -> Markup {
        let remark: Markup =
            answer.remarkCount == 0
            ? "" : "<p class=\"hint\">\(Wording.count(answer.remarkCount, "remark")) below</p>"
        return """
            <article class="card answer \(tone(answer.result))">
            <h2>\(Wording.title(answer.answer))</h2>
            <p class="word">\(icon(tone(answer.result)))<span>\(Wording.word(answer))</span></p>
            <p class="why">\(Wording.sentence(answer))</p>
            \(remark)
            </article>
            """
    }

    private static func nextSteps(_ report: InspectionReport) -> Markup {
        let steps = report.nextSteps
        guard !steps.isEmpty else { return "" }
        return """
            <section class="card next">
            <h2>What to do next</h2>
            <ol>
            \(.lines(steps.map { "<li>\(withCode($0))</li>" }))
            </ol>
            </section>
            """
    }

    // MARK: Small parts

    /// Puts command lines, which stand in single quotes, into a fixed-width font.
    private static func withCode(_ text: String) -> Markup {
        let pieces = text.split(separator: "'emrtd ", omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce("\(String(pieces.first ?? ""))") { line, piece in
            let parts = piece.split(separator: "'", maxSplits: 1, omittingEmptySubsequences: false)
            let rest = parts.count > 1 ? String(parts[1]) : ""
            return "\(line)<code>emrtd \(String(parts.first ?? ""))</code>\(rest)"
        }
    }

    static func sentenceCase(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    static func tone(_ verdict: InspectionReport.Verdict) -> String {
        switch verdict {
        case .accepted: "good"
        case .undecided: "open"
        case .rejected: "bad"
        }
    }

    static func tone(_ result: CheckResult) -> String {
        switch result {
        case .successful: "good"
        case .failed: "bad"
        case .undetermined, .aborted: "open"
        case .notSupported: "quiet"
        }
    }

    /// A sign that differs by shape and not by colour alone.
    static func icon(_ tone: String) -> Markup {
        let shape: Markup =
            switch tone {
            case "good": "<path d=\"M7 12.5l3.4 3.4L17.2 9\"/>"
            case "bad": "<path d=\"M8.2 8.2l7.6 7.6M15.8 8.2l-7.6 7.6\"/>"
            case "open": "<path d=\"M9.3 9.6a2.8 2.8 0 1 1 4.2 2.4c-.9.5-1.5 1-1.5 2M12 17.2v.1\"/>"
            default: "<path d=\"M8 12h8\"/>"
            }
        return """
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11"/>\(shape)</svg>
            """
    }
}
