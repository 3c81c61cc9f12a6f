import AccessControl
import Conformance
import Cryptography
import PKI
import TestSupport
import Testing

@Suite("Signatures of card verifiable certificates one by one: TR-03110-3 C.1, C.2, D.3.3")
struct CVKeyRingTests {
    /// The worked examples of BSI: authority, document verifier and terminal of each.
    static func examples() throws -> [[CVCertificate]] {
        let vectors = try CVCertificateVector.published().filter { $0.expect == nil }
        return try ["ECDH,", "DH,"].map { name in
            try vectors.filter { $0.id.hasPrefix(name) }.map { try CVCertificate(encoded: $0.certificate.bytes) }
        }
    }

    @Test(arguments: try examples())
    func `verifies every printed certificate by the one above it, in any order`(_ certificates: [CVCertificate]) throws
    {
        try #require(certificates.count == 3)
        let keys = CVKeyRing(certificates.reversed())
        for certificate in certificates {
            #expect(keys.verify(certificate) == .valid(by: certificate.authorityReference))
            #expect(throws: Never.self) { try keys.publicKey(of: certificate) }
        }
    }

    @Test(arguments: try examples())
    func `tells a wrong signature from a key that is not at hand`(_ certificates: [CVCertificate]) throws {
        let (root, verifier, terminal) = (certificates[0], certificates[1], certificates[2])
        for certificate in certificates {
            var bytes = certificate.encoded
            bytes[bytes.count - 1] ^= 1
            let changed = try CVCertificate(encoded: bytes)
            #expect(CVKeyRing(certificates).verify(changed) == .invalid(by: certificate.authorityReference))
        }
        #expect(CVKeyRing([root]).verify(terminal) == .keyNotAtHand(of: verifier.holderReference))
        #expect(CVKeyRing([]).verify(root) == .valid(by: root.holderReference))
        #expect(CVKeyRing([terminal]).verify(verifier) == .keyNotAtHand(of: root.holderReference))
    }

    @Test func `needs the authority for the domain parameters of those below`() throws {
        let certificates = try #require(try Self.examples().first)
        let (verifier, terminal) = (certificates[1], certificates[2])
        let keys = CVKeyRing([verifier])
        #expect(keys.verify(terminal) == .keyNotAtHand(of: verifier.holderReference))
        #expect(throws: CryptographyError.unknownCurve(nil)) { try keys.publicKey(of: terminal) }
        #expect(try CVKeyRing(certificates).publicKey(of: terminal).curve == .brainpoolP512r1)
    }

    @Test func `finds the right one of two keys of one name`() throws {
        let (first, second) = (try #require(try Self.examples().first), try CVAuthority("DECVCAAT00001"))
        let impostor = try second.certify(second, rights: 0xC3, withParameters: true)
        let keys = CVKeyRing([impostor] + first)
        #expect(keys.verify(first[0]) == .valid(by: first[0].holderReference))
        #expect(CVKeyRing([impostor]).verify(first[1]) == .invalid(by: first[0].holderReference))
    }

    @Test func `takes no curve from below the authority, since anybody can choose one`() throws {
        let (root, verifier) = (
            try CVAuthority("UTCVCA00001"), try CVAuthority("UTDVAA00001", ecdsa: .secp256r1)
        )
        let top = try root.certify(root, rights: 0xC3, withParameters: true)
        let below = try root.certify(verifier, rights: 0x83, withParameters: true)
        #expect(CVKeyRing([top]).verify(below) == .valid(by: top.holderReference))
        #expect(throws: CryptographyError.self) { try CVKeyRing([top]).publicKey(of: below) }
        #expect(throws: CryptographyError.unknownCurve(nil)) { try CVKeyRing([]).publicKey(of: below) }
    }

    @Test func `does not run in circles`() throws {
        let (one, other) = (try CVAuthority("UTDVAA00001"), try CVAuthority("UTDVBB00001"))
        let circle = [try one.certify(other, rights: 0x83), try other.certify(one, rights: 0x83)]
        for certificate in circle {
            #expect(
                CVKeyRing(circle).verify(certificate) == .keyNotAtHand(of: certificate.authorityReference))
        }
    }
}
