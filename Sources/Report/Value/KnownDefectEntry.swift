public import Standards

/// What a deviation list or a defect list says is wrong with the document.
public struct KnownDefectEntry: Hashable, Sendable {
    /// Which kind of defect, as a dotted identifier.
    public var type: String
    /// The publisher's words.
    public var text: String?
    /// `deviationList` or `defectList`.
    public var listKind: String
    /// Where the list came from.
    public var listName: String
    /// The state that published it, in two upper-case letters.
    public var country: String?
    /// The SHA-256 hash of the list, in upper case hexadecimal.
    public var sha256: String?
    /// Whether it takes trust away, and does not only excuse.
    public var isCritical: Bool
    /// The checks whose result it changed.
    public var changedChecks: [CheckID]
    /// Whether the signer would be trusted but for all known defects.
    public var trustBefore: SignerSummary.Trust

    /// Whether it changed anything.
    public var isApplied: Bool { !changedChecks.isEmpty }

    public init(
        type: String, text: String?, listKind: String, listName: String, country: String?, sha256: String?,
        isCritical: Bool, changedChecks: [CheckID], trustBefore: SignerSummary.Trust
    ) {
        self.type = type
        self.text = text
        self.listKind = listKind
        self.listName = listName
        self.country = country
        self.sha256 = sha256
        self.isCritical = isCritical
        self.changedChecks = changedChecks
        self.trustBefore = trustBefore
    }
}
