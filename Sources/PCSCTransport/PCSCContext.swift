import CPCSCLite
public import CardTransport
import Glibc
import Synchronization

/// A line to the PC/SC service. It serves one thread at a time; each connection has one of its own.
public struct PCSCContext: ~Copyable {
    let handle: SCARDCONTEXT
    /// Breaks off a wait of this context from another thread.
    public let canceller: PCSCCanceller

    /// Connects to the service.
    ///
    /// - Throws: `serviceNotRunning`, or `notPermitted` where the service or the file of its socket refuses this user.
    public init() throws(TransportError) {
        var handle = SCARDCONTEXT()
        let code = SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &handle)
        if code == SCARD_E_NO_SERVICE, PCSCService.isForbidden { throw .notPermitted }
        try PCSCCode.check(code)
        self.handle = handle
        canceller = PCSCCanceller(handle)
    }

    deinit {
        canceller.close()
        SCardReleaseContext(handle)
    }

    /// The names of all readers, in the service's order; empty where there is none.
    public func readerNames() throws(TransportError) -> [String] {
        var byteCount = DWORD(0)
        // The list may grow between the two calls; then the second says so and both are made again.
        for _ in 0..<8 {
            var code = SCardListReaders(handle, nil, nil, &byteCount)
            guard code != SCARD_E_NO_READERS_AVAILABLE else { return [] }
            try PCSCCode.check(code)
            var names = [CChar](repeating: 0, count: Int(byteCount))
            code = SCardListReaders(handle, nil, &names, &byteCount)
            guard code != SCARD_E_NO_READERS_AVAILABLE else { return [] }
            guard code != SCARD_E_INSUFFICIENT_BUFFER else { continue }
            try PCSCCode.check(code)
            return names.prefix(Int(byteCount)).split(separator: 0).map { name in
                String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        return []
    }

    /// All readers with what lies on them.
    public func readers() throws(TransportError) -> [PCSCReader] {
        let names = try readerNames()
        return try states(of: names, known: [:], within: .zero)
    }

    /// The one reader that is meant: by its whole name, else by a part of it that only one reader has; case is ignored.
    public func readerName(matching text: String) throws(TransportError) -> String {
        let names = try readerNames()
        if names.contains(text) { return text }
        let matches = names.filter { $0.lowercased().contains(text.lowercased()) }
        guard matches.count == 1, let match = matches.first else { throw .noReader(named: text) }
        return match
    }
}

/// Breaks off the wait of a context from another thread, now or when it next begins.
public final class PCSCCanceller: Sendable {
    private struct State {
        var context: SCARDCONTEXT?
        var isCancelled = false
    }

    private let state: Mutex<State>

    init(_ context: SCARDCONTEXT) {
        state = Mutex(State(context: context))
    }

    /// Ends the wait that goes on, or else the next one, with `TransportError.cancelled`.
    public func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let context = state.context { SCardCancel(context) }
        }
    }

    /// Whether a wait has to end; asking takes the request back.
    func takeRequest() -> Bool {
        state.withLock { state in
            defer { state.isCancelled = false }
            return state.isCancelled
        }
    }

    /// Lets go of the context, which is about to be released.
    func close() {
        state.withLock { $0.context = nil }
    }
}

/// The service's socket.
public enum PCSCService {
    /// Where pcsc-lite looks for the service: the path that the environment names, or else the usual one.
    public static var socketPath: String {
        guard let named = getenv("PCSCLITE_CSOCK_NAME") else { return "/run/pcscd/pcscd.comm" }
        return String(cString: named)
    }

    /// Whether the socket's file is there.
    public static var hasSocket: Bool { access(socketPath, F_OK) == 0 }

    /// Whether the socket's file, or its folder, keeps this user out.
    public static var isForbidden: Bool { access(socketPath, R_OK | W_OK) != 0 && errno == EACCES }
}
