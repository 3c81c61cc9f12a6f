/// The stable name of a check, such as `pa.documentSigner.revocation`: never renamed, never reused.
public struct CheckID: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The dotted name.
    public let rawValue: String
    public var description: String { rawValue }

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }
}

/// Why a check did not simply succeed: a stable code for programs, a sentence for people.
public struct Reason: Hashable, Sendable {
    /// A stable name in lower camel case, such as `noAnchor`.
    public let code: String
    /// What happened, what it means for this document and, where there is something, what to try next.
    public let text: String

    public init(_ code: String, _ text: String) {
        self.code = code
        self.text = text
    }
}

/// How a check ended.
///
/// Spec: BSI TR-03135-1 §4; each result but the first says why.
public enum CheckResult: Hashable, Sendable {
    case successful
    case failed(Reason)
    /// The check applies but could not be decided: no CSCA certificate at hand, say.
    case undetermined(Reason)
    /// The document does not offer what the check needs.
    case notSupported(Reason)
    /// The check was broken off.
    case aborted(Reason)

    /// Why, for every result but `successful`.
    public var reason: Reason? {
        switch self {
        case .successful: nil
        case .failed(let reason), .undetermined(let reason), .notSupported(let reason), .aborted(let reason): reason
        }
    }
}

/// One check as the module that made it reports it, before a policy says what it counts for.
public struct Finding: Hashable, Sendable {
    /// The stable name.
    public let id: CheckID
    /// How the check ended.
    public let result: CheckResult
    /// The rule the check applies.
    public let source: SpecReference
    /// What the result rests on, as name and value, in the order to show; never a secret, never a face.
    public let evidence: [Evidence]
    /// How it would have ended but for a defect that a list knows of; nil where none changed it.
    public let preDefectResult: CheckResult?
    /// What was let pass on somebody's request, though the policy it was judged by does not by itself; nil where nothing.
    public let leniency: Reason?

    /// One named fact.
    public struct Evidence: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(
        _ id: CheckID, _ result: CheckResult, source: SpecReference, evidence: [Evidence] = [],
        preDefectResult: CheckResult? = nil, leniency: Reason? = nil
    ) {
        self.id = id
        self.result = result
        self.source = source
        self.evidence = evidence
        self.preDefectResult = preDefectResult
        self.leniency = leniency
    }
}
