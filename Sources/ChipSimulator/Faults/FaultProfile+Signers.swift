import ByteCoding
import Cryptography
import Issuing
import LDS
import Standards

extension FaultProfile {
    /// Document signers and their signatures, as they are met.
    static let signers: [FaultProfile] = objects + certificates

    private static let objects: [FaultProfile] = [
        object("sod-sha224", "EF.SOD hashes its groups by SHA-224", "field note 73") { $0.groupDigest = .sha224 },
        object("sod-legacy-type", "the content of EF.SOD has the type of a draft", "field note 78") {
            $0.contentType = OID(1, 3, 27, 1, 1, 1)
        },
        object("sod-legacy-type-nl", "the content of EF.SOD has the type of a state's own", "field note 78") {
            $0.contentType = OID(2, 16, 528, 1, 1006, 1, 20, 1)
        },
        object("sod-without-wrapper", "EF.SOD lacks its tag 77", "Doc 9303-10 §4.6.2") {
            $0.deviations.insert(.withoutWrapper)
        },
        object(
            "sod-issuer-strings", "EF.SOD writes the issuer's name in another type of string than the certificate",
            "field note 79"
        ) { $0.deviations.insert(.otherStringType) },
        object("sod-long-attributes", "the signed attributes have more than 220 bytes", "field note 81") {
            $0.deviations.insert(.longAttribute)
        },
        signer("sod-plain-ecdsa", "the signature of EF.SOD is r and s without DER around them", "field note 81") {
            signer throws(IssuingError) in
            signer.algorithm = .ecdsa(.sha256, encoding: .plain)
        },
    ]

    private static let certificates: [FaultProfile] = [
        signer("ds-brainpool-p512", "the document signer's key is on brainpoolP512r1", "field notes 75, 81") {
            signer throws(IssuingError) in
            signer.key = try SimulatedDocument.signingKey(on: .brainpoolP512r1)
            signer.algorithm = .ecdsa(.sha512, encoding: .der)
        },
        signer(
            "ds-without-cofactor", "the certificate writes out a curve without its cofactor", "field note 75"
        ) { signer throws(IssuingError) in
            signer.key = try SimulatedDocument.signingKey(on: .secp256r1)
            signer.algorithm = .ecdsa(.sha256, encoding: .der)
            signer.publicKey = Self.withoutCofactor
        },
        signer(
            "ds-expired-since", "the document signer was valid when it signed, and expired since", "field note 79"
        ) { signer throws(IssuingError) in
            signer.profile.notAfter = Timestamp(secondsSince1970: 1_767_225_600)  // 2026-01-01
            signer.profile.privateKeyUsage = nil
        },
        signer("ds-rsa", "the document signer's key is one of RSA", "Doc 9303-12 §4.4") { signer throws(IssuingError) in
            do { signer.key = try PrivateKey.generateRSA(bits: 2048) } catch { throw .signingFailed("a key of RSA") }
            signer.algorithm = .rsaPKCS1(.sha256)
        },
    ]

    private static func object(
        _ name: String, _ summary: String, _ source: String, _ change: @escaping @Sendable (inout SODOptions) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            try simulated.reissueObject(change)
        }
    }

    /// A document signer in the making.
    private struct Signer {
        var profile: CertificateProfile
        var key: PrivateKey
        var algorithm: SignatureAlgorithm
        /// What becomes of the key's encoding.
        var publicKey: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    }

    private static func signer(
        _ name: String, _ summary: String, _ source: String,
        _ change: @escaping @Sendable (inout Signer) throws(IssuingError) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            guard var authorities = simulated.document.authorities else { return }
            let genuine = authorities.documentSigner
            var signer = Signer(
                profile: authorities.documentSignerProfile, key: genuine.key, algorithm: genuine.algorithm)
            try change(&signer)
            let info = signer.publicKey(signer.key.subjectPublicKeyInfo(explicitParameters: true))
            authorities.documentSigner = SODIssuer(
                key: signer.key, certificate: try authorities.csca.issue(signer.profile, for: info),
                algorithm: signer.algorithm)
            simulated.document.authorities = authorities
            try simulated.document.reissue()
        }
    }

    /// A SubjectPublicKeyInfo whose written out curve ends before its cofactor, the last of its numbers.
    @Sendable private static func withoutCofactor(_ info: [UInt8]) -> [UInt8] {
        var reader = ByteReader(info)
        guard let parts = try? reader.dataObject(0x30).children(), parts.count == 2,
            let algorithm = try? parts[0].children(), algorithm.count == 2,
            let numbers = try? algorithm[1].children(), numbers.count == 6
        else { return info }
        let curve = DataObjectWriter.encode(0x30, containing: numbers.dropLast().map { Array($0.encoded) })
        let identifier = DataObjectWriter.encode(0x30, containing: [Array(algorithm[0].encoded), curve])
        return DataObjectWriter.encode(0x30, containing: [identifier, Array(parts[1].encoded)])
    }
}

extension SimulatedDocument {
    /// A new key that signs.
    static func signingKey(on curve: EllipticCurve) throws(IssuingError) -> PrivateKey {
        do { return try PrivateKey.generateEC(curve: curve) } catch { throw .signingFailed("a key") }
    }
}
