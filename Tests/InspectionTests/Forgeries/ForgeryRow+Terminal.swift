import Report

extension ForgeryRow {
    /// Terminal Authentication: the rights of the terminal, never the document, are in doubt.
    static let terminals: [ForgeryRow] =
        [
            ForgeryRow(
                .fault("ta-foreign-authority"), on: "specimen-eac", "ta.terminal: notSupported noCertificatePath",
                terminalNotLetIn, verdict: .accepted),
            ForgeryRow(
                .fault("ta-wrong-role"), on: "specimen-eac", "ta.terminal: notSupported wrongCertificateRole",
                terminalNotLetIn, verdict: .accepted),
            ForgeryRow(
                .fault("ta-no-authority"), on: "specimen-eac", "ta.terminal: notSupported noTrustPoint",
                terminalNotLetIn, verdict: .accepted),
            ForgeryRow(
                .fault("ta-challenge-short"), on: "specimen-eac",
                "ta.terminal: notSupported terminalAuthenticationFailed", terminalNotLetIn, verdict: .accepted),
            ForgeryRow(
                .fault("ta-challenge-empty"), on: "specimen-eac",
                "ta.terminal: notSupported terminalAuthenticationFailed", terminalNotLetIn, verdict: .accepted),
            ForgeryRow(
                .terminal(.certifiedByTerminal), on: "specimen-eac", "ta.terminal: notSupported noCertificatePath",
                terminalNotLetIn, verdict: .accepted),
            ForgeryRow(
                .terminal(.expired), on: "specimen-eac", "ta.terminal: notSupported certificateExpired",
                terminalNotLetIn, verdict: .accepted),
            ForgeryRow(
                .terminal(.otherKey), on: "specimen-eac", "ta.terminal: undetermined refused", terminalNotLetIn,
                verdict: .accepted),
        ]
        + [
            "ta-later-date", "ta-other-key", "ta-refused-0", "ta-refused-1", "ta-refused-2", "ta-refused-3",
            "ta-refused-4",
        ].map {
            ForgeryRow(
                .fault($0), on: "specimen-eac", "ta.terminal: undetermined refused", terminalNotLetIn,
                verdict: .accepted
            )
        }
}
