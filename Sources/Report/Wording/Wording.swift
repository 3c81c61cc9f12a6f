import Standards

/// The words that every view uses.
package enum Wording {
    /// One word for the whole document.
    static func title(_ verdict: InspectionReport.Verdict) -> String {
        switch verdict {
        case .accepted: "Accepted"
        case .undecided: "Undecided"
        case .rejected: "Rejected"
        }
    }

    /// What the verdict means, in one sentence.
    static func sentence(_ report: InspectionReport) -> String {
        switch report.verdict {
        case .accepted where !report.checksLetPass.isEmpty:
            let names = report.checksLetPass.map(\.nameLetPass).joined(separator: "; ")
            return "By the policy \(report.policy.name) alone, which lets pass: \(names)."
        case .accepted: return "Every check that decides came out well."
        case .rejected:
            let count = report.obstacles.count { $0.result.isFailure }
            return count == 1 ? "One check that decides has failed." : "\(count) checks that decide have failed."
        case .undecided where report.reasonUnopened != nil:
            return "The chip could not be opened. \(report.reasonUnopened?.text ?? "")"
        case .undecided where report.obstacles.isEmpty: return "Nothing was read that could be judged."
        case .undecided:
            let count = report.obstacles.count
            return count == 1
                ? "Nothing is wrong so far, but one check that decides is still open."
                : "Nothing is wrong so far, but \(count) checks that decide are still open."
        }
    }

    /// The heading of one answer.
    static func title(_ answer: Check.Answer) -> String {
        switch answer {
        case .access: "Access"
        case .files: "Files"
        case .dataIntegrity: "Data integrity"
        case .issuerTrust: "Issuer trust"
        case .chipGenuineness: "Chip genuineness"
        case .consistency: "Consistency"
        }
    }

    /// The question an answer answers.
    static func question(_ answer: Check.Answer) -> String {
        switch answer {
        case .access: "Was the chip opened as it should be?"
        case .files: "Was everything read that is there?"
        case .dataIntegrity: "Is the data as it was signed?"
        case .issuerTrust: "Was it signed by a state that is trusted?"
        case .chipGenuineness: "Is this the chip, and no copy of it?"
        case .consistency: "Do print, chip, dates and states agree?"
        }
    }

    /// The result of one answer in a word or two.
    static func word(_ answer: AnswerSummary) -> String {
        switch (answer.answer, answer.result) {
        case (_, .aborted): "Broken off"
        case (.access, .successful): "Opened"
        case (.access, .failed) where answer.isWeakened: "Weakened"
        case (.access, .failed): "Not opened"
        case (.access, .notSupported): "Not protected"
        case (.files, .successful): "Complete"
        case (.files, .failed): "Incomplete"
        case (_, .undetermined(let reason)) where reason.code == AnswerSummary.letPassCode: "Let pass"
        case (.files, .undetermined(let reason)) where reason.code == AnswerSummary.unreadCode: "Incomplete"
        case (.dataIntegrity, .successful): "Unaltered"
        case (.dataIntegrity, .failed): "Not intact"
        case (.issuerTrust, .successful): "Trusted"
        case (.issuerTrust, .failed): "Not trusted"
        case (.chipGenuineness, .successful): "Genuine"
        case (.chipGenuineness, .failed): "Not genuine"
        case (.chipGenuineness, .notSupported): "Not offered"
        case (.consistency, .successful): "Consistent"
        case (.consistency, .failed(let reason)) where reason.code == "documentExpired": "Over"
        case (.consistency, .failed): "Contradiction"
        case (_, .undetermined): "Undetermined"
        case (_, .notSupported): "Not checked"
        }
    }

    /// One sentence below the word: the reason, or what a success means.
    static func sentence(_ answer: AnswerSummary) -> String {
        if answer.answer == .chipGenuineness, case .notSupported = answer.result {
            return "The chip offers no way to prove that it is the original, so a copy cannot be excluded."
        }
        if let reason = answer.result.reason { return reason.text }
        return switch answer.answer {
        case .access: "The chip was opened by the strongest protocol that it offers."
        case .files: "Every file that was asked for was read to its end."
        case .dataIntegrity: "Every data group that was read is as its signer signed it."
        case .issuerTrust: "The signature leads to a certificate that is trusted."
        case .chipGenuineness: "The chip holds the secret key that its issuer gave it."
        case .consistency where answer.checks.contains(where: \.isPrintUncompared):
            "Everything that was compared agrees; the printed page was not compared."
        case .consistency: "Everything that was compared agrees."
        }
    }

    /// The result of one check in a word or two; of one that does not apply, the reason chooses the word.
    static func word(_ check: Check) -> String {
        switch check.result {
        case .successful where check.leniency != nil: "let pass"
        case .successful: "passed"
        case .failed: "failed"
        case .undetermined: "undetermined"
        case .notSupported where check.id == AnswerSummary.terminalCheck: "not possible"
        case .notSupported(let reason) where reason.code == "protected" && check.answer == .files: "not asked for"
        case .notSupported(let reason): wordsByCode[reason.code] ?? "not offered"
        case .aborted: "broken off"
        }
    }

    private static let wordsByCode = [
        "protected": "not read", "notRead": "not read", "notLetIn": "not read", "notEntitled": "not read",
        "terminalNeeded": "not read", "skipped": "left out", "notTyped": "not asked for", "noCOM": "not possible",
        "notOpened": "not possible", "notConsidered": "not possible", "unprotected": "not needed",
        "noExpiry": "not possible", "absent": "not on the chip",
    ]

    /// What a check counts for, in a word.
    static func word(_ obligation: Check.Obligation) -> String {
        switch obligation {
        case .mandatory: "decides"
        case .optional: "advises"
        case .recorded: "recorded"
        }
    }

    /// What became of a file.
    static func word(_ state: FileEntry.State) -> String {
        switch state {
        case .read: "read"
        case .absent: "not on the chip"
        case .refused: "refused by the chip"
        case .protected: "protected, not read"
        case .skipped: "left out on request"
        case .damaged: "damaged"
        case .partial: "read in part"
        }
    }

    /// What became of a file of a chip or of stored evidence, of which personal data may have been taken out.
    static func word(_ state: FileEntry.State, of origin: ReadingSummary.Origin) -> String {
        origin == .evidence && state == .skipped ? "left out or taken out, on request" : word(state)
    }

    /// What a data group holds.
    static func content(ofGroup number: Int) -> String {
        let contents = [
            "machine readable zone", "face", "fingerprints", "irises", "displayed portrait", "reserved",
            "displayed signature", "data features", "structure features", "substance features",
            "additional personal details", "additional document details", "optional details", "security options",
            "Active Authentication key", "persons to notify",
        ]
        return contents.indices.contains(number - 1) ? contents[number - 1] : ""
    }

    /// `passport of Utopia (UTO)`.
    static func kind(_ document: DocumentSummary) -> String {
        let kind = document.documentKind ?? "document \(document.documentCode)"
        let state = document.issuingStateName ?? document.issuingState
        return state.isEmpty ? kind : "\(kind) of \(state)"
    }

    /// `ERIKSSON, ANNA MARIA`.
    static func name(_ document: DocumentSummary) -> String {
        [document.primaryIdentifier, document.secondaryIdentifier].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// `12 August 1974` for `1974-08-12`; a date with unknown parts stays as it is.
    static func date(_ text: String) -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = text.split(separator: "-").map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            months.indices.contains(month - 1)
        else { return text }
        return "\(day) \(months[month - 1]) \(year)"
    }

    /// `30 November 2026, 03:12 UTC`.
    static func moment(_ time: Timestamp) -> String {
        let text = time.description
        return "\(date(String(text.prefix(10)))), \(text.dropFirst(11).prefix(5)) UTC"
    }

    /// `female`, `male`, `unspecified`.
    static func sex(_ letter: String) -> String {
        switch letter {
        case "F": "female"
        case "M": "male"
        default: "unspecified"
        }
    }

    /// `1,234`.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// `1 certificate`, `2 certificates`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// `812 ms`, `4.1 s`.
    static func duration(_ duration: Duration) -> String {
        let microseconds = duration.microseconds
        if microseconds < 1000 { return microseconds == 0 ? "0 ms" : "< 1 ms" }
        if microseconds < 10_000_000 { return "\(grouped(microseconds / 1000)) ms" }
        let tenths = microseconds / 100_000
        return "\(tenths / 10).\(tenths % 10) s"
    }

    /// `fullName` as `full name`; a name in capitals, such as `PACE`, stays as it is.
    static func words(fromCamelCase name: String) -> String {
        guard name.contains(where: \.isLowercase) else { return name }
        return name.reduce(into: "") { text, character in
            if character.isUppercase, text.last?.isLowercase == true { text += " " }
            text += character.lowercased()
        }
    }
}
