import Foundation

extension Command {
    static let benchVerify = Command(
        "bench", "verify",
        summary: "measure how many records a second are judged, beside bare verifications",
        discussion: """
            Documents of a made-up state are judged as 'verify --stream --jobs 1' does it: lines are read from a file, \
            answers are written away, and the signer is known from the first record on. A record is an EF.SOD with the \
            hashes of five data groups, or with four of them and a DG2 of 20 kB. Beside it OpenSSL verifies the same \
            signatures over digests that are there already. All take turns on one core; what counts is CPU time.
            With --memory, a long stream is judged instead, and what counts is the memory after a tenth and at its end.
            """,
        options: [
            .value("seconds", "N", "how long to measure each algorithm, at least one turn (default 6)"),
            .flag("memory", "measure the memory of a long stream"),
            .value("records", "N", "with --memory: how many records (default 1000000)"),
            .value("jobs", "N", "with --memory: how many threads judge (default 1)"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd bench verify --seconds 1", "records a second, beside OpenSSL and the share to reach"),
            Example("emrtd bench verify --memory --records 100000", "the memory of a stream"),
        ]
    ) { invocation in
        if invocation[flag: "memory"] {
            let result = try VerifyMemory.run(
                records: invocation.integer("records", in: 10_000...1_000_000_000) ?? 1_000_000,
                jobs: invocation.integer("jobs", in: 1...1024) ?? 1)
            if invocation[flag: "json"] {
                try Terminal.printJSON(result)
            } else {
                Terminal.print(
                    """
                    \(result.records) records, \(result.jobs == 1 ? "one thread" : "\(result.jobs) threads")
                    \(result.early) KiB in memory after a tenth, \(result.late) KiB at the end
                    """)
            }
            return .success
        }
        let seconds = try invocation.integer("seconds", in: 1...600) ?? 6
        let results = try VerifyBenchCase.all.map { try VerifyBench.run($0, seconds: Double(seconds)) }
        if invocation[flag: "json"] {
            try Terminal.printJSON(results)
        } else {
            for result in results {
                Terminal.print(
                    """
                    \(result.algorithm): \(result.records) records a second, \(result.recordsWithFace) with a face of \
                    20 kB, beside \(result.bareVerifications) bare verifications: \(Int(result.share * 100)) % (to \
                    reach: \(Int(result.target * 100)) %, \(result.reached ? "reached" : "not reached"))
                    """)
            }
        }
        return .success
    }
}
