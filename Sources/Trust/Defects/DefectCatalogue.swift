public import PKI

/// Defects of documents, in memory: found by document number or signer without looking at every rule.
public struct DefectCatalogue: Sendable {
    /// Every rule, in the order of adding.
    public private(set) var rules: [DefectRule] = []
    /// SHA-256 of each list that was taken in.
    private(set) var sources: [[UInt8]] = []
    private var byNumber: [String: [Int]] = [:]
    private var bySerialNumber: [[UInt8]: [Int]] = [:]
    /// Rules that name neither numbers nor a serial number; a list has few of them.
    private var others: [Int] = []

    /// Nothing is known to be wrong with any document.
    public init() {}

    /// Adds what a deviation list says, unless nobody vouches for it.
    ///
    /// - Returns: Whether it was taken.
    @discardableResult
    public mutating func add(_ list: DeviationList, from source: TrustDelivery.Source, standing: TrustDelivery.Standing)
        -> Bool
    {
        add(DefectRule.rules(of: list, from: source), from: source, standing: standing)
    }

    /// Adds the rules of a list, unless nobody vouches for it.
    ///
    /// - Returns: Whether they were taken.
    @discardableResult
    public mutating func add(
        _ rules: [DefectRule], from source: TrustDelivery.Source, standing: TrustDelivery.Standing
    ) -> Bool {
        if case .untrusted = standing { return false }
        sources.append(source.sha256)
        for rule in rules { add(rule) }
        return true
    }

    private mutating func add(_ rule: DefectRule) {
        let position = rules.count
        rules.append(rule)
        if let numbers = rule.documentNumbers {
            for number in numbers { byNumber[number, default: []].append(position) }
        } else if case .issuerAndSerialNumber(_, let serialNumber)? = rule.signer {
            bySerialNumber[SerialNumber.significant(serialNumber), default: []].append(position)
        } else {
            others.append(position)
        }
    }

    /// What is known to be wrong with a document, in the order of the rules.
    public func defects(of document: DocumentIdentity) -> [KnownDefect] {
        guard !rules.isEmpty else { return [] }
        var positions = others
        if let number = document.documentNumber {
            positions += byNumber[DocumentIdentity.normalised(documentNumber: number)] ?? []
        }
        for number in document.signerSerialNumbers { positions += bySerialNumber[number] ?? [] }
        let digests = SignerDigests(of: document)
        return KnownDefect.once(positions.sorted().flatMap { rules[$0].defects(of: document, digests) })
    }
}
