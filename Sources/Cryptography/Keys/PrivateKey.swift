internal import ByteCoding
internal import COpenSSL

/// A private key with its public half, for issuers, simulated chips and terminals.
public final class PrivateKey: Sendable {
    /// The public half; EC keys name their curve.
    public let publicKey: PublicKey
    let handle: KeyHandle

    /// Reads a PKCS #8 key, not encrypted: RSA, EC on a curve of the table, DH or DSA.
    public convenience init(pkcs8: [UInt8]) throws(CryptographyError) {
        guard let handle = KeyHandle(emrtd_decode_pkcs8(pkcs8, pkcs8.count)) else { throw .malformedPrivateKey }
        try self.init(checking: handle)
    }

    /// A key that somebody else encoded.
    convenience init(checking handle: KeyHandle) throws(CryptographyError) {
        try self.init(handle)
        // OpenSSL believes the public point that is stored beside the scalar.
        guard let point = publicKey.point else { return }
        guard try ECDHKeyPair(self).publicPoint == point else { throw .malformedPrivateKey }
    }

    /// An EC key from its scalar, big-endian.
    public convenience init(curve: EllipticCurve, scalar: [UInt8]) throws(CryptographyError) {
        try curve.requireAvailable()
        let number = BigNumber(scalar)
        let order = BigNumber(curve.domainParameters.order)
        guard !number.isZero, number.isLess(than: order), let point = curve.generator.multiplied(by: number) else {
            throw .numberOutOfRange
        }
        let encoded = point.encoded
        let key = emrtd_ec_key(curve.openSSLName, encoded, encoded.count, number.pointer)
        guard let handle = KeyHandle(key) else { throw .malformedPrivateKey }
        self.init(publicKey: try PublicKey(point: point), handle: handle)
    }

    /// An RSA key from its numbers, big-endian, as vectors print them; without its primes it has no PKCS #8 form.
    package convenience init(
        rsaModulus modulus: [UInt8], publicExponent: [UInt8], privateExponent: [UInt8]
    ) throws(CryptographyError) {
        let (modulus, publicExponent) = (modulus.withoutLeadingZeros, publicExponent.withoutLeadingZeros)
        try RSALimits.check(modulus: modulus, exponent: publicExponent)
        let n = BigNumber(modulus)
        let e = BigNumber(publicExponent)
        let d = BigNumber(privateExponent)
        guard !d.isZero, d.isLess(than: n), let handle = KeyHandle(emrtd_rsa_key(n.pointer, e.pointer, d.pointer))
        else { throw .malformedPrivateKey }
        try self.init(handle)
    }

    /// A new RSA key.
    ///
    /// - Parameter bits: The length of the modulus, 512 to 16384; real keys have 2048 and more.
    public static func generateRSA(bits: Int, publicExponent: UInt32 = 65537) throws(CryptographyError) -> PrivateKey {
        precondition(RSALimits.modulusBitCount.contains(bits), "an RSA modulus has 512 to 16384 bits")
        let exponent = BigNumber([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: publicExponent >> $0) })
        guard let handle = KeyHandle(emrtd_generate_rsa(CUnsignedInt(bits), exponent.pointer)) else {
            throw .invalidRSAKey(.unusableExponent)
        }
        return try PrivateKey(handle)
    }

    /// A new EC key.
    public static func generateEC(curve: EllipticCurve) throws(CryptographyError) -> PrivateKey {
        try curve.requireAvailable()
        guard let handle = KeyHandle(emrtd_generate_ec(curve.openSSLName)) else { throw .malformedPrivateKey }
        return try PrivateKey(handle)
    }

    /// A new DSA key in a group of its own, which takes seconds to make; DSA is named by the test specifications only.
    ///
    /// - Parameter bits: The length of the prime, 1024 to 3072; the subgroup has 160 bits below 2048, else 256.
    ///
    /// Spec: FIPS 186-4 §4.2 (selection of parameter sizes).
    public static func generateDSA(bits: Int) throws(CryptographyError) -> PrivateKey {
        precondition((1024...3072).contains(bits), "a DSA prime has 1024 to 3072 bits")
        guard let handle = KeyHandle(emrtd_generate_dsa(CUnsignedInt(bits), bits < 2048 ? 160 : 256)) else {
            throw .malformedPrivateKey
        }
        return try PrivateKey(handle)
    }

    private convenience init(_ handle: KeyHandle) throws(CryptographyError) {
        let encoded = Self.bytes { emrtd_encode_public(handle.pointer, &$0) }
        guard !encoded.isEmpty else { throw .malformedPrivateKey }
        let read = try PublicKey(subjectPublicKeyInfo: encoded)
        guard case .ellipticCurve(let point, _) = read.kind else {
            self.init(publicKey: read, handle: handle)
            return
        }
        self.init(publicKey: try PublicKey(point: point), handle: handle)
    }

    private init(publicKey: PublicKey, handle: KeyHandle) {
        self.publicKey = publicKey
        self.handle = handle
    }

    /// The key in PKCS #8, not encrypted; erasing it is the caller's business. Empty for RSA keys without primes.
    public var pkcs8: [UInt8] { Self.bytes { emrtd_encode_pkcs8(handle.pointer, &$0) } }

    /// The public half, with its curve by name or with the curve's numbers written out.
    public func subjectPublicKeyInfo(explicitParameters: Bool = false) -> [UInt8] {
        guard explicitParameters, case .ellipticCurve(let point, _) = publicKey.kind else {
            return publicKey.subjectPublicKeyInfo
        }
        return SubjectPublicKeyInfoEncoder.encode(point, .explicit)
    }

    /// What `encode` writes to a buffer of OpenSSL's; empty where it wrote nothing.
    static func bytes(_ encode: (inout UnsafeMutablePointer<UInt8>?) -> Int) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = encode(&buffer)
        guard let buffer else { return [] }
        defer { emrtd_free_secret(buffer, count) }
        return Array(UnsafeBufferPointer(start: buffer, count: count))
    }
}
