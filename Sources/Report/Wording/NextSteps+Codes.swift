import Standards

/// What helps against one obstacle.
extension InspectionReport {
    /// The step for a reason, by its code; nil where the check says enough.
    func step(forCode code: String, of check: Check) -> String? {
        switch code {
        case "noAnchor":
            "Get the issuing state's CSCA certificate and \(judgingByAnchor). Until then rely on the printed security features."
        case "revokedPerhaps":
            "Two authorities of the issuing state may have used one serial number. Get the list of the signer's own authority, "
                + "or the link certificate between the two, and judge again; until then examine the document by hand."
        case "crlUnusable":
            "The revocation list at hand cannot be relied on: get the issuing state's current and complete one and name it with "
                + "'--crl FILE'."
        case "noCRL":
            "Get the issuing state's current revocation list and name it with '--crl FILE'. \(Self.rule(policy)) nothing is "
                + "accepted without one."
        case "crlStale":
            "The list at hand is out of date: get the issuing state's current revocation list and name it with "
                + "'--crl FILE'. \(Self.rule(policy)) nothing is accepted by a list that is out of date."
        case "noDG1" where files.contains { $0.name == "DG1" && [.read, .damaged].contains($0.state) }:
            "The chip's own lines (DG1) cannot be read as such, so nothing was compared with them: examine the document by "
                + "hand, and compare its printed page with what the chip holds beside them."
        case "noDG1":
            "The chip's own lines (DG1) are not at hand, so nothing was compared with them: read the document again with "
                + "DG1, or examine it by hand."
        case "knownDefect":
            "What is wrong here is known of such documents and does not make this one a forgery, nor is it proven: examine "
                + "it by hand, by what the list says of it. Other certificates change nothing."
        case "revocationDoubtful":
            "The signer was revoked for a reason that says nothing of documents signed before: examine the document by hand, "
                + "and ask the issuing state."
        case "documentExpired":
            "The document has expired. Ask for one that is valid, or follow your rules for expired documents."
        case "printDoubtful":
            "Compare the characters that the picture leaves open with the printed page by eye: they are named under "
                + "\u{201C}\(Wording.captureTitle)\u{201D}."
        case "wrongKey" where showsOtherDocument, "accessDenied" where showsOtherDocument,
            "conditionsNotSatisfied" where showsOtherDocument:
            "The key comes from a picture, and no other reading of it is likely: the picture may be of another document than "
                + "the one on the reader. Make sure that both belong together, or give the printed lines of this document "
                + "with '--mrz-file FILE', and read again."
        case "wrongKey" where capture != nil, "accessDenied" where capture != nil,
            "conditionsNotSatisfied" where capture != nil:
            "The key comes from a picture. Compare it with the printed lines, above all where \u{201C}\(Wording.captureTitle)\u{201D} "
                + "names other readings, the likeliest first: type the lines of the one that is printed into a file, and "
                + "read again with '--mrz-file FILE', or take a better picture."
        case "wrongKey", "accessDenied", "conditionsNotSatisfied":
            "Compare document number, date of birth and date of expiry with the printed lines, and read again."
        case "wrongKeyCounted":
            "Compare document number, date of birth and date of expiry with the printed lines. Take the document from "
                + "the reader, wait half a minute, and read again: the chip counts wrong keys."
                + (showsOtherDocument ? " The picture may be of another document than the one on the reader." : "")
        case "wrongPassword", "wrongPasswordCounted":
            "Compare the number that was typed with the document, or ask the holder to type it again, and read again."
        case "passwordBlocked" where check.isAboutCAN, "passwordDeactivated" where check.isAboutCAN,
            "passwordNotFound" where check.isAboutCAN:
            "The chip does not take the card access number: read it with the printed lines ('--mrz-file FILE')."
        case "terminalNeeded":
            "This chip proves itself only to a terminal with certificates: read it again with '--cv-certificates' and "
                + "'--terminal-key', or rely on the printed security features."
        case "passwordBlocked", "pinBlockedNow":
            "No try of this password is left. Read with the card access number (--can) or the printed lines; the holder "
                + "can set a blocked PIN free with 'emrtd chip unblock-pin --puk-file FILE'."
        case "passwordDeactivated", "passwordNotFound":
            "This password does not open the chip. Read it with the card access number (--can) or the printed lines."
        case "pinSuspended", "pinSuspendedNow":
            "One try of the PIN is left. Ask the holder for it, and read again with the card access number beside it (--can "
                + "and --pin-file); if it is wrong, the PIN is blocked. Or read with the card access number alone."
        case "passwordNotRepeated":
            "Lay the document flat on the reader and read it again with the same password. With the card access number "
                + "beside a PIN (--can and --pin-file) a read goes on by itself."
        case "mrzNeeded": "The chip offers no PACE: give the printed lines with '--mrz-file FILE', and read again."
        case "paceRefused", "paceBroken", "cardAccessDamaged":
            "Read the chip again. If PACE fails once more, the chip may be faulty, or somebody keeps it from being used: "
                + "examine the document by hand. '--access bac-only' opens it by the weaker protocol, and says so."
        case "downgraded", "paceHidden":
            "Read the chip again on another reader. If PACE is left out once more, somebody weakens the access to this "
                + "chip: do not rely on it, \(keepingEvidence), and call an expert."
        case "paceEntriesMissing", "paceEntriesAdded", "parametersDiffer", "signedByOtherState", "keysDiffer":
            "The chip contradicts what its issuer signed. Do not rely on it: examine the document by hand, "
                + "\(keepingEvidence), and call an expert."
        case "accessDeniedPACE", "conditionsNotSatisfiedPACE":
            "Compare document number, date of birth and date of expiry with the printed lines, and read again. If the "
                + "chip refuses once more, it may want PACE: read it with '--access auto', or rely on the printed "
                + "security features."
        case "paceOnly", "paceNotSupported":
            "The chip has to be opened by PACE, in a way that this version does not know or that was left out. Read it with "
                + "'--access auto', or with another program, or rely on the printed security features."
        case "paceNotOffered": "Read again with '--access auto', if your rules allow a chip that shows no PACE."
        case "keyNeeded": "Give the printed lines with '--mrz-file FILE', and read again."
        case "chipNotAuthenticated", "wrongAnswerLength", "accessRefused", "noChallenge":
            "Read the chip again. If it happens once more, the chip does not behave as an eMRTD: do not rely on it, "
                + "and examine the document by hand."
        case "noApplication", "applicationRefused":
            "Make sure that the document, and no other card, lies on the reader, and read again. If it is the "
                + "document, its chip cannot be read as a passport: examine the document by hand."
        case "otherChip": "Take everything else from the reader, and read the document again from the start."
        case "comDisagrees":
            "EF.COM is not signed; the signed list in EF.SOD counts. Reading again changes nothing: let an expert decide"
                + (archiveWouldAccept ? ", or \(judgingAgain) by '--policy archive', which only notes it." : ".")
        case "dataGroupNotListed":
            "The chip holds more, or less, than its issuer signed. Take nothing from what is not signed, and let an expert "
                + "decide on the document; reading again changes nothing."
        case "damaged":
            "Read the chip again; if the same file fails again, do not rely on it, and examine the document by hand."
        case "notYetValid":
            "The document was judged as of \(Wording.moment(policy.judgedAt)), and a certificate is valid from later on only: "
                + "check the date of this machine, and judge again. If the date is right, do not rely on this document, "
                + "\(keepingEvidence), and call an expert."
        case "otherDocumentType", "otherState":
            "Do not rely on this document: who signed it does not sign documents of this kind, or of this state. Examine it "
                + "by hand, \(keepingEvidence), and call an expert."
        default: nil
        }
    }

    /// `Under the policy operational`: the one that the document was judged by.
    static func rule(_ policy: Policy) -> String { "Under the policy \(policy.name)" }

    /// Whether `archive` would not leave the document as open as it is: it notes what EF.COM says, and not much more.
    private var archiveWouldAccept: Bool {
        verdict == .undecided && obstacles.allSatisfy { $0.result.reason?.code == "comDisagrees" }
    }

    /// Whether the key comes from a picture that leaves nothing else to try: what it shows is read, and opens another chip.
    private var showsOtherDocument: Bool {
        guard let capture else { return false }
        return !capture.rereadings.contains { $0.outcome == .offered }
    }

    /// What a data group would have to be compared with, or is not there to be.
    private static let missingData: Set<String> = [
        "absent", "noHashes", "noSOD", "notRead", "partial", "refused", "sodMissing", "sodNotRead",
    ]

    /// The step for a check by the answer that it belongs to.
    func step(for check: Check) -> String {
        switch (check.answer, check.result.isFailure) {
        case (.access, true): "Compare the printed lines with what was typed, and read the chip again."
        case (.access, false), (.files, false):
            "Lay the document flat on the reader, keep it still, and read it again."
        case (.files, true): "Read the chip again; if the same file fails again, examine the document by hand."
        case (.dataIntegrity, true):
            "Do not rely on the chip's data. Examine the document by hand, \(keepingEvidence), and call an expert."
        case (.dataIntegrity, false) where Self.missingData.contains(check.result.reason?.code ?? ""):
            "Read what is missing of the chip's data: read the document again."
        case (.dataIntegrity, false):
            "Take nothing from the data that is not verified, and let an expert look at what is said of it below."
        case (.issuerTrust, true):
            "Do not rely on this document. Examine it by hand, \(keepingEvidence), and call an expert."
        case (.issuerTrust, false): "Bring the trusted certificates up to date and \(judgingAgain)."
        case (.chipGenuineness, true):
            "The chip may be a copy. Examine the document by hand, \(keepingEvidence), and call an expert."
        case (.chipGenuineness, false): "Read the chip again, so that it can prove that it is the original."
        case (.consistency, true): "Compare the printed page with the chip's data by eye, and ask the holder."
        case (.consistency, false): "Compare the printed page with the chip's data by eye."
        }
    }
}
