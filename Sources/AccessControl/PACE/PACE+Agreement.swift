import CardTransport
import Cryptography
import LDS
import Standards

/// The ephemeral domain parameters.
enum PACEMap {
    /// A curve and G̃; with Chip Authentication Mapping also PK_Map,IC, which the chip's proof is about.
    case ecdh(EllipticCurve, CurvePoint, chipKey: [UInt8]?)
    /// A group and g̃.
    case dh(DHGroup, [UInt8])

    var chipKey: [UInt8]? {
        if case .ecdh(_, _, let chipKey) = self { chipKey } else { nil }
    }
}

/// What the ephemeral keys agree on, and the public ones as they went over the wire.
struct PACEAgreement: ~Copyable {
    let secret: SecretBytes
    let own: [UInt8]
    let peer: [UInt8]
}

extension PACE {
    /// D = Map(D_IC, s).
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.3.
    mutating func mapped(
        _ s: borrowing SecretBytes, _ chip: inout some CardChannel & ~Copyable
    ) throws(AccessControlError) -> PACEMap {
        if mapping == .integrated { return try mappedByPseudoRandom(s, &chip) }
        switch parameters {
        case .ecdh(let curve):
            let pair = try drawing(at: .map) { random throws(CryptographyError) in
                try ECDHKeyPair(on: curve, random: &random)
            }
            let answer = try exchange(0x81, pair.publicPoint.encoded, 0x82, at: .map, &chip)
            return try computing(at: .map) { () throws(CryptographyError) in
                let h = try pair.sharedPoint(with: Self.point(answer, on: curve))
                let generator = try curve.generator(genericMapping: s, sharedPoint: h)
                return .ecdh(curve, generator, chipKey: mapping == .chipAuthentication ? answer : nil)
            }
        case .dh(let group):
            let pair = try drawing(at: .map) { random throws(CryptographyError) in
                try Self.keyPair(in: group, random: &random)
            }
            let answer = try exchange(0x81, pair.publicValue, 0x82, at: .map, &chip)
            return try computing(at: .map) { () throws(CryptographyError) in
                let h = try pair.sharedSecret(with: answer)
                return .dh(group, try group.generator(genericMapping: s, sharedSecret: h))
            }
        }
    }

    /// The integrated mapping: our nonce t goes out, and nothing comes back.
    private mutating func mappedByPseudoRandom(
        _ s: borrowing SecretBytes, _ chip: inout some CardChannel & ~Copyable
    ) throws(AccessControlError) -> PACEMap {
        let t = random.bytes(cipher.keyByteCount)
        // Tolerated: an answer without the empty DO82 of §4.4.4.2, which carries nothing.
        _ = try chip.authenticate(
            DynamicAuthenticationData.encode(0x81, t), isLast: false, answerByteCount: 256, at: PACEStep.map.clause)
        let nonce = s.withBytes { Array($0) }
        return try computing(at: .map) { () throws(CryptographyError) in
            switch parameters {
            case .ecdh(let curve):
                let element = try IntegratedMapping.pseudoRandom(
                    nonce: nonce, terminalNonce: t, modulo: curve.domainParameters.p, cipher: cipher)
                return .ecdh(curve, try curve.generator(integratedMapping: element), chipKey: nil)
            case .dh(let group):
                let element = try IntegratedMapping.pseudoRandom(
                    nonce: nonce, terminalNonce: t, modulo: group.p, cipher: cipher)
                return .dh(group, try group.generator(integratedMapping: element))
            }
        }
    }

    /// K = KA(SK_DH,IFD, PK_DH,IC, D); a chip that sends our own key back is refused.
    mutating func agree(
        over map: PACEMap, _ chip: inout some CardChannel & ~Copyable
    ) throws(AccessControlError) -> PACEAgreement {
        switch map {
        case .ecdh(let curve, let generator, _):
            let pair = try drawing(at: .agree) { random throws(CryptographyError) in
                try ECDHKeyPair(on: curve, generator: generator, random: &random)
            }
            let own = pair.publicPoint.encoded
            let peer = try exchange(0x83, own, 0x84, at: .agree, &chip)
            do {
                return PACEAgreement(
                    secret: try pair.sharedSecret(with: Self.point(peer, on: curve)), own: own, peer: peer)
            } catch { throw .unusable(error, at: PACEStep.agree.clause) }
        case .dh(let group, let generator):
            let pair = try drawing(at: .agree) { random throws(CryptographyError) in
                try Self.keyPair(in: group, generator: generator, random: &random)
            }
            let peer = try exchange(0x83, pair.publicValue, 0x84, at: .agree, &chip)
            do {
                return PACEAgreement(secret: try pair.sharedSecret(with: peer), own: pair.publicValue, peer: peer)
            } catch { throw .unusable(error, at: PACEStep.agree.clause) }
        }
    }

    /// Sends our public key in one object and returns the chip's from another.
    private func exchange(
        _ tag: Int, _ key: [UInt8], _ answerTag: Int, at step: PACEStep, _ chip: inout some CardChannel & ~Copyable
    ) throws(AccessControlError) -> [UInt8] {
        let answer = try chip.authenticate(
            DynamicAuthenticationData.encode(tag, key), isLast: false,
            answerByteCount: parameters.publicKeyByteCount + 8, at: step.clause)
        guard let peer = answer[answerTag] else { throw .malformedAnswer(at: step.clause) }
        return peer
    }

    private func computing<Value>(
        at step: PACEStep, _ body: () throws(CryptographyError) -> Value
    ) throws(AccessControlError) -> Value {
        do { return try body() } catch { throw .unusable(error, at: step.clause) }
    }

    /// A chip's point, which is never compressed here.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.4.2: uncompressed, since the token is computed over the bytes.
    private static func point(_ encoded: [UInt8], on curve: EllipticCurve) throws(CryptographyError) -> CurvePoint {
        let point = try CurvePoint(encoded, on: curve)
        guard point.encoded == encoded else { throw .invalidPoint(.malformed) }
        return point
    }

    /// A key pair whose public number begins with no zero, so that it has one encoding only: some sides write numbers as
    /// long as the prime, others without zeros in front, and the token is computed over the bytes.
    private static func keyPair(
        in group: DHGroup, generator: [UInt8]? = nil, random: inout Random
    ) throws(CryptographyError) -> DHKeyPair {
        for _ in 0..<64 {
            let pair = try DHKeyPair(in: group, generator: generator, random: &random)
            if pair.publicValue.first != 0 { return pair }
        }
        throw .numberOutOfRange
    }
}
