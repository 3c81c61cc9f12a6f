public import Standards

/// One check of an inspection and how it ended.
public struct Check: Hashable, Sendable {
    /// A stable name such as `pa.documentSigner.revocation`: part of the report format, never renamed, never reused.
    public let id: CheckID
    /// How the check ended.
    public let result: CheckResult
    /// Whether the policy lets this check decide or only records it.
    public let obligation: Obligation
    /// Which of the five answers this check belongs to.
    public let answer: Answer
    /// The rule the check applies.
    public let source: SpecReference
    /// What the result rests on, in the order to show; never a secret, never a face.
    public let evidence: [Finding.Evidence]
    /// How it would have ended but for a defect that a list knows of; nil where none changed it.
    public let preDefectResult: CheckResult?
    /// What a policy of somebody's own lets pass here that the policy it is based on does not; nil where nothing.
    public let leniency: Reason?

    /// What a check counts for under a policy.
    public enum Obligation: String, CaseIterable, Sendable {
        /// It decides.
        case mandatory
        /// It is made and shown and does not decide.
        case optional
        /// It is logged for the record.
        case recorded
    }

    /// The separate answers of a report.
    public enum Answer: String, CaseIterable, Sendable {
        case access, files, dataIntegrity, issuerTrust, chipGenuineness, consistency
    }

    public init(
        id: CheckID, result: CheckResult, obligation: Obligation, answer: Answer, source: SpecReference,
        evidence: [Finding.Evidence] = [], preDefectResult: CheckResult? = nil,
        leniency: Reason? = nil
    ) {
        self.id = id
        self.result = result
        self.obligation = obligation
        self.answer = answer
        self.source = source
        self.evidence = evidence
        self.preDefectResult = preDefectResult
        self.leniency = leniency
    }
}
