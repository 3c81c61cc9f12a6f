public import CardTransport

extension CommandAPDU {
    /// GET CHALLENGE for `count` bytes.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.4.1.
    public static func getChallenge(_ count: Int) -> CommandAPDU {
        CommandAPDU(ins: 0x84, p1: 0x00, p2: 0x00, expectedCount: count)
    }

    /// EXTERNAL AUTHENTICATE, as Basic Access Control uses it for mutual authentication.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.4.2.
    public static func externalAuthenticate(_ proof: [UInt8]) -> CommandAPDU {
        CommandAPDU(ins: 0x82, p1: 0x00, p2: 0x00, data: proof, expectedCount: 40)
    }

    /// INTERNAL AUTHENTICATE with a challenge of eight bytes.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.3.
    ///
    /// - Parameter extended: Whether the lengths are extended though short ones would do.
    public static func internalAuthenticate(
        _ challenge: [UInt8], expecting count: Int, extended: Bool = false
    ) -> CommandAPDU {
        CommandAPDU(
            ins: 0x88, p1: 0x00, p2: 0x00, data: challenge, expectedCount: count, prefersExtendedLength: extended)
    }
}
