import LDS
import Report
import Standards
import Trust

/// The checks of a report in the making.
struct CheckList {
    let policy: TrustPolicy
    private(set) var checks: [Check] = []
    /// What lists know to be wrong with the document, and which checks that changed.
    private(set) var defects: [JudgedDefect]

    init(policy: TrustPolicy, defects: [JudgedDefect] = []) {
        self.policy = policy
        self.defects = defects
    }

    /// Adds a check whose obligation is that of the table, or of a policy of one's own.
    ///
    /// - Parameter rule: What the check counts for in this case, where that is not what the table says.
    mutating func add(
        _ id: CheckID, _ result: CheckResult, source: SpecReference, evidence: [Finding.Evidence] = [],
        rule: Obligations.Rule? = nil, leniency: Reason? = nil
    ) {
        let changed = defects.change(id, result)?.inSentences
        let final = changed ?? result
        let isOverridable = rule.map { $0.answer == .files } ?? true
        let rule = rule ?? Obligations.rule(for: id)
        let given = isOverridable && !rule.decides(id, final, under: policy) ? policy.givenObligation(of: id) : nil
        let usual = rule.obligation(under: policy.base, isFailed: final.isFailure)
        let obligation = given.map(Check.Obligation.init) ?? usual
        checks.append(
            Check(
                id: id, result: final, obligation: obligation, answer: rule.answer, source: source,
                evidence: evidence, preDefectResult: changed.map { _ in result },
                leniency: self.leniency(obligation, insteadOf: usual, final, leniency)))
    }

    /// What known defects make of a result, before the check is added.
    func result(of id: CheckID, _ result: CheckResult) -> CheckResult {
        var defects = defects
        return defects.change(id, result) ?? result
    }

    /// Adds the checks of Passive Authentication, whose obligations are its own.
    mutating func add(_ passive: PassiveAuthenticationResult) {
        for finding in passive.findings {
            let obligation = Check.Obligation(passive.obligation(of: finding.id))
            let usual = Check.Obligation(
                policy.obligationOfBase(
                    of: finding.id, hasRevocationLists: passive.hasRevocationLists, endedIn: finding.result))
            checks.append(
                Check(
                    id: finding.id, result: finding.result.inSentences, obligation: obligation,
                    answer: Obligations.answer(for: finding.id), source: finding.source, evidence: finding.evidence,
                    preDefectResult: finding.preDefectResult?.inSentences,
                    leniency: leniency(obligation, insteadOf: usual, finding.result, finding.leniency)))
        }
    }

    /// What a policy of one's own lets pass: a check that came out badly and does not count, or a departure.
    ///
    /// - Parameters:
    ///   - usual: What the check counts for under the policy it is based on; what does not decide there is let pass there too.
    ///   - met: The departure that it tolerates.
    private func leniency(
        _ obligation: Check.Obligation, insteadOf usual: Check.Obligation, _ result: CheckResult, _ met: Reason?
    ) -> Reason? {
        guard usual == .mandatory else { return nil }
        guard obligation != .mandatory, result.isFailure || result.isOpen else { return met?.sentence }
        return Reason(
            "notCounted",
            "It does not count under the policy \(policy.name); under \(policy.base.rawValue) it decides.")
    }
}

extension Check.Obligation {
    init(_ obligation: TrustPolicy.Obligation) {
        self =
            switch obligation {
            case .mandatory: .mandatory
            case .optional: .optional
            case .recorded: .recorded
            }
    }
}

extension CheckResult {
    /// The same result with its reason as a sentence: capital letter, full stop.
    var inSentences: CheckResult {
        switch self {
        case .successful: self
        case .failed(let reason): .failed(reason.sentence)
        case .undetermined(let reason): .undetermined(reason.sentence)
        case .notSupported(let reason): .notSupported(reason.sentence)
        case .aborted(let reason): .aborted(reason.sentence)
        }
    }
}

extension Reason {
    /// The text with the titles of checks in the place of their names.
    private var titled: String {
        guard text.contains("pa.") else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let name = word.hasPrefix("pa.") ? word.prefix { $0.isLetter || $0.isNumber || $0 == "." } : ""
            let id = CheckID(rawValue: String(name))
            let title = CheckCatalogue.title(of: id)
            return title == id.rawValue ? String(word) : "\u{201C}\(title)\u{201D}" + word.dropFirst(name.count)
        }.joined(separator: " ")
    }

    var sentence: Reason {
        let ending = text.hasSuffix(".") || text.hasSuffix("!") || text.hasSuffix("?") ? "" : "."
        return Reason(code, titled.prefix(1).uppercased() + titled.dropFirst() + ending)
    }
}

/// What each check counts for under each policy, and which answer it belongs to.
enum Obligations {
    /// One row of the table.
    struct Rule {
        let answer: Check.Answer
        let strict: Check.Obligation
        let operational: Check.Obligation
        let archive: Check.Obligation
        /// Whether a failure decides under every policy, though a doubt does not.
        private(set) var failsAlways = false

        init(
            _ answer: Check.Answer, _ strict: Check.Obligation, _ operational: Check.Obligation,
            _ archive: Check.Obligation
        ) {
            self.answer = answer
            self.strict = strict
            self.operational = operational
            self.archive = archive
        }

        /// A rule for a row of the table of conflicts.
        init(_ answer: Check.Answer, _ row: PolicyRow<TrustPolicy.Obligation>) {
            self.init(
                answer, Check.Obligation(row.strict), Check.Obligation(row.operational), Check.Obligation(row.archive))
        }

        /// The same, but for failures, which decide under every policy.
        var mandatoryOnFailure: Rule {
            var rule = self
            rule.failsAlways = true
            return rule
        }

        /// Whether a failure decides, and a policy of one's own does not say otherwise.
        func decides(_ check: CheckID, _ result: CheckResult, under policy: TrustPolicy) -> Bool {
            guard failsAlways, result.isFailure else { return false }
            let row = obligation(under: policy.base, isFailed: false)
            return policy.givenObligation(of: check).map(Check.Obligation.init) ?? row == row
        }

        func obligation(under policy: TrustPolicy.Name, isFailed: Bool) -> Check.Obligation {
            if isFailed, failsAlways { return .mandatory }
            return switch policy {
            case .strict: strict
            case .operational: operational
            case .archive: archive
            }
        }
    }

    /// The checks of this module: strict, operational, archive. Those of `Trust` are in its own table.
    static let rules: [CheckID: Rule] = [
        // What only the moment of reading could show is recorded: stored evidence could not verify it again.
        .accessOffered: Rule(.access, .recorded, .recorded, .recorded),
        .accessBAC: Rule(.access, .recorded, .recorded, .recorded),
        .accessPACE: Rule(.access, .recorded, .recorded, .recorded),
        // A weaker protocol than the chip offers, used though nobody asked for it.
        .accessDowngrade: Rule(.access, .mandatory, .optional, .recorded).mandatoryOnFailure,
        .filesComplete: Rule(.files, .mandatory, .mandatory, .mandatory),
        .filesCOM: Rule(.files, .mandatory, .optional, .recorded),
        .filesAttributes: Rule(.files, .mandatory, .optional, .recorded),
        .filesSOD: Rule(.files, .mandatory, .mandatory, .mandatory),
        .activeAuthentication: Rule(.chipGenuineness, Conflicts.chipProofFailed),
        .chipAuthentication: Rule(.chipGenuineness, Conflicts.chipProofFailed),
        .chipAuthenticationMapping: Rule(.chipGenuineness, Conflicts.chipProofFailed),
        // The terminal's rights, not the document's.
        .terminalAuthentication: Rule(.files, .recorded, .recorded, .recorded),
        .cardSecurityStructure: Rule(.dataIntegrity, .mandatory, .mandatory, .mandatory),
        .cardSecurityContent: Rule(.dataIntegrity, .mandatory, .mandatory, .mandatory),
        .cardSecurityAlgorithms: Rule(.issuerTrust, .mandatory, .mandatory, .mandatory),
        .cardSecurityMessageDigest: Rule(.issuerTrust, .mandatory, .mandatory, .mandatory),
        .cardSecuritySigner: Rule(.issuerTrust, .mandatory, .mandatory, .mandatory),
        .cardSecuritySignature: Rule(.issuerTrust, .mandatory, .mandatory, .mandatory),
        // It counts for the key alone that a proof of the chip rests on, and there it is asked for.
        .cardSecurityTrust: Rule(.issuerTrust, .mandatory, .optional, .recorded).mandatoryOnFailure,
        // What others wrote onto the chip says nothing about who it belongs to.
        .travelRecords: Rule(.dataIntegrity, .recorded, .recorded, .recorded),
        .visas: Rule(.dataIntegrity, .recorded, .recorded, .recorded),
        .additionalBiometrics: Rule(.dataIntegrity, .recorded, .recorded, .recorded),
        .checkDigits: Rule(.consistency, .mandatory, .optional, .recorded),
        .printedMRZ: Rule(.consistency, .mandatory, .mandatory, .mandatory),
        .expiry: Rule(.consistency, .mandatory, .mandatory, .recorded),
        // Old chips do not repeat their entries; where they are repeated, signed, a difference is a forgery.
        .cardAccess: Rule(.consistency, .mandatory, .optional, .recorded).mandatoryOnFailure,
        .cardSecurityAgreement: Rule(.consistency, .mandatory, .optional, .recorded).mandatoryOnFailure,
    ]

    /// DG1 and DG2, without which no document is whole.
    static let essentialGroup = Rule(.files, .mandatory, .mandatory, .mandatory)
    /// Every other data group.
    static let otherGroup = Rule(.files, .mandatory, .optional, .recorded)
    /// A proof with a key that no issuer signed: it proves nothing and decides nothing.
    static let unlistedKey = Rule(.chipGenuineness, Conflicts.chipProofNotOffered)
    /// A proof that is open, where another one was given.
    static let provenOtherwise = Rule(.chipGenuineness, .optional, .optional, .recorded)

    static func rule(for id: CheckID) -> Rule { rules[id] ?? Rule(answer(for: id), .mandatory, .mandatory, .mandatory) }

    /// The answer a check belongs to.
    static func answer(for id: CheckID) -> Check.Answer {
        if let rule = rules[id] { return rule.answer }
        if issuerTrustChecks.contains(id) { return .issuerTrust }
        if id == .documentSignerDocumentType { return .consistency }
        switch id.rawValue.split(separator: ".").first {
        case "access": return .access
        case "files": return .files
        case "aa", "ca", "cam": return .chipGenuineness
        case "consistency": return .consistency
        default:
            let name = id.rawValue
            return name.hasPrefix("pa.sod.") || name.hasPrefix("pa.dataGroup.") ? .dataIntegrity : .issuerTrust
        }
    }

    /// Checks of EF.SOD that concern its signer and not the data.
    private static let issuerTrustChecks: Set<CheckID> = [
        .sodAlgorithms, .sodMessageDigest, .sodSignature, .sodSigningTime,
    ]
}

extension CheckID {
    /// What the chip offers for access.
    static let accessOffered: CheckID = "access.offered"
    /// Whether the chip was opened by Basic Access Control, or without a protocol.
    static let accessBAC: CheckID = "access.bac"
    /// Whether the chip was opened by PACE.
    static let accessPACE: CheckID = "access.pace"
    /// Whether the strongest protocol on offer was used.
    static let accessDowngrade: CheckID = "access.downgrade"
    /// Whether the read came to its end.
    static let filesComplete: CheckID = "files.complete"
    static let filesCOM: CheckID = "files.com"
    static let filesSOD: CheckID = "files.sod"
    /// Whether EF.ATR/INFO, where the chip has it, is well-formed.
    static let filesAttributes: CheckID = "files.attributes"
    /// Whether the chip holds the secret key to its DG15.
    static let activeAuthentication: CheckID = "aa.chip"
    /// Whether the chip holds the secret key to a public key in its DG14 or EF.CardSecurity.
    static let chipAuthentication: CheckID = "ca.chip"
    /// Whether the chip proved in PACE that it holds the secret key to its EF.CardSecurity.
    static let chipAuthenticationMapping: CheckID = "cam.chip"
    /// Whether the chip takes the terminal's right to read.
    static let terminalAuthentication: CheckID = "ta.terminal"
    static let checkDigits: CheckID = "consistency.checkDigits"
    static let printedMRZ: CheckID = "consistency.printedMRZ"
    static let expiry: CheckID = "consistency.expiry"
    /// Whether EF.CardAccess, which is not signed, says the same as DG14.
    static let cardAccess: CheckID = "consistency.cardAccess"
    /// Whether EF.CardSecurity says the same as EF.CardAccess and DG14.
    static let cardSecurityAgreement: CheckID = "consistency.cardSecurity"

    /// Whether a data group could be read.
    static func file(_ group: DataGroup) -> CheckID { CheckID(rawValue: "files.\(group.name)") }
}
