import Report

extension ForgeryRow {
    /// PACE with Chip Authentication Mapping, and EF.CardSecurity.
    static let mappings: [ForgeryRow] =
        [
            ForgeryRow(
                .forgery("cam-borrowed"), "cam.chip: undetermined notBound",
                [
                    "access.bac: gone", "ca.chip: undetermined notAsked",
                    "consistency.cardAccess: undetermined notRepeated", "files.DG14: gone", "pa.dataGroup.DG14: gone",
                ] + withoutDG15, verdict: .undecided),
            ForgeryRow(
                .forgery("ca-borrowed"), "ca.chip: failed notAuthenticated",
                ["access.bac: gone", "consistency.cardAccess: undetermined notRepeated"] + withoutDG15),
            ForgeryRow(
                .forgery("card-security-other-chip"), on: "specimen-cam", "cam.chip: failed keyDiffers",
                ["consistency.cardSecurity: failed keysDiffer"]),
            ForgeryRow(
                .forgery("card-security-bit"), on: "specimen-cam", "pa.cardSecurity.signature: failed signatureWrong",
                ["cam.chip: undetermined notAnchored"]),
            ForgeryRow(
                .forgery("card-security-absent"), on: "specimen-cam", "cam.chip: failed keyWithheld",
                withoutCardSecurity),
            ForgeryRow(
                .forgery("card-security-self-made-csca"), on: "specimen-cam", "cam.chip: failed foreignCardSecurity",
                [
                    "ca.chip: failed notAuthenticated", "consistency.cardSecurity: failed keysDiffer",
                    "pa.cardSecurity.trust: undetermined undetermined",
                ]),
            ForgeryRow(
                .forgery("clone"), on: "specimen-cam", "cam.chip: failed noProof", ["ca.chip: failed refused"]),
            ForgeryRow(
                .forgery("ca-clone-other-key"), on: "specimen-cam", "cam.chip: failed keyDiffers",
                ["ca.chip: failed notAuthenticated"]),
            ForgeryRow(
                .forgery("card-security-self-made-csca"), "cam.chip: undetermined signerNotTrusted",
                [
                    "access.bac: gone", "ca.chip: undetermined notAsked",
                    "pa.cardSecurity.trust: undetermined undetermined",
                ] + withoutDG15, verdict: .undecided),
            ForgeryRow(
                .forgery("card-security-other-chip"), "cam.chip: failed keyDiffers",
                ["access.bac: gone", "ca.chip: undetermined notAsked"] + withoutDG15),
            ForgeryRow(
                .forgery("cam-foreign-key"), "cam.chip: failed keyDiffers",
                ["access.bac: gone", "ca.chip: undetermined notAsked"] + withoutDG15),
        ]
        + ["cam-foreign-key", "cam-altered", "cam-zero"].map {
            ForgeryRow(.forgery($0), on: "specimen-cam", "cam.chip: failed keyDiffers")
        }
        + ["cam-absent", "cam-empty", "cam-wrong-tag"].map {
            ForgeryRow(.forgery($0), on: "specimen-cam", "cam.chip: failed noProof")
        }
        + ["card-security-key-off-curve", "card-security-key-infinity", "card-security-key-zeros"].map {
            ForgeryRow(
                .forgery($0), on: "specimen-cam", "consistency.cardSecurity: failed keysDiffer",
                ["cam.chip: undetermined unverifiable"])
        }
}
