import CardTransport
import Standards

/// Why a step of a read did not come to its end.
enum ReadInterruption: Error {
    /// The channel failed; the card may be found again.
    case transport(TransportError)
    /// There is no going on.
    case ended(Reason)
}
