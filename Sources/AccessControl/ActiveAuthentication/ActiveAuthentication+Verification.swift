public import Cryptography
public import LDS
public import Standards

/// What a signed challenge proves about the chip, under a key that is not judged here.
public enum ActiveAuthenticationVerdict: Hashable, Sendable {
    /// The chip has the private key; with the hash function it used, and what was tolerated.
    case verified(HashAlgorithm, notes: [Reason])
    /// The answer is no signature of this chip over this challenge.
    case failed(Reason)
    /// The key cannot be used, so nothing is known.
    case undetermined(Reason)
}

extension ActiveAuthentication {
    /// Judges what the chip answered, by the key of DG15.
    ///
    /// - Parameters:
    ///   - reading: The challenge and the answer.
    ///   - subjectPublicKeyInfo: The key; whether the issuer vouches for it is for the caller to know.
    ///   - hint: The hash function that DG14 names; only ECDSA needs it, and every one is tried without it.
    public static func verify(
        _ reading: ActiveAuthenticationReading, subjectPublicKeyInfo: [UInt8], hint: HashAlgorithm?
    ) -> ActiveAuthenticationVerdict {
        let signature: [UInt8]
        switch reading.answer {
        case .signature(let bytes): signature = bytes
        case .refused(let status):
            let digits = String(status, radix: 16, uppercase: true)
            return .failed(Reason("refused", "The chip refuses Active Authentication (\(digits))."))
        }
        let key: PublicKey
        do { key = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo) } catch {
            return .undetermined(Reason("unusableKey", "The key of DG15 cannot be used: \(error)."))
        }
        return verify(signature: signature, challenge: reading.challenge, publicKey: key, hint: hint)
    }

    /// Judges a signature over a challenge.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.2.
    public static func verify(
        signature: [UInt8], challenge: [UInt8], publicKey: PublicKey, hint: HashAlgorithm?
    ) -> ActiveAuthenticationVerdict {
        guard !signature.isEmpty else {
            return .failed(Reason("emptySignature", "The chip answers without a signature."))
        }
        switch publicKey.kind {
        case .rsa(let modulus, _):
            return verifyRSA(signature, challenge, publicKey, modulusByteCount: modulus.count)
        case .ellipticCurve:
            return verifyECDSA(signature, challenge, publicKey, hint)
        case .diffieHellman, .dsa:
            return .undetermined(
                Reason(
                    "unsuitableKey", "The key of DG15 (\(publicKey)) is of no kind that Active Authentication knows."))
        }
    }

    // MARK: RSA

    /// ISO/IEC 9796-2 scheme 1: what the signature recovers must be in form, and its hash that of M1 ‖ RND.IFD.
    private static func verifyRSA(
        _ signature: [UInt8], _ challenge: [UInt8], _ key: PublicKey, modulusByteCount: Int
    ) -> ActiveAuthenticationVerdict {
        guard signature.count == modulusByteCount else {
            return .failed(
                Reason(
                    "wrongSignatureLength",
                    "The signature has \(signature.count) bytes where the key makes \(modulusByteCount)."))
        }
        guard let j = key.recoverRSA(signature), let complement = key.modulusMinus(j) else {
            return .failed(Reason("signatureOutOfRange", "The signature is no number below the modulus."))
        }
        // Doc 9303-11 §6.1.2.2 asks chips for signatures by ISO/IEC 9796-2 B.6, where J is F itself.
        // Tolerated: signatures by B.4, where J may be n − F.
        for (representative, isB4) in [(j, false), (complement, true)] {
            guard let recovered = RecoveredMessage(representative, bitCount: key.bitCount) else { continue }
            guard !recovered.beginsWithinByte else {
                return .undetermined(
                    Reason("unevenMessage", "The signature recovers a message that is no whole number of bytes."))
            }
            guard let hash = recovered.hash(over: challenge) else {
                return .failed(
                    Reason("wrongDigest", "The signature is in form but over another challenge, or by another hash."))
            }
            var notes: [Reason] = []
            if isB4 { notes.append(Reason("signatureB4", "The chip signs by ISO/IEC 9796-2 B.4 instead of B.6.")) }
            if recovered.leavesHashOpen, hash != .sha1 {
                notes.append(Reason("implicitHash", "The trailer BC stands with \(hash.name) instead of SHA-1."))
            }
            return .verified(hash, notes: notes)
        }
        return .failed(Reason("notRecoverable", "What the signature recovers is not of the form of ISO/IEC 9796-2."))
    }

    // MARK: ECDSA

    /// Plain r ‖ s as TR-03111 has it, or the SEQUENCE that some chips send; the hash of DG14, or else every one
    /// (field note 86).
    private static func verifyECDSA(
        _ signature: [UInt8], _ challenge: [UInt8], _ key: PublicKey, _ hint: HashAlgorithm?
    ) -> ActiveAuthenticationVerdict {
        let hashes = [hint].compactMap { $0 } + HashAlgorithm.allCases.filter { $0 != hint }
        for hash in hashes {
            for encoding in [SignatureAlgorithm.ECDSAEncoding.plain, .der] {
                let algorithm = SignatureAlgorithm.ecdsa(hash, encoding: encoding)
                guard (try? key.verify(signature: signature, over: challenge, algorithm: algorithm)) == true else {
                    continue
                }
                var notes: [Reason] = []
                if encoding == .der {
                    notes.append(Reason("derSignature", "The signature is a DER sequence instead of plain r and s."))
                }
                if let hint, hash != hint {
                    notes.append(Reason("otherHash", "The chip signs with \(hash.name), and DG14 names \(hint.name)."))
                }
                return .verified(hash, notes: notes)
            }
        }
        return .failed(Reason("wrongSignature", "The signature does not verify under the key of DG15."))
    }
}

extension HashAlgorithm {
    /// The hash function of an `ecdsa-plain` algorithm, as ActiveAuthenticationInfo names it; nil for any other.
    ///
    /// Spec: BSI TR-03111 §5.2.1.1; ICAO Doc 9303-11 (8th ed.) §9.2.4.
    public init?(activeAuthentication info: ActiveAuthenticationInfo) {
        switch info.signatureAlgorithm {
        case OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 1): self = .sha1
        case OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 2): self = .sha224
        case OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 3): self = .sha256
        case OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 4): self = .sha384
        case OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 5): self = .sha512
        default: return nil
        }
    }
}
