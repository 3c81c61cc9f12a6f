import ChipReader
import ChipSimulator
import Evidence
import Foundation
import Issuing
import MRZ
import Report
import Standards
import Trust

extension Command {
    static let demo = Command(
        "demo",
        summary: "inspect the specimen passport of Utopia, without hardware or network",
        discussion:
            "The lines are taken out of a picture of the data page, and with them a simulated chip with the data of "
            + "nobody is read as a real one would be: opened, read, judged and reported. Where pictures cannot be read, the "
            + "lines are taken as typed. The certificate of Utopia is trusted for this one document.",
        options: [
            .value("out", "DIR", "write report.json, report.html, report.txt and the evidence into this folder"),
            .flag("json", "print the report as JSON"),
        ],
        examples: [Example("emrtd demo --out demo", "the report on the terminal, and as a page in demo/report.html")]
    ) { invocation in
        let document = try Specimen.utopia()
        let judgement = JudgementOptions(
            anchors: try utopianAnchors(document),
            lists: [
                .init(
                    kind: "certificates", name: "specimen of Utopia",
                    certificateCount: document.cscaCertificates.count)
            ])
        Interruption.install()
        let startedAt = Timestamp.now
        let capture = capturedPage()
        let key = capture?.key ?? document.keyInformation
        let (reading, trace) = try ChipSource.simulated(SimulatedChip(document)).read(ReadRequest(key: key))
        let stored = StoredReading(
            reading: reading, printedLines: capture?.captured.zone.lines ?? document.mrzLines,
            component: "emrtd \(Program.version)", usedLists: judgement.usedLists, trace: trace,
            accessPolicy: AccessPolicy.auto.rawValue, capture: capture?.captured)
        var report = try judgement.judge(stored, origin: .live, startedAt: startedAt, portraits: PortraitDecoder())
        report.capture?.picture = capture?.picture
        if invocation[flag: "json"] {
            Terminal.write(Array(report.json().utf8))
        } else {
            Terminal.write(Array(report.text(width: Terminal.width, colour: Terminal.showsColour).utf8))
        }
        if let path = invocation["out"] {
            do { try write(report, stored, into: EvidenceAccess.url(path)) } catch let error as CommandError {
                throw error.afterResult
            }
        }
        return report.verdict.exitStatus
    }

    /// The lines in the picture of the data page; nil where pictures cannot be read here, which is told.
    private static func capturedPage() -> CapturedInput? {
        let reason: String
        do {
            let answer = try CapturedInput.capture(Specimen.page)
            let input = try CapturedInput(answer, source: "page of the specimen")
            guard let refusal = input.refusal else { return input }
            reason = refusal.message
        } catch {
            reason = (error as? CommandError)?.message ?? "\(error)"
        }
        Terminal.note("the picture of the page was not read, so its lines are taken as typed: \(reason)")
        return nil
    }

    private static func utopianAnchors(_ document: IssuedDocument) throws -> CSCAAnchors {
        var anchors = CSCAAnchors()
        for certificate in document.cscaCertificates { try anchors.add(file: certificate) }
        return anchors
    }

    private static func write(_ report: InspectionReport, _ stored: StoredReading, into folder: URL) throws {
        for form in ReportOutput.Form.allCases {
            let file = folder.appending(path: "report.\(form.rawValue)")
            try ReportOutput.write(ReportOutput.render(report, as: form), to: file)
        }
        // The demo's own evidence of an earlier run is replaced; anything else of that name is left alone.
        let evidence = folder.appending(path: "evidence", directoryHint: .isDirectory)
        try EvidenceAccess.run { () throws(EvidenceError) in
            if let old = try? EvidenceFolder.open(evidence) { _ = try old.delete() }
            _ = try EvidenceFolder.create(evidence, with: stored)
        }
        Terminal.note("report and evidence in \(folder.path(percentEncoded: false))")
    }
}
