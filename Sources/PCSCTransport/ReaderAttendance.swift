public import CardTransport
import Synchronization

/// Attends all readers at once, those included that are plugged in later: one actor for each.
public struct ReaderAttendance: Sendable {
    /// Attends the readers whose name holds this text, in any case; nil for all.
    public let name: String?
    /// Whether other programs are kept from a card while it is visited.
    public let isExclusive: Bool

    /// What happens beside the visits.
    public enum Event: Hashable, Sendable {
        /// From now on, cards on this reader are visited.
        case attending(reader: String)
        /// The reader was unplugged.
        case left(reader: String)
        /// A card on this reader could not be visited.
        case trouble(reader: String, TransportError)
    }

    public init(name: String? = nil, isExclusive: Bool = true) {
        self.name = name
        self.isExclusive = isExclusive
    }

    /// Visits every card that is laid down, each once, until the task is cancelled.
    ///
    /// Cards on different readers are visited at the same time. A card that lies there at the beginning counts as laid
    /// down; one that stays is not visited again.
    ///
    /// - Parameters:
    ///   - report: told of everything but the visits.
    ///   - visit: given the connection to a card, on a thread that may block.
    /// - Throws: what keeps the list of readers from being read, such as `serviceNotRunning`.
    public func run(
        report: @escaping @Sendable (Event) -> Void, visit: @escaping @Sendable (consuming PCSCConnection) -> Void
    ) async throws {
        let attended = Roll()
        try await withThrowingDiscardingTaskGroup { group in
            let list = ReaderList()
            while !Task.isCancelled {
                for reader in try await list.names() where matches(reader) && attended.add(reader) {
                    report(.attending(reader: reader))
                    group.addTask {
                        await attend(reader, report: report, visit: visit)
                        attended.remove(reader)
                    }
                }
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    private func matches(_ reader: String) -> Bool {
        guard let name else { return true }
        return reader.lowercased().contains(name.lowercased())
    }

    /// Visits the cards of one reader until it is gone.
    private func attend(
        _ reader: String, report: @Sendable (Event) -> Void,
        visit: @escaping @Sendable (consuming PCSCConnection) -> Void
    ) async {
        let actor = AttendedReader(name: reader)
        while !Task.isCancelled {
            do {
                try await actor.withCard(within: .seconds(3600), isExclusive: isExclusive) { visit($0) }
                try await actor.waitUntilEmpty()
            } catch let error as TransportError {
                switch error {
                case .cancelled, .serviceNotRunning: return
                case .noReader, .readerRemoved:
                    report(.left(reader: reader))
                    return
                case .noCard, .cardRemoved, .timedOut: continue
                default:
                    report(.trouble(reader: reader, error))
                    guard (try? await actor.waitUntilEmpty()) != nil else { return }
                }
            } catch {
                return
            }
        }
    }
}

/// The readers that are attended.
private final class Roll: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Adds a reader; false where it is there already.
    func add(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

    func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }
}

/// Asks for the list of readers on a thread that may block.
private actor ReaderList {
    private let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func names() throws(TransportError) -> [String] { try PCSCContext().readerNames() }
}
