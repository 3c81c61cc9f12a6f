public import Trust

/// What was found in files, ready for the store.
public struct TrustContents: Sendable {
    /// What each source delivered, in the order of reading.
    public var deliveries: [TrustDelivery] = []
    /// Files and pieces of which nothing could be used.
    public var refused: [TrustDelivery.Refusal] = []
    /// How many more refusals there were than are listed.
    public var furtherRefusals = 0

    public init() {}

    /// Whether anything was refused, whole or in part.
    public var hasRefusals: Bool {
        !refused.isEmpty || furtherRefusals > 0 || deliveries.contains { !$0.refused.isEmpty }
    }
}
