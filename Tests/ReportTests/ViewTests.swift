import Report
import Standards
import TestSupport
import Testing

@Suite("Report: views")
struct ViewTests {
    static let names = SampleReports.all.map(\.0)

    private func report(_ name: String) throws -> InspectionReport {
        try #require(SampleReports.all.first { $0.0 == name }?.1)
    }

    @Test(arguments: names) func `keeps the checked-in text`(name: String) throws {
        #expect(try Golden.difference(report(name).text(), "report/\(name).txt") == nil)
    }

    @Test(arguments: names) func `keeps the checked-in JSON`(name: String) throws {
        #expect(try Golden.difference(report(name).json(), "report/\(name).json") == nil)
    }

    @Test(arguments: names) func `keeps the checked-in HTML`(name: String) throws {
        #expect(try Golden.difference(report(name).html(), "report/\(name).html") == nil)
    }

    @Test(arguments: names) func `loads and runs nothing in HTML`(name: String) throws {
        let html = try report(name).html()
        for word in ["<script", "http:", "https:", "url(", "@import", "<link", "<iframe", "onload", "\u{202E}"] {
            #expect(!html.contains(word), "\(word)")
        }
    }

    @Test func `escapes in HTML what a document delivers`() {
        let html = SampleReports.rejected.html()
        #expect(html.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;quotes&quot;, ANNA MARIA"))
    }

    @Test(arguments: names) func `reads its JSON back`(name: String) throws {
        let report = try report(name)
        #expect(try InspectionReport(json: report.json()) == report)
        #expect(try InspectionReport(json: report.jsonLine()) == report)
        #expect(!report.jsonLine().contains("\n"))
    }

    @Test(
        arguments: [
            (
                "\"verdict\" : \"rejected\"", "\"verdict\" : \"accepted\"",
                ReportDecodingError.verdict(stored: "accepted", derived: "rejected")
            ),
            ("inspection-report/1", "inspection-report/2", .schema("emrtd/inspection-report/2")),
            ("\"answer\" : \"access\"", "\"answer\" : \"entry\"", .member("checks[0].answer")),
            ("\"endedAt\" : \"2025", "\"endedAt\" : \"20x5", .member("endedAt")),
            ("\"apduCount\" : 3", "\"apduCount\" : \"3\"", .member("reading.steps[0].apduCount")),
            ("\"name\" : \"operational\"", "\"nom\" : \"operational\"", .member("policy.name")),
            ("\"result\" : \"failed\",", "\"result\" : \"broken\",", .member("checks[8].result")),
            ("\"kind\" : \"visa\"", "\"kind\" : \"view\"", .member("records[1].kind")),
            ("{", "[", .notJSON),
        ] as [(String, String, ReportDecodingError)])
    func `refuses JSON that was altered`(from: String, to: String, error: ReportDecodingError) throws {
        let pieces = SampleReports.rejected.json().split(
            separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        let json = pieces.joined(separator: to)

        #expect(throws: error) { try InspectionReport(json: json) }
    }

    @Test(
        arguments: [
            ("\"confidence\" : 712", "\"confidence\" : 1712", ReportDecodingError.member("capture.confidence")),
            ("\"outcome\" : \"opened\"", "\"outcome\" : \"hoped\"", .member("capture.rereadings[0].outcome")),
            ("\"chip\" : \"X\"", "\"chip\" : 7", .member("capture.differences[0].chip")),
            ("\"share\" : 380", "\"share\" : -1", .member("capture.rereadings[0].share")),
        ])
    func `refuses a capture that was altered`(from: String, to: String, error: ReportDecodingError) throws {
        let pieces = SampleReports.captured.json().split(
            separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        #expect(pieces.count == 2)
        #expect(throws: error) { try InspectionReport(json: pieces.joined(separator: to)) }
    }

    @Test func `names in words what of a capture is doubtful, overruled, other on the chip, and read otherwise`() {
        let text = SampleReports.captured.text(width: 120).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for line in [
            "Line 1 position 9 (name): K (80.3 % sure), or X, or R.",
            "Lines in doubt Other characters stand close <before> a line. Compare its ends.",
            "Line 2 position 4 (document number): the picture shows the letter B; read as the digit 8, with which alone the "
                + "check digits hold.",
            "Line 1 position 9 (name): printed K, on the chip X; doubtful in the picture.",
            "Line 2 position 5 (document number): G instead of 6 (38.0 %; tried once, and the chip took it).",
        ] { #expect(text.contains(line), "\(line)") }
        #expect(text.contains("Confidence 71.2 % sure that all lines are read right"))
        #expect(SampleReports.captured.html().contains("<small>71.2 % sure that all lines are read right</small>"))
        #expect(SampleReports.captured.html().contains("page &lt;1&gt;.jpg, page 2"))
        #expect(SampleReports.refused.nextSteps.first?.contains("Captured MRZ") == true)
    }

    @Test func `says that print and chip do not differ, and nothing where they were not compared`() {
        var report = SampleReports.captured
        report.capture?.differences = []
        #expect(report.html().contains("<h3>Differences from the chip: none</h3>"))
        #expect(report.text().contains(" Differences from the chip  none\n"))
        report.capture?.differences = nil
        #expect(!report.html().contains("Differences from the chip"))
        #expect(!report.text().contains("Differences from the chip"))
    }

    @Test func `names no chance that rounds to nothing`() {
        var report = SampleReports.captured
        report.capture?.rereadings[0].share = 0
        #expect(report.html().contains("(less than 0.1 %; tried once, and the chip took it)"))
    }

    @Test func `shows the picture of the zone in HTML alone, and keeps it in JSON as the portrait is kept`() {
        let report = SampleReports.captured
        #expect(report.html().contains("alt=\"The zone in the picture\" src=\"data:image/png;base64,"))
        #expect(!report.text().contains("base64"))
        #expect(report.json().contains("\"picture\" : {"))
    }

    @Test func `puts nothing of a capture into a log`() {
        for profile in InspectionReport.LogProfile.allCases {
            let log = SampleReports.refused.tr03135JSON(profile)
            for word in ["instead of", "rereading", "page <1>", "picture"] { #expect(!log.contains(word), "\(word)") }
        }
    }

    @Test func `writes nothing a terminal would obey`() {
        let text = SampleReports.rejected.text()
        #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }

    @Test func `colours the text where it may`() {
        #expect(SampleReports.accepted.text(colour: true).contains("\u{1B}[1;32mACCEPTED\u{1B}[0m"))
    }

    @Test(arguments: [60, 80, 120]) func `keeps within the width`(width: Int) {
        for line in SampleReports.undecided.text(width: width).split(separator: "\n") {
            #expect(line.count <= width, "\(line)")
        }
    }

    @Test func `names every check that the samples hold`() {
        #expect(CheckCatalogue.title(of: "consistency.expiry") == "Document not expired")
        #expect(CheckCatalogue.title(of: "files.dg11") == "Readable: DG11")
        #expect(CheckCatalogue.title(of: "no.such") == "no.such")
    }

    @Test
    func `remarks on forms that the rules allow stand in JSON and on the page, and not in the text for people`() throws
    {
        var report = SampleReports.accepted
        report.remarks = [
            Reason("Q1-explicit-curve", "Seen in the certificate of the issuer: its curve."),
            Reason("Q13-same-serial-number", "Tolerated in the certificate of the issuer: its number."),
        ]
        #expect(!report.text(width: 80).contains("its curve"))
        #expect(report.text(width: 80).contains("its number"))
        #expect(report.json().contains("Q1-explicit-curve"))
        #expect(report.html().contains("its curve"))
    }
}
