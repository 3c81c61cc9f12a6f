import CardTransport
import ChipReader
import Evidence
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
            birth and date of expiry. Without an option the program asks for it. --image takes the lines out of a picture, \
            a page or a video, --camera out of what a camera sees, once they are certain; what is missing until then is \
            told. Which of their characters are doubtful is told, and a key that is more probably wrong than right goes to no \
            chip. One that the chip refuses, and does not count, is read otherwise once where the picture allows that. A chip with PACE also opens by the card \
            access number (--can), which says nothing of its holder; an identity card may want the \
            holder's PIN. A PIN is tried once and never again by itself: the chip counts wrong ones.
            A chip that offers PACE is opened by Basic Access Control only where --access bac-only asks for that.
            Nothing is trusted by itself: import the lists of issuing states into the trust store ('emrtd trust import'), or \
            name CSCA certificates with --csca, or the answer stays undecided.
            What was read is kept only where --out or --keep says so, and of a read that was broken off. Ctrl-C ends the \
            read and keeps what there is.

            The exit status is 0 where the document is accepted, 1 where it is rejected, 2 where it stays undecided, also \
            because the chip could not be opened or the read was broken off, 3 where nothing could be read at all.
            """,
        operands: [CaptureOptions.device],
        options: ReadOptions.options + CaptureOptions.all + ChipSource.options + [
            .value(
                "full-trace", "FILE",
                "write down all that goes over the wire: personal data, and what the session keys are made of")
        ] + JudgementOptions.options + EvidenceDestination.options + ReportOutput.options,
        examples: [
            Example(
                "emrtd inspect --simulated specimen --report report.html",
                "the specimen passport of Utopia, read from a simulated chip"),
            Example(
                "emrtd inspect --image TestVectors/profiles/page.jpg --simulated specimen",
                "the same, opened by the lines in a picture of its data page"),
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
        let options = try ReadOptions(invocation, from: source, resuming: earlier)

        Interruption.install()
        let startedAt = Timestamp.now
        var stored = StoredReading(
            reading: ChipReading(startedAt: startedAt),
            printedLines: options.key.printed?.lines ?? earlier?.printedLines ?? [],
            component: "emrtd \(Program.version)", usedLists: judgement.usedLists,
            accessPolicy: options.request.accessPolicy.rawValue)
        try destination.add(options, earlier, to: &stored)
        let detail = invocation["full-trace"] == nil ? Trace.Detail.redacted : .full
        let (reading, trace, captured) = try options.read(from: source, tracing: detail) { [stored] reading in
            var kept = stored
            kept.reading = reading
            destination.checkpoint(kept)
        }
        stored.reading = reading
        stored.capture = captured ?? stored.capture
        stored.reading.remarks += options.key.remarks
        stored.trace = trace.redacted
        // A disk that is full keeps nobody from what the chip said: the report comes in any case.
        let failures = [
            Result { try destination.finish(stored) },
            Result { try invocation["full-trace"].map { try TraceFile.write(trace, to: $0) } ?? () },
        ]
        var report = try judgement.judge(stored, origin: .live, startedAt: startedAt, portraits: PortraitDecoder())
        if let picture = options.key.capture?.picture { report.capture?.picture = picture }
        report.reading.evidence = destination.place.map { .kept($0) } ?? .notKept
        try output.write(report)
        do { for failure in failures { try failure.get() } } catch let error as CommandError {
            throw error.afterResult
        }
        return report.verdict.exitStatus
    }
}
