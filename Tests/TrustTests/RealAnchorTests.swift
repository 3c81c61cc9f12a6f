import ByteCoding
import Cryptography
import Foundation
import PKI
import Standards
import TestSupport
import Testing
import Trust

/// The certificates of five published master lists: what real states issue, with everything they do differently.
@Suite("Real country signing certificates", .enabled(if: Repository.hasShared))
struct RealAnchorTests {
    static func union() throws -> CSCAAnchors {
        var anchors = CSCAAnchors()
        let folder = Repository.shared.appending(path: "data/masterlists")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".ml") {
            let list = try SignedData(contentInfo: Array(try Data(contentsOf: folder.appending(path: name))))
            var content = ByteReader(list.eContent ?? [])
            for object in try content.dataObject(0x30).children().last?.children() ?? [] {
                anchors.add(try Certificate(object))
            }
        }
        return anchors
    }

    @Test
    func `verifies every certificate whose issuer is in a list, by key identifier or by name`() throws {
        let anchors = try Self.union()
        #expect(anchors.certificates.count == 805)
        let byName = Dictionary(grouping: anchors.certificates, by: \.subject.lookupKey)
        let byKey = Dictionary(grouping: anchors.certificates, by: { $0.subjectKeyIdentifier ?? [] })
        var keys: [[UInt8]: PublicKey] = [:]
        for certificate in anchors.certificates {
            keys[certificate.subjectPublicKeyInfo] = try PublicKey(
                subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
        }

        var alone: [String] = []
        for certificate in anchors.certificates {
            let algorithm = try #require(
                SignatureAlgorithm(SignatureScheme(certificate.signatureAlgorithm)), "\(certificate)")
            let named = certificate.authorityKeyIdentifier.flatMap { byKey[$0] } ?? []
            let candidates = named + (byName[certificate.issuer.lookupKey] ?? [])
            let isVerified = candidates.contains { issuer in
                (try? keys[issuer.subjectPublicKeyInfo]?.verify(
                    signature: certificate.signature, over: certificate.tbs, algorithm: algorithm)) == true
            }
            if !isVerified { alone.append("\(certificate)") }
        }
        // Its issuer is in no published list.
        #expect(alone.count == 1)
        #expect(alone.first?.contains("CN=CSCA-HELLAS") == true)
    }

    @Test
    func `knows the country of every authority`() throws {
        let anchors = try Self.union()
        var unknown: Set<String> = []
        for certificate in anchors.certificates {
            guard let code = certificate.subject.countryCode else {
                unknown.insert("none")
                continue
            }
            if CountryCode(alpha2: code) == nil, CountryCode(code) == nil { unknown.insert(code) }
        }
        // San Marino names none; ZZ is how the United Nations were written before UN.
        #expect(unknown == ["none", "ZZ"])
    }
}
