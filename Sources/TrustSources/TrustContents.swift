public import PKI
public import Trust

/// What was found in files, ready for the store.
public struct TrustContents: Sendable {
    /// What each source delivered, in the order of reading.
    public var deliveries: [TrustDelivery] = []
    /// Files and pieces of which nothing could be used.
    public var refused: [TrustDelivery.Refusal] = []
    /// The signed lists whose signature is right, where the reader was asked to keep them.
    public var signedLists: [SignedSource] = []
    /// How many more refusals there were than are listed.
    public var furtherRefusals = 0

    /// A signed list as it was found.
    public struct SignedSource: Sendable {
        public let name: String
        public let bytes: [UInt8]
        public let data: SignedData
    }

    public init() {}

    /// Adds what was found elsewhere.
    public mutating func append(_ other: TrustContents) {
        deliveries += other.deliveries
        refused += other.refused
        signedLists += other.signedLists
        furtherRefusals += other.furtherRefusals
    }

    /// Whether anything was refused, whole or in part.
    public var hasRefusals: Bool {
        !refused.isEmpty || furtherRefusals > 0 || deliveries.contains { !$0.refused.isEmpty }
    }
}
