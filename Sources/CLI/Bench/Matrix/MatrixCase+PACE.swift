import AccessControl
import Cryptography
import Issuing
import LDS
import Standards

extension MatrixCase {
    /// Every mapping with every key agreement, cipher, parameter number and password that the standard allows.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.1 and §9.5.1: no integrated mapping on P-224, whose prime is 1 modulo 4; no
    /// triple DES with Chip Authentication Mapping, which is for curves alone.
    static func pace() throws -> [MatrixCase] {
        var cases: [MatrixCase] = []
        for (mapping, agreement) in mappings {
            for cipher in SessionCipher.allCases {
                guard let identifier = OID.pace(mapping, agreement, cipher) else { continue }
                for number in numbers(mapping, agreement) {
                    for password in PACEPasswordKind.allCases {
                        cases.append(try pace(identifier, mapping, agreement, cipher, number, password))
                    }
                }
            }
        }
        return cases
    }

    private static let mappings: [(PACEMapping, KeyAgreementKind)] = [
        (.generic, .dh), (.generic, .ecdh), (.integrated, .dh), (.integrated, .ecdh), (.chipAuthentication, .ecdh),
    ]

    private static func numbers(_ mapping: PACEMapping, _ agreement: KeyAgreementKind) -> [Int] {
        guard agreement == .ecdh else { return Array(0...2) }
        return (8...18).filter { mapping != .integrated || $0 != 10 }
    }

    private static func pace(
        _ identifier: OID, _ mapping: PACEMapping, _ agreement: KeyAgreementKind, _ cipher: SessionCipher,
        _ number: Int,
        _ password: PACEPasswordKind
    ) throws -> MatrixCase {
        guard let parameters = KeyAgreementParameters(standardized: number) else {
            throw MatrixFailure("there are no parameters \(number)")
        }
        var profile = try DocumentProfile.matrix(pace: identifier, parameterID: number)
        let isCAM = mapping == .chipAuthentication
        if isCAM {
            guard case .ecdh(let curve) = parameters else { throw MatrixFailure("\(number) is no curve") }
            let key = ChipAuthenticationProfile.Key(
                .ellipticCurve(curve), keyID: number, parameters: .standardized, places: [.cardSecurity, .dg14])
            profile.chipAuthentication = ChipAuthenticationProfile(
                keys: [key],
                variants: [.init(.chipAuthentication(.ecdh, cipher), keyID: number)])
        } else {
            // DG14 is there in every case, so that the same files are read.
            profile.chipAuthentication = .matrix
        }
        return MatrixCase(
            row: "PACE, \(mapping.heading), \(agreement.heading)", column: cipher.heading,
            details: "\(parameters) (\(number)), \(password.name)", profile: profile, password: password
        ) { reading in
            let pace = reading.access.pace
            try MatrixFailure.unless(reading.access.used == .pace, "the chip was not opened by PACE")
            try MatrixFailure.unless(pace?.identifier == identifier, "another protocol was used")
            try MatrixFailure.unless(pace?.parameterID == number, "other parameters were used")
            try MatrixFailure.unless(pace?.password == password, "another password was used")
            if isCAM { try checkMapping(reading) }
        }
    }

    /// CA_IC · PK_IC must be PK_Map,IC, with the key of EF.CardSecurity.
    private static func checkMapping(_ reading: ChipReading) throws {
        guard let data = reading.access.pace?.chipAuthenticationMapping else {
            throw MatrixFailure("nothing is left of the Chip Authentication Mapping")
        }
        guard let file = reading.bytes(of: .cardSecurity) else { throw MatrixFailure("EF.CardSecurity was not read") }
        let infos = try CardSecurity(encoded: file).securityInfos
        guard let info = infos.chipAuthenticationPublicKeys.first else { throw MatrixFailure("it has no key") }
        let key = try PublicKey(subjectPublicKeyInfo: info.subjectPublicKeyInfo)
        guard case .ellipticCurve(let point, _) = key.kind else { throw MatrixFailure("no curve") }
        let product = point.multiplied(by: SecretBytes(data.chipAuthenticationData))
        try MatrixFailure.unless(
            product?.encoded == data.mappingPublicKey, "the chip's Chip Authentication Data do not fit its key")
    }
}

extension PACEMapping {
    fileprivate var heading: String {
        switch self {
        case .generic: "generic mapping"
        case .integrated: "integrated mapping"
        case .chipAuthentication: "Chip Authentication Mapping"
        }
    }
}

extension DocumentProfile {
    /// A small document of Utopia that speaks one PACE protocol.
    static func matrix(pace identifier: OID, parameterID: Int) throws -> DocumentProfile {
        let passwords = PACEPasswords(
            can: Array(PACEPasswordKind.sampleCAN.utf8), pin: Array(PACEPasswordKind.samplePIN.utf8),
            puk: Array(PACEPasswordKind.samplePUK.utf8))
        return DocumentProfile(
            mrzLines: try Specimen.utopia().mrzLines,
            accessControl: .pace,
            pace: PACEProfile(entries: [.init(identifier, parameterID: parameterID)], passwords: passwords),
            issuer: try .matrix)
    }
}

extension IssuerProfile {
    /// Keys that are made once for the whole run.
    fileprivate static var matrix: IssuerProfile {
        get throws {
            switch keys {
            case .success(let keys):
                let span = (Timestamp(secondsSince1970: 1_735_689_600), Timestamp(secondsSince1970: 2_051_222_400))
                return IssuerProfile(
                    csca: SignerProfile(
                        key: .pkcs8(keys.csca), algorithm: .ecdsa(.sha256, encoding: .der),
                        name: DirectoryName(country: "UT", organization: "Utopia", commonName: "Utopia CSCA"),
                        serialNumber: [1], notBefore: span.0, notAfter: span.1),
                    documentSigner: SignerProfile(
                        key: .pkcs8(keys.signer), algorithm: .ecdsa(.sha256, encoding: .der),
                        name: DirectoryName(country: "UT", organization: "Utopia", commonName: "Utopia DS"),
                        serialNumber: [2], notBefore: span.0, notAfter: span.1))
            case .failure(let error): throw error
            }
        }
    }

    private static let keys = Result {
        (
            csca: try PrivateKey.generateEC(curve: .secp256r1).pkcs8,
            signer: try PrivateKey.generateEC(curve: .secp256r1).pkcs8
        )
    }
}
