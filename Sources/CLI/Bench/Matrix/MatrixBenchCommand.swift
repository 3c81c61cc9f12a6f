import LDS

extension Command {
    static let benchMatrix = Command(
        "bench", "matrix",
        summary: "run every combination of access, chip and terminal authentication there is",
        discussion: """
            For each combination a document is issued that offers it and nothing else, and its simulated chip is read from \
            the first command to the last data group: PACE with every mapping, key agreement, cipher, parameter number and \
            password, then Chip Authentication with every key agreement, cipher, curve and group and three ways to number \
            the key; then Terminal Authentication of both versions with every signature algorithm, with and without a link \
            certificate, for chips that trust one authority or two. After that come sessions in which all of it is drawn, \
            with new keys each (those of RSA are made once).

            The exit status is 0 where every session went as it should, 1 where one did not; those are listed.
            """,
        options: [
            .value("random", "N", "how many sessions are drawn at random (default 1000)"),
            .flag("json", "print JSON"),
        ],
        examples: [Example("emrtd bench matrix --random 20", "the table, and what failed")]
    ) { invocation in
        let count = try invocation.integer("random", in: 0...1_000_000) ?? 1000
        let result = try MatrixBench.run(randomSessions: count) { fraction in
            ProgressLine(step: "running sessions", fraction: fraction).show()
        }
        if Terminal.showsProgress { Terminal.endProgress() }
        if invocation[flag: "json"] {
            try Terminal.printJSON(result)
        } else {
            Terminal.print(MatrixBenchText.table(result))
        }
        return result.passed ? .success : .rejected
    }
}

/// The table of the matrix, for people.
enum MatrixBenchText {
    static func table(_ result: MatrixBench.Result) -> String {
        let tables = [SessionCipher.allCases.map(\.heading), MatrixCase.hashHeadings].flatMap { columns in
            lines(result.rows.filter { $0.cells.keys.allSatisfy(columns.contains) }, columns) + [""]
        }
        let failed = result.failures.prefix(20).map { "failed: \($0.name): \($0.problem)" }
        let more = result.failures.count > 20 ? ["… and \(result.failures.count - 20) more"] : []
        let seconds = (result.seconds * 10).rounded() / 10
        let total =
            "\(result.cases) combinations and \(result.randomSessions) sessions drawn at random: "
            + "\(result.failures.count) failed, \(seconds) s"
        return (tables + failed + more + [total]).joined(separator: "\n")
    }

    private static func lines(_ cells: [MatrixBench.Row], _ columns: [String]) -> [String] {
        let heading = ["sessions that passed, of all"] + columns
        let body = cells.map { row in
            [row.row] + columns.map { column in row.cells[column].map { "\($0.passed)/\($0.cases)" } ?? "–" }
        }
        let rows = [heading] + body
        let widths = heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }
    }
}
