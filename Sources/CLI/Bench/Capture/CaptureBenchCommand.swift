extension Command {
    static let benchCapture = Command(
        "bench", "capture",
        summary: "measure how well and how fast machine readable zones are read from pictures",
        discussion: """
            FOLDER holds pictures and a list of what they show, ground-truth.tsv: columns file, line1, line2, line3, type \
            (TD1, TD2, TD3, MRVA, MRVB, FRID, or NONE), and where known rotation in degrees and cap, the height of \
            capitals in pixels; a picture with several zones has several rows. Training/render.py and \
            Training/negatives.py draw such folders.
            A zone is exact where every character of every line is read as printed. The key is document number, birth and \
            expiry with their check digits. The pictures go one by one to emrtd-vision, as with 'emrtd mrz scan', and what \
            counts is its processor time, decoding included.
            """,
        operands: [Operand("FOLDER", "pictures and their ground-truth.tsv")],
        options: [
            .value("limit", "N", "measure only the first N pictures of the list"),
            .flag("wrong", "list what was read otherwise than it is printed"),
            MRZInput.referenceDate,
            .flag("json", "print JSON, with that list"),
        ],
        examples: [Example("emrtd bench capture TestVectors/capture", "how the pictures of this project are read")]
    ) { invocation in
        let bench = try CaptureBench(
            folder: invocation.operands[0], limit: invocation.integer("limit", in: 1...10_000_000),
            reference: MRZInput.referenceDate(invocation))
        let result = try bench.run()
        guard !invocation[flag: "json"] else {
            try Terminal.printJSON(result)
            return .success
        }
        var lines = CaptureBenchText.lines(result.tally)
        lines += [""] + result.processor.map(CaptureBenchText.line)
        lines.append("start of the worker with its networks: \(result.startMilliseconds) ms")
        lines.append("at most \(result.peakMemory / 1024) MiB in memory")
        if invocation[flag: "wrong"] { lines += [""] + result.tally.wrong.flatMap(CaptureBenchText.lines) }
        Terminal.print(lines.joined(separator: "\n"))
        return .success
    }
}
