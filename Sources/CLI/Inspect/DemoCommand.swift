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
        discussion: "A simulated chip with the data of nobody is read as a real one would be: opened, read, judged and "
            + "reported. The certificate of Utopia is trusted for this one document.",
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
        let (reading, trace) = try ChipSource.simulated(SimulatedChip(document))
            .read(ReadRequest(key: document.keyInformation))
        let stored = StoredReading(
            reading: reading, printedLines: document.mrzLines, component: "emrtd \(Program.version)",
            usedLists: judgement.usedLists, trace: trace, accessPolicy: AccessPolicy.auto.rawValue)
        let report = try judgement.judge(stored, origin: .live, startedAt: startedAt, portraits: PortraitDecoder())
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
