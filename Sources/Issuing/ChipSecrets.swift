public import Cryptography

/// What a chip knows to be opened by PACE with.
///
/// The password made of the MRZ is always known; it comes from the document's key information.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.4.1; BSI TR-03110-2 §3.3 for PIN and PUK and their counters.
public struct PACEPasswords: Sendable {
    /// The card access number, digits; nil where the document has none.
    public var can: [UInt8]?
    public var pin: [UInt8]?
    public var puk: [UInt8]?
    /// How often a wrong PIN may be tried.
    public var pinTryCount: Int
    /// How many of these tries the chip begins with: 1 is a suspended PIN, 0 a blocked one; nil for all.
    public var pinTriesLeft: Int?
    /// Whether the PIN is switched on.
    public var isPINActivated = true
    /// How often the PUK may be used.
    public var pukUseCount: Int

    public init(
        can: [UInt8]? = nil, pin: [UInt8]? = nil, puk: [UInt8]? = nil, pinTryCount: Int = 3,
        pinTriesLeft: Int? = nil, pukUseCount: Int = 10
    ) {
        self.can = can
        self.pin = pin
        self.puk = puk
        self.pinTryCount = pinTryCount
        self.pinTriesLeft = pinTriesLeft
        self.pukUseCount = pukUseCount
    }
}

/// A chip's static key pair for Chip Authentication.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.2 and §9.2.5.
public struct ChipAuthenticationKey: Sendable {
    /// The number that DG14 and EF.CardSecurity give the key; nil for a single key without one.
    public var keyID: Int?
    public var pair: Pair

    /// The key pair by its kind.
    public enum Pair: Sendable {
        case ecdh(ECDHKeyPair)
        case dh(DHKeyPair)
    }

    public init(keyID: Int? = nil, pair: Pair) {
        self.keyID = keyID
        self.pair = pair
    }
}

/// Whom a chip lets read what Terminal Authentication protects.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §7.1; BSI TR-03110-3 B.3 and C.
public struct TerminalAuthenticationTrust: Sendable {
    /// The card verifiable certificates of the trust points, at most two, the newest first.
    public var trustPoints: [[UInt8]]
    /// The chip's idea of today: year, month and day. Certificates move it.
    public var currentDate: [UInt8]

    /// - Parameter currentDate: Six digits, one a byte, as certificates have them: YYMMDD.
    public init(trustPoints: [[UInt8]], currentDate: [UInt8]) {
        self.trustPoints = trustPoints
        self.currentDate = currentDate
    }
}
