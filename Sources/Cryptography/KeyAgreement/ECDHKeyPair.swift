internal import COpenSSL

/// A key pair for Diffie-Hellman on an elliptic curve, over its generator or another one.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.6; BSI TR-03111 §4.3.
public final class ECDHKeyPair: Sendable {
    /// The public point.
    public let publicPoint: CurvePoint
    private let scalar: SecretBytes

    /// A new key pair.
    ///
    /// - Parameter generator: A generator other than the curve's, as PACE maps one.
    public convenience init(
        on curve: EllipticCurve, generator: CurvePoint? = nil, random: inout some RandomSource
    ) throws(CryptographyError) {
        try curve.requireAvailable()
        let order = BigNumber(curve.domainParameters.order)
        for _ in 0..<128 {
            // Bits above the order are cut off, so that no draw is wasted on P-521.
            var bytes = random.bytes(curve.byteCount)
            defer { bytes.erase() }
            bytes[0] &= 0xFF >> UInt8(curve.byteCount * 8 - curve.bitCount)
            let number = BigNumber(bytes)
            guard !number.isZero, number.isLess(than: order) else { continue }
            try self.init(on: curve, generator: generator, scalar: bytes)
            return
        }
        throw .numberOutOfRange
    }

    /// A key pair from its scalar, big-endian.
    public init(on curve: EllipticCurve, generator: CurvePoint? = nil, scalar: [UInt8]) throws(CryptographyError) {
        precondition(generator.map { $0.curve == curve } != false, "the generator is on the curve")
        try curve.requireAvailable()
        let number = BigNumber(scalar)
        let order = BigNumber(curve.domainParameters.order)
        guard !number.isZero, number.isLess(than: order),
            let point = (generator ?? curve.generator).multiplied(by: number)
        else { throw .numberOutOfRange }
        publicPoint = point
        self.scalar = SecretBytes(scalar)
    }

    /// The key pair of an EC private key.
    public convenience init(_ key: PrivateKey) throws(CryptographyError) {
        guard let curve = key.publicKey.curve, let number = emrtd_private_number(key.handle.pointer) else {
            throw .algorithmDoesNotFitKey
        }
        try self.init(on: curve, scalar: BigNumber(owning: number).bytes(count: curve.byteCount))
    }

    /// The shared secret with the owner of `peer`: the x coordinate, as long as the prime.
    ///
    /// - Throws: `CryptographyError`: the point is on another curve, our own, or leads to the point at infinity.
    public func sharedSecret(with peer: CurvePoint) throws(CryptographyError) -> SecretBytes {
        try check(peer)
        let number = scalar.withBytes { BigNumber($0) }
        var result: CInt = 0
        let count = peer.encoded.count
        let point = SecretBytes(count: count) {
            result = emrtd_multiply_point(
                peer.curve.group.pointer, number.pointer, peer.encoded, count, $0.baseAddress, count)
        }
        guard result == 1 else { throw .degenerateSecret }
        return point.withBytes { SecretBytes($0[1...peer.curve.byteCount]) }
    }

    /// The shared secret as a point, as the generic mapping of PACE needs it.
    public func sharedPoint(with peer: CurvePoint) throws(CryptographyError) -> CurvePoint {
        try check(peer)
        guard let point = peer.multiplied(by: scalar) else { throw .degenerateSecret }
        return point
    }

    /// CA_IC = SK_IC⁻¹ · SK_Map,IC mod n: with this static key, the chip's proof in PACE with Chip Authentication Mapping.
    ///
    /// - Parameter mapping: The chip's key pair of the mapping, on the same curve and over its own generator.
    /// - Returns: As many bytes as the order has.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.5.
    public func chipAuthenticationData(for mapping: ECDHKeyPair) throws(CryptographyError) -> [UInt8] {
        let curve = publicPoint.curve
        guard mapping.publicPoint.curve == curve else { throw .algorithmDoesNotFitKey }
        let order = BigNumber(curve.domainParameters.order)
        let own = scalar.withBytes { BigNumber($0) }
        let other = mapping.scalar.withBytes { BigNumber($0) }
        let inverse = own.power(order.less(2), modulo: order)  // the order is prime
        return other.times(inverse, modulo: order).bytes(count: curve.byteCount)
    }

    private func check(_ peer: CurvePoint) throws(CryptographyError) {
        guard peer.curve == publicPoint.curve else { throw .algorithmDoesNotFitKey }
        guard peer != publicPoint else { throw .reflectedPublicKey }
    }
}
