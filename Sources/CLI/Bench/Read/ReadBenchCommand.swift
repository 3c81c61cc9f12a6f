import FoundationEssentials

extension Command {
    static let benchRead = Command(
        "bench", "read",
        summary: "measure what reading a chip costs: APDUs, bytes, time on the air, CPU time",
        discussion: """
            A simulated chip in this process is read in every way: by Basic Access Control, by PACE, with Chip \
            Authentication, with its mapping, with Terminal Authentication and fingers; each with short and with extended \
            commands. The first two are the passport of 18,119 bytes whose floors are published (selection, access, and \
            each file by its short identifier, no byte read twice), the others are specimens with everything a read does. \
            The floor is the least for the same steps: what opens and proves the chip as it is, every file in full answers.
            Time on the air is a model of ISO/IEC 14443-4 type A, frames of 256 bytes, without the chip's own work. CPU \
            time is the reader's: what the simulated chip uses is taken off.
            """,
        options: [
            .value("runs", "N", "how often each read is timed; the median counts (default 15)"),
            .flag("json", "print JSON"),
        ],
        examples: [Example("emrtd bench read", "the table, beside the floor and the figures to reach")]
    ) { invocation in
        let runs = try invocation.integer("runs", in: 1...1000) ?? 15
        let result = try ReadBench.run(times: runs) { fraction in
            ProgressLine(step: "reading", fraction: fraction).show()
        }
        if Terminal.showsProgress { Terminal.endProgress() }
        if invocation[flag: "json"] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            Terminal.print(String(decoding: try encoder.encode(result), as: UTF8.self))
        } else {
            Terminal.print(ReadBenchText.table(result))
        }
        return .success
    }
}

/// The table of the benchmark, for people.
enum ReadBenchText {
    static func table(_ result: ReadBench.Result) -> String {
        let rows =
            [
                [
                    "document", "lengths", "APDUs", "floor", "out + in", "106", "212", "424", "848 kbit/s",
                    "above floor",
                    "CPU ms",
                ]
            ]
            + result.reads.map(row)
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }
        let verdict = result.reached ? "reached" : "not reached"
        return lines.joined(separator: "\n")
            + "\n\nto reach: at most 2 % above the floor's time, at most 80 ms of CPU time in the reader: \(verdict)"
    }

    private static func row(_ read: ReadBench.Read) -> [String] {
        [
            read.document, read.lengths, "\(read.apduCount)", "\(read.floorAPDUCount)",
            "\(read.sentByteCount) + \(read.receivedByteCount)",
        ] + read.airSeconds.map { fixed($0, digits: 2) + " s" }
            + [fixed(read.excess * 100, digits: 1) + " %", fixed(read.cpuMilliseconds, digits: 1)]
    }

    /// A number with a fixed count of decimals.
    private static func fixed(_ number: Double, digits: Int) -> String {
        let scale = digits == 1 ? 10.0 : 100
        let scaled = Int((number * scale).rounded())
        let fraction = "\(scaled % Int(scale))"
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
