internal import ByteCoding

/// A group for Diffie-Hellman over the integers modulo a prime; numbers are big-endian, without zeros in front.
///
/// Spec: BSI TR-03110-3 §A.2.2; RFC 2631 §2.2.
public struct DHGroup: Hashable, Sendable {
    /// The prime.
    public let p: [UInt8]
    /// The generator.
    public let g: [UInt8]
    /// The order of the generator, where it is known.
    public let q: [UInt8]?

    static let primeBitCount = 512...4096

    /// Takes numbers that a document names.
    ///
    /// Checked: lengths, ranges, that p is odd and that g has the order q. Not checked: that p and q are prime.
    public init(p: [UInt8], g: [UInt8], q: [UInt8]?) throws(CryptographyError) {
        self.p = p.withoutLeadingZeros
        self.g = g.withoutLeadingZeros
        self.q = q?.withoutLeadingZeros
        let bits = p.bitCount
        guard bits <= Self.primeBitCount.upperBound else {
            throw .oversizedKey(bitCount: bits, limit: Self.primeBitCount.upperBound)
        }
        guard bits >= Self.primeBitCount.lowerBound else {
            throw .undersizedKey(bitCount: bits, limit: Self.primeBitCount.lowerBound)
        }
        guard self.p.last.map({ !$0.isMultiple(of: 2) }) == true,
            self.q.map({ !$0.isEmpty && $0.count <= self.p.count }) != false
        else { throw .invalidGroupElement }
        try check(publicValue: self.g)
    }

    /// The group with this number in the table of standardised domain parameters.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.5.1 Table 12; RFC 5114 §2.1 to §2.3.
    public init?(standardizedDomainParameters number: Int) {
        guard let group = Self.rfc5114(number) else { return nil }
        self = group
    }

    /// Makes sure that a public value is greater than one, less than p − 1 and, where q is known, in the subgroup.
    ///
    /// Spec: RFC 2631 §2.1.5; BSI TR-03110-3 §A.2.2 (public key validation).
    func check(publicValue: [UInt8]) throws(CryptographyError) {
        let value = BigNumber(publicValue)
        let prime = BigNumber(p)
        guard !value.isZero, !value.isOne, value.isLess(than: prime) else { throw .invalidGroupElement }
        guard !value.subtracted(from: prime).isOne else { throw .invalidGroupElement }
        guard let q else { return }
        guard value.power(BigNumber(q), modulo: prime).isOne else { throw .invalidGroupElement }
    }

    private init(knownP p: String, g: String, q: String) {
        self.p = Hexadecimal.decode(p) ?? []
        self.g = Hexadecimal.decode(g) ?? []
        self.q = Hexadecimal.decode(q)
    }

    private static func rfc5114(_ number: Int) -> DHGroup? {
        guard RFC5114.groups.indices.contains(number) else { return nil }
        let (p, g, q) = RFC5114.groups[number]
        return DHGroup(knownP: p, g: g, q: q)
    }
}
