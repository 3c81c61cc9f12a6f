import ByteCoding
import Cryptography
import Foundation
import PKI
import Standards
import TestSupport
import Testing
import Trust

/// The certificates of five published master lists, each once.
@Suite("The union of real master lists", .enabled(if: Repository.hasShared))
struct RealUnionTests {
    /// How a certificate is signed.
    private enum Signature: Hashable {
        case byItself
        /// By a key that another certificate of the union certifies.
        case byAnother
        case byNobody
    }

    private static func signatures(_ anchors: CSCAAnchors) throws -> [(Certificate, Signature)] {
        let byKey = Dictionary(grouping: anchors.certificates) { $0.subjectKeyIdentifier ?? [] }
        let byName = Dictionary(grouping: anchors.certificates, by: \.subject.lookupKey)
        var keys: [[UInt8]: PublicKey] = [:]
        for certificate in anchors.certificates where keys[certificate.subjectPublicKeyInfo] == nil {
            keys[certificate.subjectPublicKeyInfo] = try PublicKey(
                subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
        }
        func isSigned(_ certificate: Certificate, by issuer: Certificate) throws -> Bool {
            let algorithm = try #require(SignatureAlgorithm(SignatureScheme(certificate.signatureAlgorithm)))
            let key = keys[issuer.subjectPublicKeyInfo]
            return (try? key?.verify(signature: certificate.signature, over: certificate.tbs, algorithm: algorithm))
                == true
        }
        return try anchors.certificates.map { certificate in
            if try isSigned(certificate, by: certificate) { return (certificate, .byItself) }
            let named = certificate.authorityKeyIdentifier.flatMap { byKey[$0] } ?? []
            let others = named + (byName[certificate.issuer.lookupKey] ?? [])
            return (certificate, try others.contains { try isSigned(certificate, by: $0) } ? .byAnother : .byNobody)
        }
    }

    @Test
    func `verifies each self-signed and each link signature, but for those whose issuer is in no list`() throws {
        let found = try Self.signatures(RealAnchorTests.union())
        #expect(found.count == 805)
        #expect(found.count { $0.1 == .byItself } == 529)
        #expect(found.count { $0.1 == .byAnother } == 275)
        let left = found.filter { $0.1 == .byNobody }.map(\.0)
        #expect(left.map { $0.subject.value(of: .commonName) } == ["CSCA-HELLAS"])
        // The reason: nobody in the union has the key it names.
        let identifiers = Set(found.compactMap(\.0.subjectKeyIdentifier))
        #expect(left.allSatisfy { $0.authorityKeyIdentifier.map { !identifiers.contains($0) } ?? false })
    }

    /// Counts of what is known of these certificates.
    private static let known: [CertificateQuirk: Int] = [
        .nullBehindECDSA: 32, .exponent3: 22, .saltLength: 4, .bareKeyIdentifier: 3, .criticalNameChange: 1,
        .notAuthority: 8, .zeroSerialNumber: 1, .negativeSerialNumber: 3, .countryMissing: 1,
    ]

    @Test
    func `names quirks as often as they occur`() throws {
        let quirks = CertificateQuirks()
        var counts: [CertificateQuirk: Int] = [:]
        for certificate in try RealAnchorTests.union().certificates {
            for quirk in quirks.quirks(of: certificate) { counts[quirk, default: 0] += 1 }
        }
        for (quirk, count) in Self.known { #expect(counts[quirk] == count, "\(quirk)") }
    }
}
