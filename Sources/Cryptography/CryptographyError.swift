public import ByteCoding
public import Standards

/// Why a key cannot be used.
///
/// A signature that does not verify is not an error; that is an answer.
public enum CryptographyError: Error, Hashable, Sendable {
    /// The encoding of a key is broken; offsets count from the start of what was passed in.
    case malformedKey(DecodingFailure)
    /// A private key that is not PKCS #8, or whose numbers do not make a key.
    case malformedPrivateKey
    /// A private key that is encrypted: the passphrase is missing, or it is another one.
    case encryptedPrivateKey
    /// A kind of key that this project does not know.
    case unsupportedKeyAlgorithm(OID)
    /// An elliptic curve that is not in the table: by its identifier, or nil where explicit parameters match none.
    case unknownCurve(OID?)
    /// A curve of the table that the cryptographic library of this installation lacks.
    case unavailableCurve(EllipticCurve)
    /// Domain parameters that the operation is not defined for, or that give no security.
    case unsuitableParameters
    /// A point that is none of its curve.
    case invalidPoint(PointFault)
    /// Numbers that cannot belong to an RSA key.
    case invalidRSAKey(RSAFault)
    /// Numbers that cannot belong to a Diffie-Hellman group, or a value outside of it.
    case invalidGroupElement
    /// A number too long to compute with in bounded time, in bits.
    case oversizedKey(bitCount: Int, limit: Int)
    /// A number too short for what it is used for, in bits.
    case undersizedKey(bitCount: Int, limit: Int)
    /// The algorithm is for another kind of key.
    case algorithmDoesNotFitKey
    /// A hash value, a block or a scalar of another length than the algorithm takes, in bytes.
    case wrongLength(expected: Int, found: Int)
    /// A number that is zero, or not below the modulus or the order it belongs to.
    case numberOutOfRange
    /// The other side sent back our own public key.
    case reflectedPublicKey
    /// The shared secret is one that anybody knows: the point at infinity, or the number one.
    case degenerateSecret

    /// What is wrong with a point.
    public enum PointFault: Hashable, Sendable {
        /// Neither uncompressed, compressed nor hybrid, or of another length than the curve's points.
        case malformed
        /// It does not solve the equation of the curve.
        case notOnCurve
        /// It is the neutral element.
        case atInfinity
    }

    /// What is wrong with an RSA key.
    public enum RSAFault: Hashable, Sendable {
        /// The modulus is zero or even.
        case evenModulus
        /// The public exponent is even, below three or not below the modulus.
        case unusableExponent
    }
}

extension CryptographyError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformedKey(let failure): "the key is not well encoded: \(failure)"
        case .malformedPrivateKey: "the private key is not a PKCS #8 key of a known kind"
        case .encryptedPrivateKey: "the private key is encrypted, and this passphrase does not open it"
        case .unsupportedKeyAlgorithm(let oid): "keys of the kind \(oid) are not supported"
        case .unknownCurve(let oid?): "the curve \(oid) is not known"
        case .unknownCurve(nil): "the explicit curve parameters are those of no known curve"
        case .unavailableCurve(let curve): "this installation of the cryptographic library lacks \(curve.name)"
        case .unsuitableParameters: "the domain parameters do not fit or are unsafe"
        case .invalidPoint(.malformed): "the point is not well encoded"
        case .invalidPoint(.notOnCurve): "the point is not on its curve"
        case .invalidPoint(.atInfinity): "the point is the point at infinity"
        case .invalidRSAKey(.evenModulus): "the RSA modulus is zero or even"
        case .invalidRSAKey(.unusableExponent): "the RSA exponent is even, below three or not below the modulus"
        case .invalidGroupElement: "a number is outside of its Diffie-Hellman group"
        case .oversizedKey(let bitCount, let limit): "the key has \(bitCount) bits and the limit is \(limit)"
        case .undersizedKey(let bitCount, let limit): "the key has \(bitCount) bits and at least \(limit) are needed"
        case .algorithmDoesNotFitKey: "the algorithm is for another kind of key"
        case .wrongLength(let expected, let found): "\(found) bytes instead of \(expected)"
        case .numberOutOfRange: "a number is zero or not below its modulus"
        case .reflectedPublicKey: "the public key of the other side is our own"
        case .degenerateSecret: "the shared secret is degenerate"
        }
    }
}
