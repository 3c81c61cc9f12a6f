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
            let step = step(of: check)
            if !steps.contains(step) { steps.append(step) }
        }
        if verdict == .accepted {
            if !checksLetPass.isEmpty {
                let names = checksLetPass.map(\.nameLetPass).joined(separator: "; ")
                steps.append(
                    "Examine by hand what the policy \(policy.name) lets pass, or judge by "
                        + "'--policy \(policy.base ?? policy.name)': \(names).")
            }
            if isPrintUncompared {
                steps.append(
                    "The printed page was not compared with the chip: compare name, number and dates with the data above."
                )
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
        return steps + (verdict == .rejected ? [] : stepsForTerminal) + stepsForRecords
    }

    /// What states wrote onto the chip does not decide about the document, and is something to ask about all the same.
    private var stepsForRecords: [String] {
        let results = checks.filter { $0.id.rawValue.hasPrefix("lds2.") }.map(\.result)
        var steps: [String] = []
        if results.contains(where: \.isFailure) {
            steps.append(
                "Do not rely on the records of states that are marked as wrong: compare them with the stamps and visas in the "
                    + "booklet, ask the holder, and \(keepingEvidence) for the state that they name.")
        }
        if verdict != .rejected, results.contains(where: { Self.missingRecords.contains($0.reason?.code ?? "") }) {
            steps.append(
                "Records of states are missing, or cannot be verified: read the document again, and look for the stamps and "
                    + "visas in the booklet until they are there.")
        }
        return steps
    }

    private static let missingRecords: Set<String> = ["recordsMissing", "recordsRefused", "certificateMissing"]

    /// The checks whose obstacles somebody can do something about: after a read that was broken off, that one, what
    /// has failed, and an issuer that is not known.
    ///
    /// Of a document that is rejected only failures count: what is open cannot make it better. Among those, what might be
    /// put right counts only where all of them might.
    private var relevantObstacles: [Check] {
        if verdict == .rejected {
            let failures = obstacles.filter { $0.result.isFailure && !isConclusion($0) }
            let lasting = failures.filter { !$0.mayBePutRight }
            return lasting.isEmpty ? failures : lasting
        }
        guard reading.brokenOff != nil, let read = obstacles.first(where: { $0.id == "files.complete" }) else {
            return obstacles
        }
        let issuer = obstacles.first { $0.result.reason?.code == "noAnchor" && signer != nil }
        return [read] + (issuer.map { [$0] } ?? [])
    }

    private static let followsFromIssuer: Set<String> = [
        "notAnchored", "undetermined", "signerNotTrusted", "signerNotVerified",
    ]

    /// Whether a check only sums up others that are told themselves.
    private func isConclusion(_ check: Check) -> Bool {
        check.result.reason?.code == "notTrusted"
            && obstacles.contains { $0.answer == check.answer && $0.result.isFailure && $0 != check }
    }

    /// The step for one obstacle.
    private func step(of check: Check) -> String {
        let code = check.result.reason?.code ?? ""
        return step(forBreak: code) ?? step(forStore: code) ?? step(forCode: code, of: check) ?? step(for: check)
    }

    private static func comparison(hasPortrait: Bool) -> String {
        hasPortrait
            ? "Compare the portrait with the person in front of you."
            : "The chip's portrait is not at hand: compare the printed one with the person in front of you."
    }

    /// After a read that was broken off; it can be resumed only where evidence of an opened chip was kept.
    private func step(forBreak code: String) -> String? {
        let isKept = hasEvidence && reading.evidence != .notKept
        let folder = if case .kept(let folder) = reading.evidence { folder } else { "DIR" }
        let goOn = isKept ? "go on with 'emrtd inspect --resume \(folder)'" : "read it again"
        let anew = isKept ? "Go on with 'emrtd inspect --resume \(folder)'." : "Read the document again."
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
}
