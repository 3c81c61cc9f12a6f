public import Cryptography
public import LDS

/// One way of PACE that a chip offers and that can be run here: the variant, and the domain parameters for it.
public struct PACEChoice: Hashable, Sendable {
    /// The chip's entry.
    public let info: PACEInfo
    /// What keys are agreed over.
    public let parameters: KeyAgreementParameters

    /// The ways of a chip, the best first: Chip Authentication Mapping, which also shows that the chip is no copy; then by
    /// what is weakest in each, then by the cipher and the curve or the prime.
    ///
    /// What is not known or does not fit together is left out: an unknown protocol, reserved parameters, another version,
    /// a curve for a protocol with groups.
    public static func ranked(_ infos: SecurityInfos) -> [PACEChoice] {
        let choices = infos.pace.compactMap { info in
            parameters(for: info, in: infos).flatMap { PACEChoice(info, $0) }
        }
        return choices.enumerated().sorted { left, right in
            let (a, b) = (left.element.rank, right.element.rank)
            return a == b ? left.offset < right.offset : a.lexicographicallyPrecedes(b)
        }.map(\.element)
    }

    /// Takes an entry and parameters for it; nil where they do not fit together.
    package init?(_ info: PACEInfo, _ parameters: KeyAgreementParameters) {
        guard info.version == 2 else { return nil }
        switch (parameters, info.variant.agreement) {
        case (.ecdh(let curve), .ecdh):
            guard curve.isAvailable else { return nil }
            if info.variant.mapping == .integrated, !curve.allowsIntegratedMapping { return nil }
        case (.dh(let group), .dh):
            if info.variant.mapping == .integrated, group.q == nil { return nil }
        default: return nil
        }
        self.info = info
        self.parameters = parameters
    }

    /// The standardised parameters of an entry's number, or else those that the chip writes out under it.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.1 and §9.2.2: an entry without a number takes the only ones written out.
    private static func parameters(for info: PACEInfo, in infos: SecurityInfos) -> KeyAgreementParameters? {
        if let number = info.parameterID, number < 32 { return KeyAgreementParameters(standardized: number) }
        let written = infos.paceDomainParameters.filter {
            $0.agreement == info.variant.agreement && $0.mapping == info.variant.mapping
                && $0.parameterID == info.parameterID
        }
        guard written.count == 1, let only = written.first else { return nil }
        return try? KeyAgreementParameters(algorithmIdentifier: only.domainParameter)
    }

    /// Smaller is better.
    private var rank: [Int] {
        let cipher = info.variant.cipher.securityBitCount
        let group = parameters.securityBitCount
        return [
            info.variant.mapping == .chipAuthentication ? 0 : 1, -min(cipher, group), -cipher, -group,
            info.variant.agreement == .ecdh ? 0 : 1, info.variant.mapping == .generic ? 0 : 1,
        ]
    }
}

extension SessionCipher {
    /// The cipher as the cryptography names it.
    public var blockCipher: BlockCipher {
        switch self {
        case .tripleDES: .tripleDES
        case .aes128: .aes128
        case .aes192: .aes192
        case .aes256: .aes256
        }
    }

    /// How many bits of security the cipher gives.
    ///
    /// Spec: NIST SP 800-57 part 1, table 2, for two-key Triple DES.
    var securityBitCount: Int { self == .tripleDES ? 80 : blockCipher.keyByteCount * 8 }
}
