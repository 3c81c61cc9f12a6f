public import Issuing
import LDS

/// One way in which chips misbehave, by name.
///
/// Where the document itself is unusual, it is issued with that: EF.SOD covers the files as they are.
public struct FaultProfile: Sendable {
    /// What `--fault` takes.
    public let name: String
    /// What the chip does.
    public let summary: String
    /// Where it was met, or which rule it is about.
    public let source: String
    /// Whether a reader that copes gets every file and can still accept the document.
    public let isHarmless: Bool
    private let change: @Sendable (inout SimulatedDocument) throws(IssuingError) -> Void

    init(
        _ name: String, _ summary: String, source: String, isHarmless: Bool = true,
        _ change: @escaping @Sendable (inout SimulatedDocument) throws(IssuingError) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.isHarmless = isHarmless
        self.change = change
    }

    /// Makes a document misbehave.
    public func apply(_ document: inout SimulatedDocument) throws(IssuingError) {
        try change(&document)
    }

    /// Every profile, by subject.
    public static let all: [FaultProfile] =
        selection + access + pace + reading + session + channel
        + files + authentication + chipAuthentication

    /// The profile of a name.
    public init?(named name: String) {
        guard let profile = Self.all.first(where: { $0.name == name }) else { return nil }
        self = profile
    }
}
