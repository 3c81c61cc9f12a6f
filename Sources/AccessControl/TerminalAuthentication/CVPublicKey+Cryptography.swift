public import Cryptography
public import PKI

extension CVPublicKey {
    /// The domain parameters that the key brings along.
    public var curveParameters: CurveParameters? {
        if case .ellipticCurve(let parameters, _) = key { parameters } else { nil }
    }

    /// The key, for computing with.
    ///
    /// - Parameter inherited: The domain parameters that a key of a curve is taken with; nil to use its own.
    /// - Throws: `CryptographyError`, also where there are no domain parameters at all.
    public func publicKey(inheriting inherited: CurveParameters? = nil) throws(CryptographyError) -> PublicKey {
        switch key {
        case .rsa(let modulus, let exponent): return try PublicKey(rsaModulus: modulus, exponent: exponent)
        case .ellipticCurve(let own, let point):
            guard let parameters = inherited ?? own else { throw .unknownCurve(nil) }
            let curve = try EllipticCurve(
                prime: parameters.prime, a: parameters.a, b: parameters.b, generator: parameters.generator,
                order: parameters.order, cofactor: parameters.cofactor ?? [1])
            return try PublicKey(point: CurvePoint(point, on: curve))
        case .diffieHellman: throw .algorithmDoesNotFitKey
        }
    }
}
