import ChipSimulator
import Issuing

/// How a simulated chip misbehaves: in one way of chips that are met, and in one of documents that are forged.
struct MisbehaviourInput {
    private let fault: FaultProfile?
    private let forgery: ForgeryProfile?
    private let command: Command

    /// The options that `init` reads.
    static let options: [Option] = [
        Option.value(
            "fault", "NAME", "let the simulated chip misbehave in one way; 'emrtd simulate --list-faults' has the names"
        ).suggesting(FaultProfile.all.map(\.name)),
        Option.value("forge", "NAME", "forge the simulated document in one way, from the same list")
            .suggesting(ForgeryProfile.all.map(\.name)),
    ]

    init(_ invocation: Invocation) throws {
        command = invocation.command
        fault = try invocation["fault"].map { name in
            guard let profile = FaultProfile(named: name) else {
                throw Self.unknown("fault", name, FaultProfile.all.map(\.name), invocation)
            }
            return profile
        }
        forgery = try invocation["forge"].map { name in
            guard let profile = ForgeryProfile(named: name) else {
                throw Self.unknown("forgery", name, ForgeryProfile.all.map(\.name), invocation)
            }
            return profile
        }
    }

    /// An option that was given; nil where none was.
    var option: String? { fault != nil ? "fault" : forgery != nil ? "forge" : nil }

    /// The chip of a document, with what was asked for.
    ///
    /// A forgery that would leave the document as it is is refused: the copy would be taken for a genuine chip.
    func chip(_ document: IssuedDocument) throws -> SimulatedChip {
        if let forgery, let need = forgery.needs, !need.isMet(by: document) {
            throw UsageError(
                "this document has no \(need.part.rawValue), which '--forge \(forgery.name)' is about",
                hint: "try '--forge \(need.alternative)'.", command: command)
        }
        return try SimulatedDocument.chip(document, fault: fault, forgery: forgery)
    }

    private static func unknown(_ noun: String, _ name: String, _ known: [String], _ invocation: Invocation)
        -> UsageError
    {
        let meant = Suggestion.closest(to: name, among: known)
        return UsageError(
            "there is no \(noun) '\(name)'; 'emrtd simulate --list-faults' lists them",
            hint: meant.map { "did you mean '\($0)'?" }, command: invocation.command)
    }
}
