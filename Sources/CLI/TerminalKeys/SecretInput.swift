import Cryptography
import TerminalKeys

/// PINs and passphrases: from a file, or typed without being shown.
enum SecretInput {
    /// The first line of the file that an option names, or what is typed where that can be asked; nil otherwise.
    static func secret(
        _ option: String, of invocation: Invocation, asking question: String
    ) throws(TerminalKeyError) -> SecretBytes? {
        if let path = invocation[option] { return try SecretFile.line(path) }
        guard Terminal.canAsk, let typed = Terminal.askSecretly("\(question) (it is not shown)") else { return nil }
        var bytes = Array(typed.utf8)
        defer { bytes.erase() }
        return SecretBytes(bytes)
    }
}
