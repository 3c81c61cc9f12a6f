import Cryptography
import Issuing
import LDS

extension ChipAuthenticationKey.Pair {
    var parameters: KeyAgreementParameters {
        switch self {
        case .ecdh(let pair): .ecdh(pair.publicPoint.curve)
        case .dh(let pair): .dh(pair.group)
        }
    }

    /// The public key as protocols send it: 04 ‖ x ‖ y, or a number as long as p.
    var publicKey: [UInt8] {
        switch self {
        case .ecdh(let pair): pair.publicPoint.encoded
        case .dh(let pair): pair.publicValue
        }
    }

    /// The tag of a public key in an authentication token.
    var tokenTag: Int {
        switch self {
        case .ecdh: 0x86
        case .dh: 0x84
        }
    }

    /// The shared secret with the owner of a public key as it came; nil where that is none of these parameters.
    func sharedSecret(with peer: [UInt8]) -> [UInt8]? {
        let secret: SecretBytes? =
            switch self {
            case .ecdh(let pair):
                (try? CurvePoint(uncompressed: peer, on: pair.publicPoint.curve)).flatMap {
                    try? pair.sharedSecret(with: $0)
                }
            case .dh(let pair):
                peer.count == pair.group.p.count ? try? pair.sharedSecret(with: peer) : nil
            }
        return secret?.withBytes { Array($0) }
    }
}

extension KeyAgreementParameters {
    var kind: KeyAgreementKind {
        switch self {
        case .ecdh: .ecdh
        case .dh: .dh
        }
    }

    /// What Terminal Authentication takes of an ephemeral key: the x coordinate, or the SHA-1 of the number.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.2; BSI TR-03110-3 A.2.2.
    func compressed(_ publicKey: [UInt8]) -> [UInt8] {
        switch self {
        case .ecdh(let curve): Array(publicKey.dropFirst().prefix(curve.byteCount))
        case .dh: HashAlgorithm.sha1.hash(publicKey)
        }
    }

    /// A key pair over the generator, or over a mapped one.
    func keyPair(over generator: MappedGenerator? = nil, random: inout any RandomSource) -> ChipAuthenticationKey.Pair?
    {
        switch (self, generator) {
        case (.ecdh(let curve), nil):
            (try? ECDHKeyPair(on: curve, random: &random)).map { .ecdh($0) }
        case (.ecdh(let curve), .point(let point)):
            (try? ECDHKeyPair(on: curve, generator: point, random: &random)).map { .ecdh($0) }
        case (.dh(let group), nil):
            (try? DHKeyPair(in: group, random: &random)).map { .dh($0) }
        case (.dh(let group), .element(let element)):
            (try? DHKeyPair(in: group, generator: element, random: &random)).map { .dh($0) }
        default: nil
        }
    }
}

/// The generator that PACE maps its nonce to.
enum MappedGenerator: Sendable {
    case point(CurvePoint)
    case element([UInt8])
}

extension CurvePoint {
    /// An uncompressed point and no other form, as Doc 9303-11 §9.4.4 has them.
    init(uncompressed encoded: [UInt8], on curve: EllipticCurve) throws(CryptographyError) {
        guard encoded.first == 0x04 else { throw .invalidPoint(.malformed) }
        try self.init(encoded, on: curve)
    }
}
