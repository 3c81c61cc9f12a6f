extension SessionCipher {
    /// `3DES`, `AES-128`, `AES-192`, `AES-256`.
    public var name: String {
        switch self {
        case .tripleDES: "3DES"
        case .aes128: "AES-128"
        case .aes192: "AES-192"
        case .aes256: "AES-256"
        }
    }
}

extension KeyAgreementKind {
    /// `DH` or `ECDH`.
    public var name: String { self == .dh ? "DH" : "ECDH" }
}

extension PACEMapping {
    /// `GM`, `IM` or `CAM`.
    public var name: String {
        switch self {
        case .generic: "GM"
        case .integrated: "IM"
        case .chipAuthentication: "CAM"
        }
    }
}

extension PACEVariant: CustomStringConvertible {
    /// For example `PACE-GM, ECDH, AES-128`.
    public var description: String { "PACE-\(mapping.name), \(agreement.name), \(cipher.name)" }
}

extension ChipAuthenticationVariant: CustomStringConvertible {
    /// For example `ECDH, AES-128`.
    public var description: String { "\(agreement.name), \(cipher.name)" }
}

extension PACEInfo: CustomStringConvertible {
    /// For example `PACE-GM, ECDH, AES-128 on brainpoolP256r1 (13)`.
    public var description: String {
        guard let parameterID else { return variant.description }
        return "\(variant) on \(DomainParameterNames.name(of: parameterID))"
    }
}

/// The names of the standardized domain parameters.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.5.1.
public enum DomainParameterNames {
    private static let names = [
        0: "1024-bit MODP, 160-bit subgroup", 1: "2048-bit MODP, 224-bit subgroup",
        2: "2048-bit MODP, 256-bit subgroup", 8: "secp192r1", 9: "brainpoolP192r1", 10: "secp224r1",
        11: "brainpoolP224r1", 12: "secp256r1", 13: "brainpoolP256r1", 14: "brainpoolP320r1", 15: "secp384r1",
        16: "brainpoolP384r1", 17: "brainpoolP512r1", 18: "secp521r1",
    ]

    /// The name and the number; the number alone for parameters that the chip states itself.
    public static func name(of identifier: Int) -> String {
        names[identifier].map { "\($0) (\(identifier))" } ?? "parameters \(identifier)"
    }
}
