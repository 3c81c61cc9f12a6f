public import LDS

/// What a chip offers to everyone, found without any key.
public struct ChipProbe: Hashable, Sendable {
    /// What was read: EF.ATR/INFO, EF.DIR and EF.CardAccess, with the cost of it, and whether it came to its end.
    public let reading: ChipReading
    /// Whether the eMRTD application is there; nil where the probe broke off before.
    public let hasApplication: Bool?
    /// Whether the chip gives out a challenge, as Basic Access Control begins; nil where that was not tried.
    public let offersBAC: Bool?
    /// Whether the application's files are readable without a key; nil where that was not tried.
    public let isUnprotected: Bool?
    /// The longest answer in bytes that the chip announces, where it announces extended length.
    public let announcedAnswerByteCount: Int?

    /// The ways of PACE that EF.CardAccess lists.
    public var pace: [PACEInfo] {
        reading.bytes(of: .cardAccess).flatMap { try? SecurityInfos(encoded: $0).pace } ?? []
    }

    /// The identifiers of the applications that EF.DIR lists.
    public var applicationIdentifiers: [[UInt8]] {
        reading.bytes(of: .directory).flatMap { try? ApplicationDirectory(encoded: $0).applicationIdentifiers } ?? []
    }
}
