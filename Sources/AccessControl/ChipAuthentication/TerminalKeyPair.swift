public import Cryptography

/// The terminal's ephemeral key pair for Chip Authentication, over the domain parameters of the chip's key.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.2.2 step 2.
public struct TerminalKeyPair: Sendable {
    private let pair: Pair

    private enum Pair: Sendable {
        case ecdh(ECDHKeyPair)
        case dh(DHKeyPair)
    }

    /// A new key pair for an agreement with the owner of `key`.
    ///
    /// - Throws: `CryptographyError.algorithmDoesNotFitKey` for keys that sign.
    public init(for key: PublicKey, random: inout any RandomSource) throws(CryptographyError) {
        switch key.kind {
        case .ellipticCurve(let point, _): pair = .ecdh(try ECDHKeyPair(on: point.curve, random: &random))
        case .diffieHellman(let group, _): pair = .dh(try DHKeyPair(in: group, random: &random))
        case .rsa, .dsa: throw .algorithmDoesNotFitKey
        }
    }

    /// Takes a key pair that is there.
    public init(_ pair: ECDHKeyPair) { self.pair = .ecdh(pair) }
    /// Takes a key pair that is there.
    public init(_ pair: DHKeyPair) { self.pair = .dh(pair) }

    /// The public key as it goes to the chip: 04 ‖ x ‖ y, or a number as long as p.
    public var publicKey: [UInt8] {
        switch pair {
        case .ecdh(let pair): pair.publicPoint.encoded
        case .dh(let pair): pair.publicValue
        }
    }

    /// Comp(PK_DH,IFD), by which Terminal Authentication ties a terminal to its session.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.2; BSI TR-03110-3 A.2.2.3: the x coordinate, or SHA-1 of the number.
    public var compressed: [UInt8] {
        switch pair {
        case .ecdh(let pair): Array(pair.publicPoint.x)
        case .dh(let pair): HashAlgorithm.sha1.hash(pair.publicValue)
        }
    }

    /// K = KA(SK_DH,IFD, PK_IC, D_IC).
    package func sharedSecret(with key: PublicKey) throws(CryptographyError) -> SecretBytes {
        switch (pair, key.kind) {
        case (.ecdh(let pair), .ellipticCurve(let point, _)): try pair.sharedSecret(with: point)
        case (.dh(let pair), .diffieHellman(let group, let value)):
            if group.p == pair.group.p { try pair.sharedSecret(with: value) } else { throw .algorithmDoesNotFitKey }
        default: throw .algorithmDoesNotFitKey
        }
    }

    /// The parameters by the way tokens name keys.
    var parameters: KeyAgreementParameters {
        switch pair {
        case .ecdh(let pair): .ecdh(pair.publicPoint.curve)
        case .dh(let pair): .dh(pair.group)
        }
    }
}
