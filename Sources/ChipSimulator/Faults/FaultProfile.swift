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
    /// What a right reader and inspection make of it.
    public let kind: Kind
    private let change: @Sendable (inout SimulatedDocument) throws(IssuingError) -> Void

    /// What a right reader and inspection make of a chip that misbehaves.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A genuine chip with odd habits: every file is read, and the document can be accepted.
        case oddity
        /// A genuine chip that does less than it should: what it gives is kept, and what is missing is said.
        case defect
        /// An answer that no genuine chip gives: it is refused, and what came by it is not called good.
        case hostile
    }

    /// Whether a reader that copes gets every file and can still accept the document.
    public var isHarmless: Bool { kind == .oddity }

    /// The field notes that it stands for, by number.
    public var fieldNotes: [Int] {
        guard let words = source.firstRange(of: "field note") else { return [] }
        return source[words.upperBound...].split { !$0.isNumber }.compactMap { Int($0) }
    }

    init(
        _ name: String, _ summary: String, source: String, kind: Kind = .oddity,
        _ change: @escaping @Sendable (inout SimulatedDocument) throws(IssuingError) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.kind = kind
        self.change = change
    }

    /// Makes a document misbehave.
    public func apply(_ document: inout SimulatedDocument) throws(IssuingError) {
        try change(&document)
    }

    /// Every profile, by subject.
    public static let all: [FaultProfile] =
        selection + access + pace + passwords + reading + session + channel
        + files + hostileFiles + authentication + chipAuthentication + terminalAuthentication + records
        + habits + faces + holder + signers + signatures + chipKeyHabits + chipKeyDefects + nonceDefects
        + trustPoints

    /// The profile of a name.
    public init?(named name: String) {
        guard let profile = Self.all.first(where: { $0.name == name }) else { return nil }
        self = profile
    }
}
