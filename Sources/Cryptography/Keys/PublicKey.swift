/// A public key, checked to be one: the numbers are in range, points are on their curve.
///
/// Spec: RFC 5280 §4.1 (SubjectPublicKeyInfo); ICAO Doc 9303-12 (8th ed.) §4.4.
public final class PublicKey: Sendable {
    /// The encoding that the key was made from, as it was read.
    public let subjectPublicKeyInfo: [UInt8]
    /// The kind of key and its numbers.
    public let kind: Kind
    let handle: KeyHandle?

    /// The kinds of keys; numbers are big-endian, without zeros in front.
    public enum Kind: Hashable, Sendable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        case ellipticCurve(CurvePoint, Parameters)
        case diffieHellman(DHGroup, publicValue: [UInt8])
        /// Named by the test specifications only.
        case dsa(bitCount: Int)
    }

    /// How a key names its curve.
    public enum Parameters: Hashable, Sendable { case named, explicit }

    /// Reads a SubjectPublicKeyInfo.
    ///
    /// - Throws: `CryptographyError`, also for keys that are too large to compute with: more than 16384 bits for RSA,
    ///   4096 for the others.
    public convenience init(subjectPublicKeyInfo: [UInt8]) throws(CryptographyError) {
        let (kind, handle) = try SubjectPublicKeyInfoDecoder.decode(subjectPublicKeyInfo)
        self.init(subjectPublicKeyInfo, kind, handle)
    }

    /// A point as the key of its curve, by name.
    public convenience init(point: CurvePoint) throws(CryptographyError) {
        let kind = Kind.ellipticCurve(point, .named)
        let handle = try SubjectPublicKeyInfoDecoder.handle(of: point)
        self.init(SubjectPublicKeyInfoEncoder.encode(point, .named), kind, handle)
    }

    private init(_ subjectPublicKeyInfo: [UInt8], _ kind: Kind, _ handle: KeyHandle?) {
        self.subjectPublicKeyInfo = subjectPublicKeyInfo
        self.kind = kind
        self.handle = handle
    }

    /// The length of the modulus, of the curve or of the prime.
    public var bitCount: Int {
        switch kind {
        case .rsa(let modulus, _): modulus.bitCount
        case .ellipticCurve(let point, _): point.curve.bitCount
        case .diffieHellman(let group, _): group.p.bitCount
        case .dsa(let bitCount): bitCount
        }
    }

    /// Whether the key is so short that anybody can find the private one, so that it proves nothing.
    ///
    /// The bounds are the project's: RSA of less than 1024 bits, curves of less than 160.
    public var isBreakable: Bool { bitCount < (curve == nil ? 1024 : 160) }

    /// The curve of a key that has one.
    public var curve: EllipticCurve? {
        if case .ellipticCurve(let point, _) = kind { point.curve } else { nil }
    }

    /// The point of a key that is one.
    public var point: CurvePoint? {
        if case .ellipticCurve(let point, _) = kind { point } else { nil }
    }

    /// The length of the modulus in bytes, for RSA keys.
    var modulusByteCount: Int? {
        if case .rsa(let modulus, _) = kind { modulus.count } else { nil }
    }
}

extension PublicKey: Hashable {
    /// Equal numbers make equal keys, however they are encoded; DSA keys are compared by their encoding.
    public static func == (left: PublicKey, right: PublicKey) -> Bool {
        switch (left.kind, right.kind) {
        case (.ellipticCurve(let left, _), .ellipticCurve(let right, _)): left == right
        case (.dsa, .dsa): left.subjectPublicKeyInfo == right.subjectPublicKeyInfo
        default: left.kind == right.kind
        }
    }

    public func hash(into hasher: inout Hasher) {
        if case .ellipticCurve(let point, _) = kind { hasher.combine(point) } else { hasher.combine(kind) }
    }
}

extension PublicKey: CustomStringConvertible {
    /// For example `RSA, 2048 bits` or `EC on brainpoolP256r1`.
    public var description: String {
        switch kind {
        case .rsa: "RSA, \(bitCount) bits"
        case .ellipticCurve(let point, .named): "EC on \(point.curve)"
        case .ellipticCurve(let point, .explicit): "EC on \(point.curve), explicit parameters"
        case .diffieHellman: "DH, \(bitCount) bits"
        case .dsa: "DSA, \(bitCount) bits"
        }
    }
}
