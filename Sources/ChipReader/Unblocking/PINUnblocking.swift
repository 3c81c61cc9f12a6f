public import LDS
public import Standards

/// How a blocked PIN was set free by the PUK, or why not.
public struct PINUnblocking: Hashable, Sendable {
    /// What the chip said of the PIN before anything was done; nil where it did not come to that.
    public var before: PINState?
    /// What the chip said of it afterwards, inside of the channel that the PUK has opened.
    public var after: PINState?
    /// Whether the PUK was sent, which uses up one of its uses where it is the right one or not.
    public var hasUsedPUK = false
    /// How many uses of the PUK the chip said are left, where it said so and then did not take the PUK.
    public var remainingPUKUses: Int?
    /// Why the PIN is not free; nil where it is.
    public var failure: Reason?
    /// What it cost, and what is remarkable.
    public var reading: ChipReading

    /// Whether the chip has confirmed that the PIN has its tries again.
    public var isUnblocked: Bool { failure == nil }
}

/// What has become of a PIN, as MSE:Set AT says it.
///
/// Spec: BSI TR-03110-2 §3.3; BSI TR-03110-3 B.11.1.
public enum PINState: Hashable, Sendable {
    /// All of its tries are left.
    case operational
    /// Some tries are gone.
    case triesLeft(Int)
    /// One try is left, which the chip gives away only after the CAN.
    case suspended
    /// No try is left: the PUK sets it free.
    case blocked
    /// It is switched off.
    case deactivated
    /// The chip has no PIN.
    case absent
}
