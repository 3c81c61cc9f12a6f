internal import COpenSSL

/// A key pair for Diffie-Hellman, over a group or another generator of it.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.6; BSI TR-03110-3 §A.2.2; RFC 2631 §2.1.
public final class DHKeyPair: Sendable {
    /// The group.
    public let group: DHGroup
    /// The public value, as long as p.
    public let publicValue: [UInt8]
    private let secret: SecretBytes

    /// A new key pair: a secret of as many bytes as the order, or of 32 bytes where the order is not known.
    ///
    /// - Parameter generator: A generator other than the group's, as PACE maps one.
    public convenience init(
        in group: DHGroup, generator: [UInt8]? = nil, random: inout some RandomSource
    ) throws(CryptographyError) {
        let order = BigNumber(group.q ?? [])
        for _ in 0..<128 {
            var bytes = random.bytes(group.q?.count ?? 32)
            defer { bytes.erase() }
            let number = BigNumber(bytes)
            guard !number.isZero, group.q == nil || number.isLess(than: order) else { continue }
            try self.init(in: group, generator: generator, secret: bytes)
            return
        }
        throw .numberOutOfRange
    }

    /// A key pair from its secret exponent.
    public init(in group: DHGroup, generator: [UInt8]? = nil, secret: [UInt8]) throws(CryptographyError) {
        if let generator { try group.check(publicValue: generator) }
        let exponent = BigNumber(secret)
        let prime = BigNumber(group.p)
        guard !exponent.isZero, exponent.isLess(than: prime) else { throw .numberOutOfRange }
        let value = BigNumber(generator ?? group.g).power(exponent, modulo: prime)
        self.group = group
        self.secret = SecretBytes(secret)
        publicValue = value.bytes(count: group.p.count)
    }

    /// The key pair of a DH private key.
    public convenience init(_ key: PrivateKey) throws(CryptographyError) {
        guard case .diffieHellman(let group, _) = key.publicKey.kind,
            let number = emrtd_private_number(key.handle.pointer)
        else { throw .algorithmDoesNotFitKey }
        let secret = BigNumber(owning: number)
        try self.init(in: group, secret: secret.bytes(count: (secret.bitCount + 7) / 8))
    }

    /// The public half as SubjectPublicKeyInfo.
    public var subjectPublicKeyInfo: [UInt8] { SubjectPublicKeyInfoEncoder.encode(group, publicValue: publicValue) }

    /// The shared secret with the owner of `peer`, as long as p.
    ///
    /// - Throws: `CryptographyError`: the value is outside of the group, our own, or leads to a secret of one.
    public func sharedSecret(with peer: [UInt8]) throws(CryptographyError) -> SecretBytes {
        try group.check(publicValue: peer)
        let value = BigNumber(peer)
        let own = BigNumber(publicValue)
        let prime = BigNumber(group.p)
        guard !value.equals(own) else { throw .reflectedPublicKey }
        let exponent = secret.withBytes { BigNumber($0) }
        let shared = value.power(exponent, modulo: prime)
        guard !shared.isOne else { throw .degenerateSecret }
        return SecretBytes(count: group.p.count) {
            let done = BN_bn2binpad(shared.pointer, $0.baseAddress, CInt($0.count))
            precondition(done == CInt($0.count), "a number below the prime is no longer than the prime")
        }
    }
}
