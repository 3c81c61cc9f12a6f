import Foundation
import Standards
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

    /// Opens a store; says so where it makes one.
    static func open(_ path: String, _ access: TrustStore.Access) throws(CommandError) -> TrustStore {
        let wasThere = exists(path)
        let store = try run { () throws(TrustStoreError) in try TrustStore(path: path, access: access) }
        if !wasThere { Terminal.note("new store: \(path)") }
        return store
    }

    /// Whether anything lies at a path.
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// ` --store PATH` for the line of another command, where this one names a store.
    static func words(_ invocation: Invocation) -> String {
        invocation["store"].map { " --store \(ShellWord.quoted($0))" } ?? ""
    }

    /// Why a list is not trusted; the command that pins its issuer names the store that this one names.
    static func text(_ reason: Reason, _ words: String) -> String {
        reason.text.contains("emrtd trust pin add ") ? reason.text + words : reason.text
    }

    /// Makes sure that nothing of the store was left out of what it was asked for.
    ///
    /// - Parameter isPrinted: whether the rest was printed already.
    static func requireWhole(_ store: TrustStore, isPrinted: Bool = false) throws(CommandError) {
        do throws(CommandError) {
            try run { () throws(TrustStoreError) in try store.requireDecoded() }
        } catch {
            throw isPrinted ? error.afterResult : error
        }
    }

    /// Makes sure that nothing is wrong with a store, also in what was not asked for, once the result is printed.
    static func requireSound(_ store: TrustStore) throws(CommandError) {
        do throws(CommandError) {
            try run { () throws(TrustStoreError) in try store.checkIntegrity() }
        } catch {
            throw error.afterResult
        }
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
        if case .notAStore(let path) = error, let misplaced = ListFile.misplaced(at: path) {
            self = misplaced
            return
        }
        self.init("\(error)", hint: error.advice)
    }
}
