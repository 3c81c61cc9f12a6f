import ChipReader
import Evidence
import LDS
import MRZ
import Standards

extension Command {
    static let chipRead = Command(
        "chip", "read",
        summary: "read a document's chip and keep what it gave, without judging it",
        discussion: """
            The key to the chip is printed on the document, and is given as to 'inspect'. The evidence in --out holds every \
            file as it was read; 'emrtd verify' judges it, here or elsewhere. A read that was broken off leaves what it got, \
            and goes on with --resume.

            The exit status is 0 where everything that was asked for was read, 2 where the read was broken off or DG3 or \
            DG4 stayed unread though a terminal or their numbers were given, 3 where the chip could not be opened.
            """,
        operands: [CaptureOptions.device],
        options: ReadOptions.options + CaptureOptions.all + ChipSource.options + EvidenceDestination.options + [
            .flag("json", "print what became of each file as JSON, without what is in it")
        ],
        examples: [
            Example(
                "emrtd chip read --simulated specimen",
                "each file of the specimen's chip, and what each step of the read cost"),
            Example(
                "emrtd chip read --mrz-file lines.txt --out evidence", "the document on the reader, kept as evidence"),
        ]
    ) { invocation in
        let destination = try EvidenceDestination(invocation)
        let source = try ChipSource(invocation)
        let earlier = try destination.earlier()
        let options = try ReadOptions(invocation, from: source, resuming: earlier)

        Interruption.install()
        var stored = StoredReading(
            reading: ChipReading(startedAt: .now),
            printedLines: options.key.printed?.lines ?? earlier?.printedLines ?? [],
            component: "emrtd \(Program.version)", accessPolicy: options.request.accessPolicy.rawValue)
        try destination.add(options, earlier, to: &stored)
        let (reading, trace, captured) = try options.read(from: source) { [stored] reading in
            var kept = stored
            kept.reading = reading
            destination.checkpoint(kept)
        }
        stored.reading = reading
        stored.capture = captured ?? stored.capture
        stored.reading.remarks += options.key.remarks
        stored.trace = trace
        try destination.finish(stored)
        if invocation[flag: "json"] {
            try Terminal.printJSON(ChipReadingView(reading))
        } else {
            Terminal.print(ChipReadingText(reading, width: Terminal.width).text)
        }
        guard case .brokenOff(let reason) = reading.ending else {
            let unread = reading.unreadThoughAskedFor
            for reason in unread { Terminal.error(reason.line) }
            return unread.isEmpty ? .success : .undecided
        }
        if reading.access.used == nil { Terminal.error(reason.line) }
        return reading.access.used == nil ? .failed : .undecided
    }
}
