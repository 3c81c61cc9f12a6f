public import Standards

/// The elliptic curves of Doc 9303 and those that older documents use.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.5.1 Table 12; FIPS 186-4 Appendix D.1.2; RFC 5639 §3.
public enum EllipticCurve: String, Hashable, CaseIterable, Sendable {
    case secp192r1, secp224r1, secp256r1, secp384r1, secp521r1
    case brainpoolP160r1, brainpoolP192r1, brainpoolP224r1, brainpoolP256r1, brainpoolP320r1, brainpoolP384r1,
        brainpoolP512r1
    case brainpoolP160t1, brainpoolP192t1, brainpoolP224t1, brainpoolP256t1, brainpoolP320t1, brainpoolP384t1,
        brainpoolP512t1

    /// The curve with this object identifier.
    public init?(oid: OID) {
        guard let curve = Self.byOID[oid] else { return nil }
        self = curve
    }

    /// The curve with this number in the table of standardised domain parameters.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.5.1 Table 12.
    public init?(standardizedDomainParameters number: Int) {
        switch number {
        case 8: self = .secp192r1
        case 9: self = .brainpoolP192r1
        case 10: self = .secp224r1
        case 11: self = .brainpoolP224r1
        case 12: self = .secp256r1
        case 13: self = .brainpoolP256r1
        case 14: self = .brainpoolP320r1
        case 15: self = .secp384r1
        case 16: self = .brainpoolP384r1
        case 17: self = .brainpoolP512r1
        case 18: self = .secp521r1
        default: return nil
        }
    }

    /// The name as SEC 2 and RFC 5639 write it.
    public var name: String { rawValue }

    /// The object identifier.
    public var oid: OID {
        switch self {
        case .secp192r1: Self.x962Arc.appending(1)
        case .secp256r1: Self.x962Arc.appending(7)
        case .secp224r1: Self.certicomArc.appending(33)
        case .secp384r1: Self.certicomArc.appending(34)
        case .secp521r1: Self.certicomArc.appending(35)
        case .brainpoolP160r1: Self.brainpoolArc.appending(1)
        case .brainpoolP160t1: Self.brainpoolArc.appending(2)
        case .brainpoolP192r1: Self.brainpoolArc.appending(3)
        case .brainpoolP192t1: Self.brainpoolArc.appending(4)
        case .brainpoolP224r1: Self.brainpoolArc.appending(5)
        case .brainpoolP224t1: Self.brainpoolArc.appending(6)
        case .brainpoolP256r1: Self.brainpoolArc.appending(7)
        case .brainpoolP256t1: Self.brainpoolArc.appending(8)
        case .brainpoolP320r1: Self.brainpoolArc.appending(9)
        case .brainpoolP320t1: Self.brainpoolArc.appending(10)
        case .brainpoolP384r1: Self.brainpoolArc.appending(11)
        case .brainpoolP384t1: Self.brainpoolArc.appending(12)
        case .brainpoolP512r1: Self.brainpoolArc.appending(13)
        case .brainpoolP512t1: Self.brainpoolArc.appending(14)
        }
    }

    /// The length of the order in bits, by which keys on the curve are called.
    public var bitCount: Int {
        switch self {
        case .brainpoolP160r1, .brainpoolP160t1: 160
        case .secp192r1, .brainpoolP192r1, .brainpoolP192t1: 192
        case .secp224r1, .brainpoolP224r1, .brainpoolP224t1: 224
        case .secp256r1, .brainpoolP256r1, .brainpoolP256t1: 256
        case .brainpoolP320r1, .brainpoolP320t1: 320
        case .secp384r1, .brainpoolP384r1, .brainpoolP384t1: 384
        case .brainpoolP512r1, .brainpoolP512t1: 512
        case .secp521r1: 521
        }
    }

    /// The length of a coordinate, of a scalar and of each half of a plain signature; it is the same for these curves.
    public var byteCount: Int { (bitCount + 7) / 8 }

    /// The numbers that make the curve.
    public var domainParameters: DomainParameters { group.domainParameters }

    /// The generator G.
    public var generator: CurvePoint { CurvePoint(curve: self, uncompressed: domainParameters.generator) }

    private static let x962Arc = OID(1, 2, 840, 10045, 3, 1)
    private static let certicomArc = OID(1, 3, 132, 0)
    private static let brainpoolArc = OID(1, 3, 36, 3, 3, 2, 8, 1, 1)
    private static let byOID = Dictionary(uniqueKeysWithValues: allCases.map { ($0.oid, $0) })
}

extension EllipticCurve: CustomStringConvertible {
    public var description: String { name }
}
