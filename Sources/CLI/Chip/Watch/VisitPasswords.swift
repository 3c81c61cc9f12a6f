import Synchronization

/// The passwords of the documents that are laid down: the same for all, or asked for when a document is there.
final class VisitPasswords: Sendable {
    private let input: PasswordInput
    /// What was read once for all; nil where somebody is asked.
    private let common: PasswordInput.Passwords?
    /// One question at a time, since readers are attended together and there is one terminal.
    private let question = Mutex(())

    init(_ input: PasswordInput) throws {
        self.input = input
        common = input.isAsked ? nil : try input.passwords()
    }

    /// The passwords of the document on a reader.
    func next(for reader: String) throws -> PasswordInput.Passwords {
        if let common { return common }
        return try question.withLock { _ in try input.passwords(of: reader) }
    }
}
