import Report

extension ForgeryRow {
    /// Lengths and depths that are to exhaust a reader.
    static let structure: [ForgeryRow] =
        [
            ForgeryRow(
                .fault("com-4gib"), "files.com: failed damaged", ["files.agreement: notSupported noCOM"],
                verdict: .accepted),
            ForgeryRow(.fault("dg2-4gib"), "files.DG2: failed damaged", ["pa.dataGroup.DG2: failed damaged"]),
            ForgeryRow(
                .fault("sod-4gib"), "files.sod: failed damaged", ["pa.sod.structure: failed malformed"], rest: .open),
            ForgeryRow(
                .fault("dg1-4gib"), "files.DG1: failed damaged",
                ["pa.dataGroup.DG1: failed damaged"] + withoutSignedDG1 + withoutDG1),
            ForgeryRow(.fault("dg11-4gib"), "files.DG11: failed damaged", ["pa.dataGroup.DG11: failed damaged"]),
            ForgeryRow(
                .fault("com-10000-levels"), "files.com: failed malformed",
                ["files.agreement: undetermined comDisagrees"], verdict: .undecided),
            ForgeryRow(
                .fault("sod-10000-levels"), "files.sod: failed malformed", ["pa.sod.structure: failed malformed"],
                rest: .open),
            ForgeryRow(.fault("dg1-10000-levels"), "files.DG1: failed malformed", withoutSignedDG1 + withoutDG1),
            ForgeryRow(.fault("dg2-10000-levels"), "files.DG2: failed malformed"),
            ForgeryRow(
                .fault("dg15-10000-levels"), "files.DG15: failed malformed", ["aa.chip: undetermined unverifiable"],
                verdict: .undecided),
            ForgeryRow(
                .fault("dg14-4gib"), on: "specimen-eac", "files.DG14: failed damaged",
                [
                    "ca.chip: failed keyWithheld", "consistency.cardAccess: undetermined notRepeated",
                    "pa.dataGroup.DG14: failed damaged", "ta.terminal: notSupported chipNotAuthenticated",
                ] + terminalNotLetIn),
            ForgeryRow(
                .fault("dg14-10000-levels"), on: "specimen-eac", "files.DG14: failed malformed",
                [
                    "ca.chip: undetermined notAsked", "consistency.cardAccess: undetermined notRepeated",
                    "ta.terminal: notSupported chipNotAuthenticated",
                ] + terminalNotLetIn, verdict: .undecided),
            ForgeryRow(.fault("dg16-10000-levels"), on: "specimen-eac", nil, verdict: .accepted, remark: "unknownTag"),
            ForgeryRow(
                .fault("card-access-4gib"), on: "specimen-cam", "access.pace: failed cardAccessDamaged", rest: .open,
                verdict: .undecided),
            ForgeryRow(
                .fault("card-security-4gib"), on: "specimen-cam", "pa.cardSecurity.structure: failed malformed",
                [
                    "cam.chip: undetermined notAnchored", "consistency.cardSecurity: undetermined unreadable",
                    "pa.cardSecurity.algorithms: undetermined noCardSecurity",
                    "pa.cardSecurity.messageDigest: undetermined noCardSecurity",
                    "pa.cardSecurity.securityInfos: undetermined noCardSecurity",
                    "pa.cardSecurity.signature: undetermined noCardSecurity",
                    "pa.cardSecurity.signer: undetermined noCardSecurity",
                    "pa.cardSecurity.trust: undetermined undetermined",
                ]),
            ForgeryRow(
                .fault("card-access-1000-levels"), on: "specimen-pace", "access.pace: failed cardAccessDamaged",
                rest: .open, verdict: .undecided),
        ]
}
