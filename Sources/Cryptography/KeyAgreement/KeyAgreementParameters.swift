internal import ByteCoding
internal import Standards

/// The domain parameters over which two sides agree on a key: a curve, or a group modulo a prime.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.5.
public enum KeyAgreementParameters: Hashable, Sendable {
    case ecdh(EllipticCurve)
    case dh(DHGroup)

    /// The parameters with this number in the table of standardised ones; nil for a number that is reserved.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.5.1 Table 12.
    public init?(standardized number: Int) {
        if let curve = EllipticCurve(standardizedDomainParameters: number) {
            self = .ecdh(curve)
        } else if let group = DHGroup(standardizedDomainParameters: number) {
            self = .dh(group)
        } else {
            return nil
        }
    }

    /// Parameters that a document writes out, as an AlgorithmIdentifier.
    ///
    /// Curves must be those of the table, and groups must be safe: whoever makes their own parameters can make ones in
    /// which a password is found by trying all of them.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.2 and §9.5.2; BSI TR-03110-3 A.2.1.1.
    public init(algorithmIdentifier encoded: [UInt8]) throws(CryptographyError) {
        switch try SubjectPublicKeyInfoDecoder.parameters(encoded) {
        case .ecdh(let curve):
            try curve.requireAvailable()
            self = .ecdh(curve)
        case .dh(let group):
            guard DHGroup.isStandardized(group) || group.isSafe else { throw .unsuitableParameters }
            self = .dh(group)
        }
    }

    /// How many bits of security the parameters give, by which they are ranked.
    ///
    /// Spec: NIST SP 800-57 part 1, table 2.
    public var securityBitCount: Int {
        switch self {
        case .ecdh(let curve): curve.bitCount / 2
        case .dh(let group):
            switch group.p.bitCount {
            case ..<2048: 80
            case ..<3072: 112
            default: 128
            }
        }
    }

    /// How long a public key is: 04 ‖ x ‖ y, or a number as long as the prime.
    public var publicKeyByteCount: Int {
        switch self {
        case .ecdh(let curve): 1 + 2 * curve.byteCount
        case .dh(let group): group.p.count
        }
    }
}

extension KeyAgreementParameters: CustomStringConvertible {
    /// For example `brainpoolP256r1` or `DH, 2048 bits`.
    public var description: String {
        switch self {
        case .ecdh(let curve): curve.name
        case .dh(let group): "DH, \(group.p.bitCount) bits"
        }
    }
}

extension DHGroup {
    static func isStandardized(_ group: DHGroup) -> Bool {
        (0...2).contains { DHGroup(standardizedDomainParameters: $0) == group }
    }

    /// Whether p is a prime of 1024 bits or more, and q a prime of 160 or more.
    ///
    /// Spec: the least group of ICAO Doc 9303-11 (8th ed.) §9.5.1.
    var isSafe: Bool {
        guard let q, q.bitCount >= 160, p.bitCount >= 1024 else { return false }
        return BigNumber(q).isPrime && BigNumber(p).isPrime
    }
}
