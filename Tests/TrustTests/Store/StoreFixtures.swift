import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust

/// A store in a folder of its own.
struct TestStore {
    let folder = TemporaryFolder()

    var path: String { folder.url.appending(path: "trust.sqlite").path(percentEncoded: false) }

    func open(_ access: TrustStore.Access = .readWrite(create: true), patience: Duration = .seconds(30)) throws
        -> TrustStore
    {
        try TrustStore(path: path, access: access, patience: patience)
    }

    /// What the `sqlite3` of the system does to the file, as another program would.
    static func alter(_ path: String, _ sql: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c", "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.close()", path,
            sql,
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}

/// An authority of a state: a name and a key.
struct TestAuthority {
    var country = "UT"
    var commonName = "CSCA Utopia"
    var key = TestKeys.csca

    var name: DirectoryName { TestDocument.name(commonName, country: country) }

    var algorithm: SignatureAlgorithm {
        key.isRSA ? .rsaPKCS1(.sha256) : .ecdsa(.sha256, encoding: .der)
    }

    private var issuer: CertificateIssuer { CertificateIssuer(name: name, key: key, algorithm: algorithm) }

    func certificate(serial: UInt8 = 1, deviations: Set<CertificateProfile.Deviation> = []) throws -> Certificate {
        try sign(.csca, name, key, serial, deviations)
    }

    /// A link certificate for the next key of the state.
    func link(to next: TestAuthority, serial: UInt8 = 9, deviations: Set<CertificateProfile.Deviation> = []) throws
        -> Certificate
    {
        try sign(.link(hasNewName: next.commonName != commonName), next.name, next.key, serial, deviations)
    }

    func documentSigner(serial: UInt8 = 0x2A, key: PrivateKey = TestKeys.signer) throws -> Certificate {
        try sign(
            .documentSigner(documentTypes: ["P"]), TestDocument.name("Signer \(serial)", country: country), key, serial)
    }

    /// A signer of master lists.
    func listSigner(serial: UInt8 = 0x2B) throws -> Certificate {
        try sign(
            .listSigner(.masterList), TestDocument.name("Signer \(serial)", country: country), TestKeys.signer, serial)
    }

    func revocationList(number: Int, revoked: [UInt8] = [], from thisUpdate: Timestamp) throws
        -> CertificateRevocationList
    {
        try CertificateRevocationList(
            encoded: issuer.revocationList(
                number: number, revoked: revoked.map { ([$0], thisUpdate) }, thisUpdate: thisUpdate,
                nextUpdate: Timestamp(secondsSince1970: thisUpdate.secondsSince1970 + 90 * 86_400)))
    }

    private func sign(
        _ role: CertificateProfile.Role, _ subject: DirectoryName, _ key: PrivateKey, _ serial: UInt8,
        _ deviations: Set<CertificateProfile.Deviation> = []
    ) throws -> Certificate {
        let profile = CertificateProfile(
            role: role, serialNumber: [serial], subject: subject, notBefore: TestDocument.day(2020),
            notAfter: TestDocument.day(2035), stateCode: "UTO", deviations: deviations)
        return try Certificate(
            encoded: issuer.issue(profile, for: key.subjectPublicKeyInfo(explicitParameters: false)))
    }
}

extension PrivateKey {
    var isRSA: Bool { (try? sign([], algorithm: .rsaPKCS1(.sha256))) != nil }
}

extension TrustDelivery {
    /// A delivery under a name, with a hash that stands for its bytes.
    static func test(
        _ kind: Kind = .masterList, _ name: String = "list", _ standing: Standing = .accepted,
        _ certificates: [Certificate] = [], lists: [CertificateRevocationList] = [], signerIssuer: [UInt8]? = nil
    ) -> TrustDelivery {
        var source = Source(kind: kind, name: name, sha256: HashAlgorithm.sha256.hash(Array(name.utf8)))
        source.signerIssuer = signerIssuer
        var delivery = TrustDelivery(source: source, standing: standing)
        delivery.certificates = certificates.map { Item($0) }
        delivery.revocationLists = lists.map { Item($0) }
        return delivery
    }

    static let unpinned = Standing.untrusted(Reason(Standing.notPinned, "no pin is known for its signer"))
}

extension Certificate {
    var sha256: [UInt8] { HashAlgorithm.sha256.hash(encoded) }
}
