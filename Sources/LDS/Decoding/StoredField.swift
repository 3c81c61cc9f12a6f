/// One data object as it is stored.
public struct StoredField: Hashable, Sendable {
    public let tag: Int
    public let value: [UInt8]
}
