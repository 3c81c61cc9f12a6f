import Standards

extension InspectionReport {
    /// What the person at the desk can do now, the most useful first.
    public var nextSteps: [String] {
        var steps: [String] = []
        let hasIssuerObstacle = obstacles.contains { check in
            check.answer == .issuerTrust && !Self.followsFromIssuer.contains(check.result.reason?.code ?? "")
        }
        for check in relevantObstacles {
            let code = check.result.reason?.code ?? ""
            // What is open only because of the issuer or its lists is put right by the same step.
            if check.result.isOpen, Self.followsFromIssuer.contains(code), hasIssuerObstacle { continue }
            let step = step(forBreak: code) ?? step(forStore: code) ?? Self.step(forCode: code) ?? Self.step(for: check)
            if !steps.contains(step) { steps.append(step) }
        }
        if verdict == .accepted {
            if !checksLetPass.isEmpty {
                let names = checksLetPass.map(\.nameLetPass).joined(separator: "; ")
                steps.append(
                    "Examine by hand what the policy \(policy.name) lets pass, or judge by "
                        + "'--policy \(policy.base ?? policy.name)': \(names).")
            }
            steps.append(Self.comparison(hasPortrait: files.contains { $0.name == "DG2" && $0.state == .read }))
            if let genuineness = answers.first(where: { $0.answer == .chipGenuineness }),
                genuineness.result != .successful
            {
                steps.append(
                    "The chip was not proven to be the original: look at the printed security features as well.")
            }
        }
        if verdict == .undecided, obstacles.isEmpty {
            steps.append("Lay the document flat on the reader and read it again.")
        }
        return steps + stepsForTerminal + stepsForRecords
    }

    /// What states wrote onto the chip does not decide about the document, and is something to ask about all the same.
    private var stepsForRecords: [String] {
        let results = checks.filter { $0.id.rawValue.hasPrefix("lds2.") }.map(\.result)
        var steps: [String] = []
        if results.contains(where: \.isFailure) {
            steps.append(
                "Do not rely on the records of states that are marked as wrong: compare them with the stamps and visas in the "
                    + "booklet, ask the holder, and keep the evidence for the state that they name.")
        }
        if results.contains(where: { Self.missingRecords.contains($0.reason?.code ?? "") }) {
            steps.append(
                "Records of states are missing, or cannot be verified: read the document again, and look for the stamps and "
                    + "visas in the booklet until they are there.")
        }
        return steps
    }

    private static let missingRecords: Set<String> = ["recordsMissing", "recordsRefused", "certificateMissing"]

    /// The checks whose obstacles somebody can do something about: after a read that was broken off, that one, what
    /// has failed, and an issuer that is not known.
    private var relevantObstacles: [Check] {
        guard reading.brokenOff != nil, let read = obstacles.first(where: { $0.id == "files.complete" }) else {
            return obstacles
        }
        let issuer = obstacles.first { $0.result.reason?.code == "noAnchor" && signer != nil }
        return obstacles.filter(\.result.isFailure) + [read] + (issuer.map { [$0] } ?? [])
    }

    private static let followsFromIssuer: Set<String> = ["notAnchored", "undetermined", "signerNotTrusted"]

    private static func comparison(hasPortrait: Bool) -> String {
        hasPortrait
            ? "Compare the portrait with the person in front of you."
            : "The chip's portrait is not at hand: compare the printed one with the person in front of you."
    }

    /// After a read that was broken off; it can be resumed only where evidence of an opened chip was kept.
    private func step(forBreak code: String) -> String? {
        let goOn = hasEvidence ? "go on with 'emrtd inspect --resume DIR'" : "read it again"
        let anew = hasEvidence ? "Go on with 'emrtd inspect --resume DIR'." : "Read the document again."
        return switch code {
        case "cardRemoved", "cardReset", "noCard", "unresponsiveCard", "timedOut", "notTransacted":
            "Lay the document flat on the reader, keep it still, and \(goOn)."
        case "sharingViolation": "Close the other program that uses the reader. \(anew)"
        case "readerRemoved", "noReader", "serviceNotRunning":
            "Plug the reader in again; 'emrtd doctor' says what is amiss. \(anew)"
        case "unfinished": "The program ended too early. \(anew)"
        case "cancelled": "The read was stopped by hand. \(anew)"
        default: nil
        }
    }

    private static func step(forCode code: String) -> String? {
        switch code {
        case "noAnchor":
            "Get the issuing state's CSCA certificate and judge the stored evidence again with "
                + "'emrtd verify DIR --csca FILE'. Until then rely on the printed security features."
        case "revokedPerhaps":
            "Two authorities of the issuing state may have used one serial number. Get the list of the signer's own authority, "
                + "or the link certificate between the two, and judge again; until then examine the document by hand."
        case "crlUnusable":
            "The revocation list at hand cannot be relied on: get the issuing state's current and complete one and name it with "
                + "'--crl FILE'."
        case "noCRL", "crlStale":
            "Get the issuing state's current revocation list and name it with '--crl FILE'. Under '--policy strict' nothing "
                + "is accepted without one."
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
        case "wrongKey", "accessDenied", "conditionsNotSatisfied":
            "Compare document number, date of birth and date of expiry with the printed lines, and read again."
        case "wrongKeyCounted":
            "Compare document number, date of birth and date of expiry with the printed lines. Take the document from "
                + "the reader, wait half a minute, and read again: the chip counts wrong keys."
        case "wrongPassword", "wrongPasswordCounted":
            "Compare the number that was typed with the document, or ask the holder to type it again, and read again."
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
                + "chip: do not rely on it, keep the evidence, and call an expert."
        case "paceEntriesMissing", "paceEntriesAdded", "parametersDiffer", "signedByOtherState", "keysDiffer":
            "The chip contradicts what its issuer signed. Do not rely on it: examine the document by hand, keep the "
                + "evidence, and call an expert."
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
            "EF.COM is not signed; the signed list in EF.SOD counts. Reading again changes nothing: let an expert "
                + "decide, or judge the evidence by '--policy archive', which only notes it."
        default: nil
        }
    }

    private static func step(for check: Check) -> String {
        switch (check.answer, check.result.isFailure) {
        case (.access, true): "Compare the printed lines with what was typed, and read the chip again."
        case (.access, false), (.files, false):
            "Lay the document flat on the reader, keep it still, and read it again."
        case (.files, true): "Read the chip again; if the same file fails again, examine the document by hand."
        case (.dataIntegrity, true):
            "Do not rely on the chip's data. Examine the document by hand, keep the evidence, and call an expert."
        case (.dataIntegrity, false): "Read the missing data groups, or judge the stored evidence again."
        case (.issuerTrust, true):
            "Do not rely on this document. Examine it by hand, keep the evidence, and call an expert."
        case (.issuerTrust, false): "Bring the trusted certificates up to date and judge the stored evidence again."
        case (.chipGenuineness, true):
            "The chip may be a copy. Examine the document by hand, keep the evidence, and call an expert."
        case (.chipGenuineness, false): "Read the chip again, so that it can prove that it is the original."
        case (.consistency, true): "Compare the printed page with the chip's data by eye, and ask the holder."
        case (.consistency, false): "Compare the printed page with the chip's data by eye."
        }
    }
}
