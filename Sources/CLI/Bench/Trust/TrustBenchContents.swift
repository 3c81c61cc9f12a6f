import Cryptography
import Issuing
import PKI
import Standards

/// Certificates for the benchmark, in the kinds and proportions of real lists.
enum TrustBenchContents {
    private static let curves: [EllipticCurve] = [
        .secp256r1, .secp384r1, .brainpoolP256r1, .brainpoolP384r1, .brainpoolP512r1,
    ]

    /// Country signing and link certificates: of 1 in 20 fields, nine have curves spelled out and eleven have RSA keys, and
    /// every third certificate is a link.
    static func authorities(_ count: Int) throws -> [[UInt8]] {
        let rsa = try [2048, 3072, 4096].map { try PrivateKey.generateRSA(bits: $0, publicExponent: 65537) }
        var encoded: [[UInt8]] = []
        var previous: [PrivateKey] = []
        for number in 0..<count {
            let isEC = number % 20 < 9
            let key = isEC ? try PrivateKey.generateEC(curve: curves[number % curves.count]) : rsa[number % rsa.count]
            let isLink = number % 3 == 2
            let signer = isLink ? previous.last ?? key : key
            let issuer = CertificateIssuer(
                name: name(number / 3), key: signer,
                algorithm: signer === key && isEC || isEllipticCurve(signer)
                    ? .ecdsa(.sha256, encoding: .der) : .rsaPKCS1(.sha256))
            let profile = try self.profile(isLink ? .link(hasNewName: false) : .csca, number, name(number / 3))
            encoded.append(
                try issuer.issue(profile, for: key.subjectPublicKeyInfo(explicitParameters: isEC)))
            previous.append(key)
        }
        return encoded
    }

    /// An authority that makes document signers.
    struct Authority {
        private let issuer: CertificateIssuer

        init() throws {
            issuer = CertificateIssuer(
                name: TrustBenchContents.name(0), key: try PrivateKey.generateEC(curve: .secp256r1),
                algorithm: .ecdsa(.sha256, encoding: .der))
        }

        func signer(_ number: Int) throws -> Certificate {
            let key = try PrivateKey.generateEC(curve: .secp256r1)
            let profile = try TrustBenchContents.profile(
                .documentSigner(documentTypes: ["P"]), number,
                DirectoryName(country: "UT", organization: "Ministry of Utopia", commonName: "Signer \(number)"))
            return try Certificate(
                encoded: issuer.issue(profile, for: key.subjectPublicKeyInfo(explicitParameters: false)))
        }
    }

    private static func isEllipticCurve(_ key: PrivateKey) -> Bool { key.publicKey.curve != nil }

    private static func name(_ number: Int) -> DirectoryName {
        DirectoryName(country: "UT", organization: "Ministry of Utopia", commonName: "CSCA \(number)")
    }

    private static func profile(_ role: CertificateProfile.Role, _ number: Int, _ subject: DirectoryName) throws
        -> CertificateProfile
    {
        guard let first = Timestamp(iso8601: "2020-01-01"), let last = Timestamp(iso8601: "2040-01-01") else {
            throw CommandError("the benchmark has a date that does not exist")
        }
        return CertificateProfile(
            role: role,
            serialNumber: [UInt8(number >> 16 & 0x7F) | 1, UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)],
            subject: subject, notBefore: first, notAfter: last, stateCode: "UTO")
    }
}
