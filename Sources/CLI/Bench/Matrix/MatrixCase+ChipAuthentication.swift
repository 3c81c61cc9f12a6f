import Cryptography
import Issuing
import LDS
import Standards

extension MatrixCase {
    /// Chip Authentication with every key agreement and cipher over every curve and group.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.2: with triple DES by MSE:Set KAT, otherwise by MSE:Set AT and GENERAL
    /// AUTHENTICATE.
    static func chipAuthentication() throws -> [MatrixCase] {
        var cases: [MatrixCase] = []
        for agreement in [KeyAgreementKind.dh, .ecdh] {
            for cipher in SessionCipher.allCases {
                for number in agreement == .dh ? Array(0...2) : Array(8...18) {
                    for keyID in [nil, 1, 300] {
                        cases.append(try chipAuthentication(agreement, cipher, number, keyID))
                    }
                }
            }
        }
        return cases
    }

    private static func chipAuthentication(
        _ agreement: KeyAgreementKind, _ cipher: SessionCipher, _ number: Int, _ keyID: Int?
    ) throws -> MatrixCase {
        guard let parameters = KeyAgreementParameters(standardized: number) else {
            throw MatrixFailure("there are no parameters \(number)")
        }
        let source: KeySource =
            switch parameters {
            case .ecdh(let curve): .ellipticCurve(curve)
            case .dh(let group): .diffieHellman(group)
            }
        let identifier = OID.chipAuthentication(agreement, cipher)
        var profile = try DocumentProfile.matrix(pace: .matrixPACE, parameterID: 12)
        profile.chipAuthentication = ChipAuthenticationProfile(
            keys: [.init(source, keyID: keyID)], variants: [.init(identifier, keyID: keyID)])
        return MatrixCase(
            row: "Chip Authentication, \(agreement.heading)", column: cipher.heading,
            details: "\(parameters) (\(number)), key \(keyID.map(String.init) ?? "without number")", profile: profile
        ) { reading in
            let result = reading.chipAuthentication
            try MatrixFailure.unless(result != nil, "the chip was not asked for Chip Authentication")
            try MatrixFailure.unless(result?.outcome == .confirmed, "the chip did not prove itself")
            try MatrixFailure.unless(result?.identifier == identifier, "another protocol was used")
            try MatrixFailure.unless(result?.keyID == keyID, "another key was used")
        }
    }
}

extension ChipAuthenticationProfile {
    /// One key on P-256 with AES-128, whose Chip Authentication is not what the case is about.
    static let matrix = ChipAuthenticationProfile(
        keys: [.init(.ellipticCurve(.secp256r1))], variants: [.init(.chipAuthentication(.ecdh, .aes128))])
}

extension OID {
    /// PACE with generic mapping, ECDH and AES-128.
    static let matrixPACE = OID(0, 4, 0, 127, 0, 7, 2, 2, 4, 2, 2)
}
