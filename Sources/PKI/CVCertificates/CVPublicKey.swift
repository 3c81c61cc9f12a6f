public import ByteCoding
public import Standards

/// A public key as card verifiable certificates hold it (DO'7F49').
///
/// Numbers are as they are stored; whether they make a key is for `Cryptography` to find.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.2.3; BSI TR-03110-3 D.3.
public struct CVPublicKey: Hashable, Sendable {
    /// What the key is for: for certificates, the algorithm of Terminal Authentication.
    public let identifier: OID
    public let key: Key
    /// The data object as it is stored.
    public let encoded: [UInt8]

    /// The numbers by the kind of key, big-endian.
    public enum Key: Hashable, Sendable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// The domain parameters are nil where they are those of the certification authority.
        case ellipticCurve(CurveParameters?, point: [UInt8])
        case diffieHellman(DHParameters?, publicValue: [UInt8])
    }

    /// The numbers that make a curve.
    public struct CurveParameters: Hashable, Sendable {
        public let prime: [UInt8]
        public let a: [UInt8]
        public let b: [UInt8]
        /// An uncompressed point.
        public let generator: [UInt8]
        public let order: [UInt8]
        /// Nil where it is left out, as one may be.
        public let cofactor: [UInt8]?

        public init(
            prime: [UInt8], a: [UInt8], b: [UInt8], generator: [UInt8], order: [UInt8], cofactor: [UInt8]? = [1]
        ) {
            self.prime = prime
            self.a = a
            self.b = b
            self.generator = generator
            self.order = order
            self.cofactor = cofactor
        }
    }

    /// The numbers that make a group over the integers modulo a prime.
    public struct DHParameters: Hashable, Sendable {
        public let prime: [UInt8]
        public let order: [UInt8]
        public let generator: [UInt8]
    }

    /// Reads DO'7F49', or the same data objects under another tag.
    public init(_ object: DataObject) throws(DecodingFailure) {
        let objects = try object.children(limit: 16)
        guard let first = objects.first, first.tag == DERTag.objectIdentifier else {
            throw DecodingFailure(.missing("public key identifier"), at: object.offset)
        }
        identifier = try first.objectIdentifier("public key identifier")
        var numbers: [Int: [UInt8]] = [:]
        for entry in objects.dropFirst() {
            // Each number once: which of two were meant nobody could tell.
            guard (0x81...0x87).contains(entry.tag), numbers.updateValue(Array(entry.value), forKey: entry.tag) == nil
            else { throw entry.failure("public key") }
        }
        key = try Self.key(Self.kind(identifier, numbers), numbers, at: object.offset)
        encoded = Array(object.encoded)
    }

    private enum Kind { case rsa, ellipticCurve, diffieHellman }

    /// By the identifier where it is one of Terminal or Chip Authentication, by the tags of the numbers otherwise.
    private static func kind(_ identifier: OID, _ numbers: [Int: [UInt8]]) -> Kind {
        if identifier.isBelow(.idTARSA) { return .rsa }
        if identifier.isBelow(.idTAECDSA) || numbers[0x86] != nil { return .ellipticCurve }
        return numbers[0x84] != nil ? .diffieHellman : .rsa
    }

    private static func key(_ kind: Kind, _ numbers: [Int: [UInt8]], at offset: Int) throws(DecodingFailure) -> Key {
        func number(_ tag: Int, _ name: String) throws(DecodingFailure) -> [UInt8] {
            guard let value = numbers[tag], !value.isEmpty else { throw DecodingFailure(.missing(name), at: offset) }
            return value
        }
        func onlyTags(_ range: ClosedRange<Int>) throws(DecodingFailure) {
            guard numbers.keys.allSatisfy(range.contains) else {
                throw DecodingFailure(.invalidValue("public key"), at: offset)
            }
        }
        switch kind {
        case .rsa:
            try onlyTags(0x81...0x82)
            return .rsa(modulus: try number(0x81, "modulus"), exponent: try number(0x82, "exponent"))
        case .ellipticCurve:
            let point = try number(0x86, "public point")
            guard numbers.keys.contains(where: { $0 != 0x86 }) else { return .ellipticCurve(nil, point: point) }
            let parameters = CurveParameters(
                prime: try number(0x81, "prime"), a: try number(0x82, "a"), b: try number(0x83, "b"),
                generator: try number(0x84, "generator"), order: try number(0x85, "order"), cofactor: numbers[0x87])
            return .ellipticCurve(parameters, point: point)
        case .diffieHellman:
            try onlyTags(0x81...0x84)
            let value = try number(0x84, "public value")
            guard numbers.keys.contains(where: { $0 != 0x84 }) else { return .diffieHellman(nil, publicValue: value) }
            let parameters = DHParameters(
                prime: try number(0x81, "prime"), order: try number(0x82, "order"),
                generator: try number(0x83, "generator"))
            return .diffieHellman(parameters, publicValue: value)
        }
    }
}
