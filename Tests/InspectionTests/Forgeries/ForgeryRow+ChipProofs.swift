import Report

extension ForgeryRow {
    /// Active and Chip Authentication: copies, exchanged keys, keys that are none.
    static let chips: [ForgeryRow] =
        [
            ForgeryRow(
                .forgery("clone"), on: "specimen-pace", "ca.chip: failed refused", ["aa.chip: failed refused"]),
            ForgeryRow(.forgery("clone-other-key"), on: "specimen-pace", "aa.chip: failed signatureWrong"),
            ForgeryRow(.forgery("aa-replayed"), on: "specimen-pace", "aa.chip: failed signatureWrong"),
            ForgeryRow(
                .forgery("clone-swapped-dg15"), on: "specimen-pace", "pa.dataGroup.DG15: failed differs",
                ["aa.chip: undetermined notAnchored"]),
            ForgeryRow(
                .forgery("without-dg15"), on: "specimen-pace", "pa.dataGroup.DG15: failed absent",
                [
                    "aa.chip: failed keyWithheld", "ca.chip: failed keyWithheld",
                    "consistency.cardAccess: undetermined notRepeated", "files.DG14: failed absent",
                    "files.DG15: failed absent", "files.agreement: undetermined comDisagrees",
                    "pa.dataGroup.DG14: failed absent",
                ]),
            ForgeryRow(
                .forgery("aa-key-off-curve"), on: "specimen-pace", "pa.dataGroup.DG15: failed differs",
                ["aa.chip: failed refused"]),
            ForgeryRow(
                .forgery("ca-clone"), on: "specimen-pace", "ca.chip: failed refused", ["aa.chip: failed refused"]),
            ForgeryRow(.forgery("relay"), on: "specimen-pace", "ca.chip: failed refused", ["aa.chip: failed refused"]),
            ForgeryRow(.forgery("clone"), "aa.chip: failed refused"),
            ForgeryRow(
                .forgery("clone"), on: "specimen-eac", "ca.chip: failed refused",
                ["ta.terminal: notSupported chipNotAuthenticated"] + terminalNotLetIn),
            ForgeryRow(.forgery("clone"), on: "specimen-identity-card", "ca.chip: failed refused"),
            ForgeryRow(.fault("aa-altered"), on: "specimen-pace", "aa.chip: failed signatureWrong"),
            ForgeryRow(
                .forgery("ca-removed"), on: "specimen-eac", "pa.dataGroup.DG14: failed differs",
                [
                    "ca.chip: undetermined notSigned", "consistency.cardAccess: undetermined notSigned",
                    "ta.terminal: notSupported chipNotAuthenticated",
                ] + terminalNotLetIn),
            ForgeryRow(
                .forgery("ca-key-removed"), on: "specimen-eac", "pa.dataGroup.DG14: failed differs",
                [
                    "ca.chip: undetermined notSigned", "consistency.cardAccess: undetermined notSigned",
                    "ta.terminal: notSupported chipNotAuthenticated",
                ] + terminalNotLetIn),
            ForgeryRow(
                .forgery("dg14-removed"), on: "specimen-eac", "pa.dataGroup.DG14: failed absent",
                [
                    "ca.chip: failed keyWithheld", "consistency.cardAccess: undetermined notRepeated",
                    "files.DG14: failed absent", "files.agreement: undetermined comDisagrees",
                    "ta.terminal: notSupported chipNotAuthenticated",
                ] + terminalNotLetIn),
            ForgeryRow(
                .forgery("ca-clone"), on: "specimen-eac", "ca.chip: failed refused",
                ["ta.terminal: notSupported chipNotAuthenticated"] + terminalNotLetIn),
            ForgeryRow(
                .forgery("ca-clone-other-key"), on: "specimen-eac", "ca.chip: failed notAuthenticated",
                ["ta.terminal: notSupported chipNotAuthenticated"] + terminalNotLetIn),
            ForgeryRow(
                .forgery("ca-clone-old-keys"), on: "specimen-eac", "ca.chip: failed notAuthenticated",
                ["ta.terminal: notSupported chipNotAuthenticated"] + terminalNotLetIn),
            ForgeryRow(
                .forgery("ca-clone-swapped-dg14"), on: "specimen-eac", "pa.dataGroup.DG14: failed differs",
                ["ca.chip: undetermined notAnchored", "consistency.cardAccess: undetermined notSigned"]),
            ForgeryRow(
                .forgery("ca-removed"), on: "specimen-identity-card", "pa.dataGroup.DG14: failed differs",
                ["ca.chip: undetermined notSigned", "consistency.cardAccess: undetermined notSigned"]),
            ForgeryRow(
                .forgery("dg14-removed"), on: "specimen-identity-card", "pa.dataGroup.DG14: failed absent",
                [
                    "ca.chip: failed keyWithheld", "consistency.cardAccess: undetermined notRepeated",
                    "files.DG14: failed absent", "files.agreement: undetermined comDisagrees",
                ]),
            ForgeryRow(
                .forgery("ca2-clone"), on: "specimen-identity-card", "ca.chip: failed refused",
                ["ta.terminal: notSupported chipNotAuthenticated"] + terminalNotLetInForFinger),
            ForgeryRow(
                .forgery("ca2-old-keys"), on: "specimen-identity-card", "ca.chip: failed notAuthenticated",
                terminalNotLetInForFinger),
            ForgeryRow(
                .forgery("ca2-removed"), on: "specimen-identity-card",
                "consistency.cardAccess: undetermined authenticationMissing",
                ["ca.chip: undetermined notAsked", "ta.terminal: notSupported chipNotAuthenticated"]
                    + terminalNotLetInForFinger,
                verdict: .undecided),
            ForgeryRow(
                .forgery("ca2-info-removed"), on: "specimen-identity-card",
                "consistency.cardSecurity: undetermined authenticationMissing",
                [
                    "ca.chip: failed refused", "consistency.cardAccess: undetermined authenticationMissing",
                    "ta.terminal: notSupported chipNotAuthenticated",
                ] + terminalNotLetInForFinger),
        ]
        + [
            "ca-key-off-curve", "ca-key-infinity", "ca-key-zeros", "ca-key-dh-zero", "ca-key-dh-one",
            "ca-key-dh-minus-one",
        ].map {
            ForgeryRow(
                .forgery($0), on: "specimen-identity-card", "pa.dataGroup.DG14: failed differs",
                ["ca.chip: undetermined unusableKey", "consistency.cardAccess: undetermined notSigned"])
        }
        + ["ca2-foreign-key", "ca2-token-altered", "ca2-token-short", "ca2-token-empty", "ca2-nonce-altered"].map {
            ForgeryRow(
                .forgery($0), on: "specimen-identity-card", "ca.chip: failed notAuthenticated",
                ["ta.terminal: notSupported chipNotAuthenticated"] + terminalNotLetInForFinger)
        }
}
