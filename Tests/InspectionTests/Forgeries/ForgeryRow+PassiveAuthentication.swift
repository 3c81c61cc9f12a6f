import Report
import Trust

extension ForgeryRow {
    /// Files, what is signed over them, and who signed.
    static let passive: [ForgeryRow] =
        [
            ForgeryRow(
                .forgery("dg1-swapped"), "pa.dataGroup.DG1: failed differs",
                ["consistency.printedMRZ: failed printDiffers"] + withoutSignedDG1),
            ForgeryRow(.forgery("dg2-swapped"), "pa.dataGroup.DG2: failed differs"),
            ForgeryRow(.forgery("dg2-bit"), "pa.dataGroup.DG2: failed differs"),
            ForgeryRow(
                .forgery("sod-other-document"), "pa.dataGroup.DG1: failed differs",
                ["pa.dataGroup.DG2: failed differs"] + withoutSignedDG1),
            ForgeryRow(.forgery("other-document"), "consistency.printedMRZ: failed printDiffers"),
            ForgeryRow(
                .forgery("wrong-state"), "consistency.issuingState: failed otherState",
                ["consistency.printedMRZ: failed printDiffers"]),
            ForgeryRow(
                .forgery("sod-absent"), "files.sod: failed absent", ["pa.sod.structure: failed sodMissing"], rest: .open
            ),
            ForgeryRow(
                .forgery("sod-bit"), "pa.sod.signature: failed signatureWrong", withoutSignedDG1 + withoutSignature),
            ForgeryRow(.forgery("sod-unsigned"), "pa.sod.structure: failed signedAttributesMissing", rest: .open),
            ForgeryRow(
                .forgery("sod-wrong-digest"), "pa.sod.messageDigest: failed differs",
                withoutSignedDG1 + withoutSignature),
            ForgeryRow(
                .forgery("sod-other-signer"), "pa.documentSigner.found: failed otherSigner",
                ["pa.issuer.trust: failed notTrusted"], rest: .open),
            ForgeryRow(.forgery("sod-two-signers"), "pa.sod.structure: failed signerCount", rest: .open),
            ForgeryRow(
                .forgery("sod-other-content"), "pa.sod.structure: failed contentTypeAttribute",
                withoutSignedDG1 + withoutSignature),
            ForgeryRow(
                .forgery("sod-weak-hash-added"), "pa.sod.messageDigest: failed differs",
                ["pa.dataGroup.DG2: failed hashesDisagree", "pa.sod.securityObject: failed hashesDisagree"]
                    + withoutSignedDG1 + withoutSignature),
            ForgeryRow(
                .forgery("sod-weak-hash-signed"), "pa.sod.securityObject: failed hashesDisagree",
                ["pa.dataGroup.DG2: failed hashesDisagree"]),
            ForgeryRow(
                .forgery("sod-without-dg2"), "pa.dataGroup.DG2: failed dataGroupNotListed",
                ["files.agreement: undetermined comDisagrees"]),
            ForgeryRow(
                .forgery("group-added"), "pa.dataGroup.DG13: undetermined dataGroupNotListed",
                ["files.agreement: undetermined comDisagrees"], verdict: .undecided),
            ForgeryRow(
                .forgery("self-made-csca"), "pa.issuer.found: undetermined noAnchor",
                ["aa.chip: undetermined signerNotTrusted"] + withoutAnchor, verdict: .undecided),
            ForgeryRow(
                .forgery("self-signed-signer"), "pa.issuer.found: undetermined noAnchor",
                ["aa.chip: undetermined signerNotTrusted"] + withoutAnchor, verdict: .undecided),
            ForgeryRow(
                .forgery("self-made-csca"), on: "specimen-pace", "pa.issuer.found: undetermined noAnchor",
                ["aa.chip: undetermined signerNotTrusted", "ca.chip: undetermined signerNotTrusted"] + withoutAnchor,
                verdict: .undecided),
            ForgeryRow(
                .forgery("self-made-csca"), on: "specimen-cam", "pa.issuer.found: undetermined noAnchor",
                [
                    "ca.chip: undetermined signerNotTrusted", "cam.chip: undetermined signerNotTrusted",
                    "pa.cardSecurity.trust: undetermined undetermined",
                ] + withoutAnchor, verdict: .undecided),
            ForgeryRow(
                .forgery("self-made-csca"), on: "specimen-eac", "pa.issuer.found: undetermined noAnchor",
                ["ca.chip: undetermined signerNotTrusted"] + withoutAnchor, verdict: .undecided),
            ForgeryRow(
                .forgery("self-made-csca"), on: "specimen-identity-card", "pa.issuer.found: undetermined noAnchor",
                ["ca.chip: undetermined signerNotTrusted"] + withoutAnchor, verdict: .undecided),
            ForgeryRow(
                .forgery("self-made-csca-key"), "pa.documentSigner.signature: failed signatureWrong",
                ["aa.chip: undetermined signerNotTrusted"] + wrongSignature),
            ForgeryRow(
                .forgery("ds-broken-signature"), "pa.documentSigner.signature: failed signatureWrong",
                ["aa.chip: undetermined signerNotTrusted"] + wrongSignature),
            ForgeryRow(
                .forgery("ds-expired"), "pa.documentSigner.validity: failed expired",
                [
                    "aa.chip: undetermined signerNotTrusted", "pa.issuer.trust: failed notTrusted",
                    "pa.sod.signingTime: undetermined signingTimeOutside",
                ]),
            ForgeryRow(
                .forgery("ds-not-yet-valid"), "pa.documentSigner.validity: failed notYetValid",
                [
                    "aa.chip: undetermined signerNotTrusted", "pa.issuer.trust: failed notTrusted",
                    "pa.sod.signingTime: undetermined signingTimeOutside",
                ]),
            ForgeryRow(.forgery("ds-wrong-type"), "pa.documentSigner.documentType: failed otherDocumentType"),
            ForgeryRow(
                .forgery("ds-wrong-usage"), "pa.documentSigner.keyUsage: failed notForSignatures",
                ["aa.chip: undetermined signerNotTrusted", "pa.issuer.trust: failed notTrusted"]),
            ForgeryRow(
                .forgery("ds-visa-stamp"), "pa.documentSigner.keyUsage: failed otherPurpose",
                [
                    "aa.chip: undetermined signerNotTrusted",
                    "pa.documentSigner.documentType: notSupported noDocumentTypes",
                    "pa.issuer.trust: failed notTrusted",
                ]),
            ForgeryRow(
                .forgery("ds-unknown-extension"), "pa.documentSigner.extensions: failed unknownCriticalExtension",
                ["aa.chip: undetermined signerNotTrusted", "pa.issuer.trust: failed notTrusted"]),
            ForgeryRow(
                .forgery("ds-version-1"), "pa.documentSigner.profile: failed version",
                ["aa.chip: undetermined signerNotTrusted", "pa.issuer.trust: failed notTrusted"]),
            ForgeryRow(
                .forgery("ds-two-algorithms"), "pa.documentSigner.profile: failed algorithmsDiffer",
                ["aa.chip: undetermined signerNotTrusted", "pa.documentSigner.signature: failed signatureWrong"]
                    + wrongSignature),
            ForgeryRow(
                .forgery("ds-wrong-state"), "pa.documentSigner.profile: failed differentCountry",
                ["aa.chip: undetermined signerNotTrusted", "pa.issuer.trust: failed notTrusted"]),
            ForgeryRow(.fault("sod-sha1-groups"), "pa.algorithms.strength: failed weakHashRecently", under: .strict),
        ]
}
