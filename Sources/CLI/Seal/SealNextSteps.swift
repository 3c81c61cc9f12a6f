import Standards
import Trust

/// What the person at the desk can do after a seal was judged.
enum SealNextSteps {
    /// What is said of the printed page where nothing of it was handed in.
    static let notCompared = "the printed lines were not handed in, so they were not compared"

    /// One step, by the check that decided; by the verdict where its reason asks for nothing of its own.
    static func step(after result: SealResult, deciding: SealResult.Check?) -> String {
        let reason = deciding?.finding.result.reason?.code ?? ""
        switch result.verdict {
        case .accepted:
            return result[.sealAgreement] == nil
                ? "Compare what the seal says with what is printed, or judge again with '--mrz-file FILE'."
                : "Compare the holder with the page: a seal holds no portrait."
        case .undecided: return steps[reason] ?? "Examine the document by hand: the seal alone decides nothing."
        case .rejected:
            if deciding?.finding.id == .sealAgreement {
                return "Compare the lines that were handed in with the page; if they are right, the seal was made for "
                    + "another document."
            }
            return steps[reason]
                ?? "Do not rely on the seal: read the bar code once more, and examine the document by hand."
        }
    }

    private static let steps = [
        "documentExpired":
            "The document has expired. Ask for one that is valid, or follow your rules for expired documents.",
        "noSealSigner": "Get the certificate of the seal's signer and name it with '--signer FILE'.",
        "noAnchor": "Get the issuing state's CSCA certificate and judge again with '--csca FILE'.",
        "noCRL": "Get the issuing state's current revocation list and name it with '--crl FILE'.",
        "crlStale": "Get the issuing state's current revocation list and name it with '--crl FILE'.",
        "crlUnusable": "Get the issuing state's current revocation list and name it with '--crl FILE'.",
        "otherFormat": "Hand in the lines of the document that carries the seal (--mrz-file).",
    ]
}
