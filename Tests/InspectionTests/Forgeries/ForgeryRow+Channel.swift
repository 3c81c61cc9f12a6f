import Report

extension ForgeryRow {
    /// Answers that are changed on their way, never end, or come from another chip.
    static let channel: [ForgeryRow] =
        [
            ForgeryRow(
                .forgery("wire-altered"), on: "specimen-pace", "files.complete: aborted notAuthentic", rest: .open,
                verdict: .undecided),
            ForgeryRow(
                .forgery("wire-plain"), on: "specimen-pace", "files.complete: aborted notAuthentic", rest: .open,
                verdict: .undecided),
            ForgeryRow(
                .fault("endless-61xx"), on: "specimen-pace", "files.complete: aborted endlessResponse", rest: .open,
                verdict: .undecided),
            ForgeryRow(
                .fault("endless-6cxx"), on: "specimen-pace", "ca.chip: failed refused", ["aa.chip: failed keyWithheld"],
                rest: .open),
            ForgeryRow(.exchange(.copyWithoutKeys, afterCommand: 12), "aa.chip: failed refused"),
            ForgeryRow(
                .exchange(.copyWithoutKeys, afterCommand: 14), on: "specimen-pace", "ca.chip: failed refused",
                ["aa.chip: failed refused"]),
            ForgeryRow(
                .exchange(.copyWithoutKeys, afterCommand: 18), on: "specimen-eac", "ca.chip: failed notAuthenticated",
                ["ta.terminal: undetermined refused"] + terminalNotLetIn),
            ForgeryRow(
                .exchange(.otherDocument, afterCommand: 16), on: "specimen-pace", "files.complete: aborted otherChip",
                [
                    "files.DG12: aborted otherChip", "files.DG1: aborted otherChip", "files.DG2: aborted otherChip",
                    "pa.dataGroup.DG12: notSupported notRead", "pa.dataGroup.DG1: notSupported notRead",
                    "pa.dataGroup.DG2: notSupported notRead",
                ] + withoutSignedDG1 + withoutDG1, verdict: .undecided),
        ]
        + [
            "wire-altered", "wire-replayed", "wire-reordered", "wire-truncated", "wire-checksum-short", "wire-plain",
            "wire-counter-repeated", "wire-status-missing",
        ].map { ForgeryRow(.forgery($0), "files.complete: aborted notAuthentic", rest: .open, verdict: .undecided) }
        + [
            "answer-bit", "answer-replayed", "answer-reordered", "answer-truncated", "checksum-short", "bare-9000",
            "counter-reset", "no-status-object",
        ].map { ForgeryRow(.fault($0), on: "specimen-pace", nil, verdict: .accepted, remark: "answerNotAuthentic") }
}
