import CardTransport
import ChipReader
import Evidence
import Issuing
import LDS
import MRZ
import Report
import Standards

extension Command {
    static let inspect = Command(
        "inspect",
        summary: "read a document's chip, check everything, and report",
        discussion: """
            The key to the chip is printed on the document: the lines with <<< at its edge, or document number, date of \
            birth and date of expiry. Without an option the program asks for it.
            Nothing is trusted by itself: name the issuing states' CSCA certificates with --csca, or the answer stays \
            undecided.
            What was read is kept only where --out or --keep says so, and of a read that was broken off. Ctrl-C ends the \
            read and keeps what there is.
            """,
        options: AccessKeyInput.options + ChipSource.options + [
            .value(
                "access", "NAME", "which access protocols may be used (default auto)",
                choices: AccessPolicy.allCases.map(\.rawValue)),
            .value("groups", "LIST", "read only these data groups, such as 1,2,11"),
            .flag("skip-portrait", "leave the face image (DG2) out"),
            .value(
                "full-trace", "FILE",
                "write down all that goes over the wire: personal data, and what the session keys are made of"),
        ] + JudgementOptions.options + EvidenceDestination.options + ReportOutput.options,
        examples: [
            Example(
                "emrtd inspect --simulated specimen --report report.html",
                "the specimen passport of Utopia, read from a simulated chip"),
            Example(
                "emrtd inspect --mrz-file lines.txt --csca csca/ --out evidence",
                "a document on the reader, with its evidence kept"),
        ]
    ) { invocation in
        let output = try ReportOutput(invocation)
        let judgement = try JudgementOptions(invocation)
        let destination = try EvidenceDestination(invocation)
        let source = try ChipSource(invocation)
        let earlier = try destination.earlier()
        let key = try accessKey(invocation, source, earlier)

        var request = ReadRequest(key: key.key)
        request.accessPolicy = invocation["access"].flatMap(AccessPolicy.init) ?? .auto
        request.groups = try DataGroupList.parse(invocation["groups"], command: invocation.command)
        request.skipsPortrait = invocation[flag: "skip-portrait"]
        request.resume = earlier?.reading

        Interruption.install()
        let startedAt = Timestamp.now
        var stored = StoredReading(
            reading: ChipReading(startedAt: startedAt), printedLines: key.printed?.lines ?? [],
            component: "emrtd \(Program.version)", usedLists: judgement.usedLists)
        let detail = invocation["full-trace"] == nil ? Trace.Detail.redacted : .full
        let (reading, trace) = try source.read(request, tracing: detail) { [stored] reading in
            var kept = stored
            kept.reading = reading
            destination.checkpoint(kept)
        }
        if let path = invocation["full-trace"] { try TraceFile.write(trace, to: path) }
        stored.reading = reading
        stored.trace = trace.redacted
        try destination.finish(stored)
        let report = judgement.judge(
            stored, origin: .live, accessPolicy: request.accessPolicy.rawValue, startedAt: startedAt,
            portraits: PortraitDecoder())
        try output.write(report)
        return report.verdict.exitStatus
    }

    /// The key as given; else that of the evidence to go on with, or of the simulated document.
    private static func accessKey(
        _ invocation: Invocation, _ source: ChipSource, _ earlier: StoredReading?
    ) throws -> AccessKeyInput {
        let given = try AccessKeyInput(invocation, isOptional: true)
        guard given.key == nil else { return given }
        if let lines = earlier?.printedLines, !lines.isEmpty {
            return try AccessKeyInput(text: lines.joined(separator: "\n"))
        }
        if case .simulated(let document) = source {
            let printed = try? MachineReadableZone(concatenated: document.mrzLines.joined().utf8)
            return AccessKeyInput(key: document.keyInformation, printed: printed)
        }
        return try AccessKeyInput(invocation)
    }
}
