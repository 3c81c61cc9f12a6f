import Foundation
import Trust

/// Where the trust store of this user lies, and how a command comes to it.
enum StoreLocation {
    static let option = Option.value(
        "store", "PATH", "the trust store (default trust.sqlite in the folder for this program's data)")

    /// The path of the store where none is named.
    ///
    /// Spec: XDG Base Directory Specification: `$XDG_DATA_HOME`, else `~/.local/share`.
    static var standard: String {
        if let named = Terminal.environment("XDG_DATA_HOME"), named.hasPrefix("/") {
            return named + "/emrtd/trust.sqlite"
        }
        return (Terminal.environment("HOME") ?? "/root") + "/.local/share/emrtd/trust.sqlite"
    }

    /// Opens the store that a command line names, else this user's.
    static func open(_ invocation: Invocation, _ access: TrustStore.Access = .readOnly) throws(CommandError)
        -> TrustStore
    {
        try open(invocation["store"] ?? standard, access)
    }

    static func open(_ path: String, _ access: TrustStore.Access) throws(CommandError) -> TrustStore {
        try run { () throws(TrustStoreError) in try TrustStore(path: path, access: access) }
    }

    /// Does something with a store; what goes wrong becomes an error that says what helps.
    static func run<Result>(_ work: () throws(TrustStoreError) -> Result) throws(CommandError) -> Result {
        do throws(TrustStoreError) {
            return try work()
        } catch {
            throw CommandError(error)
        }
    }

    /// Says that another program holds the store, before the wait for it.
    static func sayWaiting() {
        Terminal.note("another program is changing the trust store; waiting for it")
    }
}

extension CommandError {
    init(_ error: TrustStoreError) {
        self.init("\(error)", hint: error.advice)
    }
}
