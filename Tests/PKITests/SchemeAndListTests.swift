import ByteCoding
import Conformance
import PKI
import Standards
import TestSupport
import Testing

@Suite("Signature schemes: RFC 4055, RFC 5758, TR-03111 §5.2.1")
struct SignatureSchemeTests {
    private func pss(_ parameters: String?) -> AlgorithmIdentifier {
        AlgorithmIdentifier(oid: .rsaPSS, parameters: parameters.flatMap { Hexadecimal.decode($0) })
    }

    @Test
    func `reads the parameters of RSASSA-PSS and their defaults`() throws {
        #expect(try SignatureScheme(pss("3000")) == .rsaPSS(digest: .sha1, maskDigest: .sha1, saltByteCount: 20))
        let sha256 = "A00F300D06096086480165030402010500"
        let mask = "A11C301A06092A864886F70D010108300D06096086480165030402010500"
        #expect(
            try SignatureScheme(pss("3034\(sha256)\(mask)A203020114"))
                == .rsaPSS(digest: .sha256, maskDigest: .sha256, saltByteCount: 20))
        #expect(
            try SignatureScheme(pss("3011\(sha256)"))
                == .rsaPSS(digest: .sha256, maskDigest: .sha1, saltByteCount: 20))
    }

    @Test(arguments: [nil, "30", "0500", "3005A203020114FF", "3007A205020300FFFF", "3005A303020102", "3005A403020101"])
    func `refuses missing and broken parameters`(parameters: String?) {
        #expect(throws: SignatureScheme.Failure.malformedParameters(.rsaPSS)) {
            try SignatureScheme(pss(parameters))
        }
    }

    @Test
    func `completes a bare key algorithm with the signer's digest, and only there`() throws {
        let rsa = AlgorithmIdentifier(oid: .rsaEncryption)
        #expect(try SignatureScheme(rsa, digest: .sha512) == .rsaPKCS1(digest: .sha512))
        #expect(throws: SignatureScheme.Failure.unknownAlgorithm(.rsaEncryption)) { try SignatureScheme(rsa) }
    }

    @Test
    func `refuses a signature algorithm that disagrees with the signer's digest`() {
        #expect(throws: SignatureScheme.Failure.disagreeingDigest(named: .sha1, implied: .sha256)) {
            try SignatureScheme(AlgorithmIdentifier(oid: .sha256WithRSA), digest: .sha1)
        }
    }

    @Test(arguments: [
        (OID.ecdsaPlainSHA384, SignatureScheme.ecdsa(digest: .sha384, isPlain: true)),
        (.ecdsaWithSHA512, .ecdsa(digest: .sha512, isPlain: false)), (.dsaWithSHA1, .dsa(digest: .sha1)),
        (.sha224WithRSA, .rsaPKCS1(digest: .sha224)),
    ])
    func `knows the algorithms that documents use`(oid: OID, scheme: SignatureScheme) throws {
        #expect(try SignatureScheme(AlgorithmIdentifier(oid: oid)) == scheme)
    }

    @Test
    func `names an algorithm it does not know`() {
        let md5WithRSA = OID(1, 2, 840, 113549, 1, 1, 4)
        #expect(throws: SignatureScheme.Failure.unknownAlgorithm(md5WithRSA)) {
            try SignatureScheme(AlgorithmIdentifier(oid: md5WithRSA))
        }
    }
}

@Suite("Revocation lists: RFC 5280 §5")
struct CertificateRevocationListTests {
    @Test(arguments: try RevocationListVector.published())
    func `finds revoked serial numbers however they are padded, and no others`(_ vector: RevocationListVector) throws {
        try vector.check()
    }

    @Test(arguments: try RevocationListVector.published())
    func `names a truncation at every byte`(_ vector: RevocationListVector) {
        for count in 0..<vector.list.bytes.count {
            #expect(throws: DecodingFailure.self) {
                try CertificateRevocationList(encoded: vector.list.bytes.prefix(count))
            }
        }
    }
}
