public import LDS
public import SecureMessaging

/// What a run of PACE leaves behind.
public struct PACESession: Equatable, Sendable {
    /// The keys under which the chip is read from here on.
    public let keys: SecureMessagingKeys
    /// The chip's ephemeral public key as it was sent: 04 ‖ x ‖ y, or a number.
    public let chipEphemeralKey: [UInt8]
    /// Comp(PK_DH,IC), by which Terminal Authentication names the chip: the x coordinate, or SHA-1 of the number.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.2; BSI TR-03110-3 A.2.2.3.
    public let compressedChipKey: [UInt8]
    /// The certification authorities that the chip trusts for Terminal Authentication, where it named any: the current
    /// one first.
    public let authorityReferences: [String]
    /// What Chip Authentication Mapping left to be verified; nil for the other mappings. Empty data stand for data that
    /// did not come or do not decrypt: such a chip has proven nothing.
    public let chipAuthenticationMapping: PACEReading.ChipAuthenticationMapping?
    /// How many tries of the password were left before this run, where the chip said so.
    public let remainingTries: Int?
}
