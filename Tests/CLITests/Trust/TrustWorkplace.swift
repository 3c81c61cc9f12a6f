import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Trust

/// A store with two authorities of Utopia, a link between them and a revocation list, in a folder of its own.
final class TrustWorkplace: Sendable {
    let folder = TemporaryFolder()
    let old: Certificate
    let new: Certificate
    let link: Certificate

    func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    var store: String { path("trust.sqlite") }

    init() throws {
        let (first, second) = (
            try PrivateKey.generateEC(curve: .secp256r1), try PrivateKey.generateEC(curve: .brainpoolP384r1)
        )
        let algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .der)
        let (oldName, newName) = (Self.name("CSCA Utopia 1"), Self.name("CSCA Utopia 2"))
        let oldIssuer = CertificateIssuer(name: oldName, key: first, algorithm: algorithm)
        let newIssuer = CertificateIssuer(name: newName, key: second, algorithm: algorithm)
        func issue(
            _ issuer: CertificateIssuer, _ role: CertificateProfile.Role, _ subject: DirectoryName, _ key: PrivateKey,
            _ serial: UInt8
        )
            throws -> Certificate
        {
            let profile = CertificateProfile(
                role: role, serialNumber: [serial], subject: subject, notBefore: Self.day("2020-01-01"),
                notAfter: Self.day("2035-01-01"), stateCode: "UTO")
            return try Certificate(
                encoded: issuer.issue(profile, for: key.subjectPublicKeyInfo(explicitParameters: false)))
        }
        old = try issue(oldIssuer, .csca, oldName, first, 1)
        new = try issue(newIssuer, .csca, newName, second, 2)
        link = try issue(oldIssuer, .link(hasNewName: true), newName, second, 3)
    }

    static func name(_ commonName: String) -> DirectoryName {
        DirectoryName(country: "UT", organization: "Ministry of Utopia", commonName: commonName)
    }

    static func day(_ text: String) -> Timestamp { Timestamp(iso8601: text) ?? Timestamp(secondsSince1970: 0) }

    /// Imports certificates as one list.
    @discardableResult
    func take(
        _ certificates: [Certificate], _ name: String = "list.ml", standing: TrustDelivery.Standing = .accepted,
        signerIssuer: [UInt8]? = nil
    ) throws -> TrustImportReport {
        let store = try TrustStore(path: store, access: .readWrite(create: true))
        var source = TrustDelivery.Source(
            kind: .masterList, name: name, sha256: HashAlgorithm.sha256.hash(Array(name.utf8)))
        source.country = "UT"
        source.signingTime = Self.day("2025-06-01")
        source.signer = [UInt8](repeating: 0xAB, count: 32)
        source.signerIssuer = signerIssuer
        var delivery = TrustDelivery(source: source, standing: standing)
        delivery.certificates = certificates.map { .init($0) }
        return try store.take([delivery], at: Self.day("2026-01-01"))
    }

    func run(_ arguments: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(arguments + ["--store", store])
    }

    static func digits(_ certificate: Certificate) -> String {
        HashAlgorithm.sha256.hash(certificate.encoded).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
    }
}
