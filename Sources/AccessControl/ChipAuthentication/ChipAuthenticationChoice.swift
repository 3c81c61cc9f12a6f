public import Cryptography
public import LDS
public import Standards

/// One key of a chip for Chip Authentication, and a protocol to use it with.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.2 and §9.2.5 to §9.2.6; BSI TR-03110-3 A.1.1.2.
public struct ChipAuthenticationChoice: Hashable, Sendable {
    /// The protocol, such as `id-CA-ECDH-AES-CBC-CMAC-128`.
    public let identifier: OID
    /// 1, or 2 where Terminal Authentication comes first.
    public let version: Int
    /// What the new session is protected with.
    public let cipher: BlockCipher
    /// The number of the key, where it has one.
    public let keyID: Int?
    /// Where the key comes from: DG14 or EF.CardSecurity.
    public let source: ElementaryFile
    /// The chip's key.
    public let publicKey: PublicKey
    /// How the protocol was found.
    public let origin: Origin

    /// How a protocol belongs to a key.
    public enum Origin: Int, Hashable, Sendable {
        /// The chip names both by the same number, or neither by any.
        case named
        /// The numbers do not tell, but nothing else fits.
        case fitting
        /// The chip names no protocol for the key; the one of Triple DES, the oldest, is most likely.
        case inferred
    }

    /// The keys of a chip with a protocol for each, in the order of trying: those that belong together first, then by
    /// strength (field notes 91 and 94).
    ///
    /// Keys that cannot be used are left out: of an unknown curve, off their curve, without domain parameters.
    public static func ranked(_ infos: SecurityInfos, source: ElementaryFile) -> [ChipAuthenticationChoice] {
        let all = infos.chipAuthenticationPublicKeys.flatMap { Self.choices(for: $0, infos, source) }
        return all.enumerated().sorted { left, right in
            let (a, b) = (left.element.rank, right.element.rank)
            return a == b ? left.offset < right.offset : a.lexicographicallyPrecedes(b)
        }.map(\.element)
    }

    private static func choices(
        for key: ChipAuthenticationPublicKeyInfo, _ infos: SecurityInfos, _ source: ElementaryFile
    ) -> [ChipAuthenticationChoice] {
        guard let publicKey = try? PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo),
            let agreement = publicKey.keyAgreement
        else { return [] }
        // The kind of key says more than the identifier beside it, which some chips have wrong.
        let fitting = infos.chipAuthentication.filter { $0.variant.agreement == agreement }
        let named = fitting.filter { $0.keyID == key.keyID }
        // Tolerated: an entry or a key without a number among several, against Doc 9303-11 §9.2.5.
        let anonymous = fitting.filter { $0.keyID == nil || key.keyID == nil }
        let infosOfKey = named.isEmpty ? anonymous : named
        guard infosOfKey.isEmpty else {
            return infosOfKey.map {
                ChipAuthenticationChoice(
                    identifier: $0.identifier, version: $0.version, cipher: $0.variant.cipher.blockCipher,
                    keyID: key.keyID, source: source, publicKey: publicKey, origin: named.isEmpty ? .fitting : .named)
            }
        }
        // A key of which nothing is said: by the protocol of another key of its kind, or else by Triple DES.
        let others = fitting.map { ($0.identifier, $0.version, $0.variant.cipher.blockCipher) }
        let oldest = (OID.idCA.appending(agreement.rawValue).appending(1), 1, BlockCipher.tripleDES)
        let guesses = others.contains { $0.0 == oldest.0 } ? others : others + [oldest]
        return guesses.map { identifier, version, cipher in
            ChipAuthenticationChoice(
                identifier: identifier, version: version, cipher: cipher, keyID: key.keyID, source: source,
                publicKey: publicKey, origin: .inferred)
        }
    }

    /// Smaller is better.
    private var rank: [Int] {
        [origin.rawValue, -publicKey.agreementStrength, -cipher.keyByteCount, cipher == .tripleDES ? 1 : 0]
    }
}

extension PublicKey {
    /// Which agreement the key is for; nil for keys that sign.
    fileprivate var keyAgreement: KeyAgreementKind? {
        switch kind {
        case .ellipticCurve: .ecdh
        case .diffieHellman: .dh
        case .rsa, .dsa: nil
        }
    }

    /// Bits of security, by NIST SP 800-57 part 1, table 2.
    fileprivate var agreementStrength: Int {
        if curve != nil { return bitCount / 2 }
        return switch bitCount {
        case ..<2048: 80
        case ..<3072: 112
        default: 128
        }
    }
}
