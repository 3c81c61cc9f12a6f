import Report

extension ForgeryRow {
    /// What the chip offers to be opened by, and how it keeps to that.
    static let access: [ForgeryRow] =
        [
            ForgeryRow(
                .forgery("pace-removed"), on: "specimen-pace", "access.downgrade: failed paceHidden",
                ["access.pace: gone", "consistency.cardAccess: failed paceEntriesMissing"]),
            ForgeryRow(
                .forgery("pace-weakened"), on: "specimen-pace", "consistency.cardAccess: failed paceEntriesMissing"),
            ForgeryRow(.forgery("pace-added"), on: "specimen-pace", "consistency.cardAccess: failed paceEntriesAdded"),
            ForgeryRow(
                .forgery("pace-removed"), on: "specimen-cam", "access.downgrade: failed paceHidden",
                [
                    "access.pace: gone", "cam.chip: undetermined notAsked",
                    "consistency.cardAccess: failed paceEntriesMissing",
                ] + withoutCardSecurity),
            ForgeryRow(
                .forgery("cam-removed"), on: "specimen-cam", "consistency.cardAccess: failed paceEntriesMissing",
                ["cam.chip: undetermined notAsked"] + withoutCardSecurity),
            ForgeryRow(
                .fault("bac-39-bytes"), "access.bac: failed wrongAnswerLength", rest: .open, verdict: .undecided),
        ]
        + ["bac-40-wrong-bytes", "bac-altered-proof", "bac-foreign-nonce"].map {
            ForgeryRow(.fault($0), "access.bac: failed chipNotAuthenticated", rest: .open, verdict: .undecided)
        }
        + [
            "pace-tag-1", "pace-tag-2", "pace-tag-3", "pace-tag-4", "pace-mapping-off-curve", "pace-mapping-infinity",
            "pace-mapping-short", "pace-mapping-empty", "pace-mapping-zeros", "pace-key-off-curve", "pace-key-infinity",
            "pace-key-short", "pace-key-empty", "pace-key-zeros", "pace-nonce-24", "pace-echo-mapping", "pace-echo-key",
            "pace-dh-zero", "pace-dh-one", "pace-mapping-dh-zero", "pace-mapping-dh-one",
        ].map {
            ForgeryRow(
                .fault($0), on: "specimen-identity-card", "access.pace: failed paceBroken", rest: .open,
                verdict: .undecided)
        }
        + ["pace-token-bit", "pace-token-short", "pace-token-empty", "pace-echo-token"].map {
            ForgeryRow(
                .fault($0), on: "specimen-identity-card", "access.pace: failed chipNotAuthenticated", rest: .open,
                verdict: .undecided)
        }
        + [
            "cam-mapping-off-curve", "cam-mapping-infinity", "cam-mapping-short", "cam-mapping-empty",
            "cam-mapping-zeros", "cam-echo-mapping", "cam-echo-key", "cam-key-off-curve",
        ].map {
            ForgeryRow(
                .fault($0), on: "specimen-cam", "access.pace: failed paceBroken", rest: .open, verdict: .undecided)
        }
}
