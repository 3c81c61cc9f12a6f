import AccessControl
import Conformance
import Cryptography
import PKI
import Standards
import TestSupport
import Testing

@Suite("Chains of card verifiable certificates: TR-03110-3 §2.6, C.4, D.3.3")
struct CVCertificateChainTests {
    let world: CVWorld
    let today: CVDate

    init() throws {
        world = try CVWorld()
        today = try #require(CVDate(year: 2026, month: 6, day: 15))
    }

    private func reference(_ text: String) throws -> CertificateReference { try #require(CertificateReference(text)) }

    private func chain(
        _ certificates: [CVCertificate], to terminal: CVCertificate, from trustPoints: [String] = ["UTCVCA00001"],
        at today: CVDate? = nil
    ) throws -> CVCertificateChain {
        try CVCertificateChain(
            to: terminal, from: trustPoints.map(reference), certificates: certificates, at: today ?? self.today)
    }

    @Test(arguments: try TerminalAuthenticationVector.published())
    func `verifies the printed chain and refuses it with one byte of a signature changed`(
        _ vector: TerminalAuthenticationVector
    ) throws {
        #expect(try vector.chain().certificates.count == 2)
        for index in 1...2 {
            var changed = try vector.decoded
            var bytes = changed[index].encoded
            bytes[bytes.count - 1] ^= 1
            changed[index] = try CVCertificate(encoded: bytes)
            #expect(throws: CVCertificateFault.wrongSignature(changed[index].holderReference)) {
                try vector.chain(changed)
            }
        }
    }

    // MARK: Ways

    @Test
    func `goes over an expired link from the old authority, and without it from the new one`() throws {
        let terminal = try world.terminalCertificate
        let pool = try [terminal, world.verifierCertificate, world.secondRoot, world.link, world.root].shuffled()
        let long = try chain(pool, to: terminal)
        #expect(long.description == "UTCVCA00001 → UTCVCA00002 → UTDVUT00001 → UTISUT00001")
        #expect(long.certificates.map(\.authorization.role) == [.cvca, .domesticDV, .terminal])
        let short = try chain(pool, to: terminal, from: ["UTCVCA00002", "UTCVCA00001"])
        #expect(short.certificates.map(\.holderReference.description) == ["UTDVUT00001", "UTISUT00001"])
        #expect(short.unverifiedHolders.isEmpty)
        #expect(short.authorization.bytes == [0x03])
        #expect(short.terminal == terminal)
    }

    @Test
    func `takes the key of an authority from a link where its own certificate is missing`() throws {
        let terminal = try world.terminalCertificate
        let other = try CVAuthority("UTCVCA00002")
        let pool = try [
            world.verifierCertificate, world.first.certify(world.second, rights: 0xC1, withParameters: true),
        ]
        let found = try chain(pool, to: terminal, from: ["UTCVCA00002"])
        #expect(found.unverifiedHolders.isEmpty)
        #expect(found.authorization.bytes == [0x01])
        let foreign = try [world.verifierCertificate, world.first.certify(other, rights: 0xC3, withParameters: true)]
        #expect(throws: CVCertificateFault.wrongSignature(try reference("UTDVUT00001"))) {
            try chain(foreign, to: terminal, from: ["UTCVCA00002"])
        }
    }

    @Test
    func `says which certificates the chip alone can verify where no key of the authority is at hand`() throws {
        let terminal = try world.terminalCertificate
        let found = try chain([world.verifierCertificate], to: terminal, from: ["UTCVCA00002"])
        #expect(found.unverifiedHolders.map(\.description) == ["UTDVUT00001", "UTISUT00001"])
    }

    @Test
    func `finds no way from an authority that the certificates do not reach`() throws {
        let terminal = try world.terminalCertificate
        let pool = try [world.verifierCertificate, world.secondRoot]
        #expect(throws: CVCertificateFault.noPath(from: [try reference("UTCVCA00009")])) {
            try chain(pool, to: terminal, from: ["UTCVCA00009"])
        }
        #expect(throws: CVCertificateFault.noPath(from: [])) { try chain(pool, to: terminal, from: []) }
        #expect(throws: CVCertificateFault.noPath(from: [try reference("UTCVCA00002")])) {
            try chain([], to: terminal, from: ["UTCVCA00002"])
        }
    }

    @Test
    func `ends its search where certificates lead in a circle or go on for ever`() throws {
        let terminal = try world.terminalCertificate
        let circle = try [
            world.first.certify(world.second, rights: 0xC3), world.second.certify(world.first, rights: 0xC3),
            world.verifierCertificate,
        ]
        #expect(throws: CVCertificateFault.self) { try chain(circle, to: terminal, from: ["UTCVCA00009"]) }
        let many = try (0..<20).flatMap { _ in
            try [world.first.certify(world.second, rights: 0xC3), world.second.certify(world.first, rights: 0xC3)]
        }
        #expect(throws: CVCertificateFault.self) {
            try chain(many + [world.verifierCertificate], to: terminal, from: ["UTCVCA00009"])
        }
    }

    @Test
    func `takes another way where the first one is not right`() throws {
        let terminal = try world.terminalCertificate
        let broken = try world.second.certify(world.verifier, rights: 0x83) { $0[0] ^= 1 }
        let found = try chain(
            [broken, world.verifierCertificate, world.secondRoot], to: terminal, from: ["UTCVCA00002"])
        #expect(found.certificates.first == (try? world.verifierCertificate) || found.certificates.first != broken)
        #expect(throws: CVCertificateFault.wrongSignature(try reference("UTDVUT00001"))) {
            try chain([broken, world.secondRoot], to: terminal, from: ["UTCVCA00002"])
        }
    }

    // MARK: Roles

    @Test
    func `refuses a terminal or a document verifier that none of its role may certify`() throws {
        let root = try world.secondRoot
        let byRoot = try world.second.certify(world.terminal, rights: 0x03)
        #expect(throws: CVCertificateFault.wrongRole(byRoot.holderReference)) {
            try chain([root], to: byRoot, from: ["UTCVCA00002"])
        }
        let other = try CVAuthority("UTDVXX00002")
        let byVerifier = try world.verifier.certify(other, rights: 0x83)
        let below = try other.certify(world.terminal, rights: 0x03)
        #expect(throws: CVCertificateFault.wrongRole(byVerifier.holderReference)) {
            try chain([root, world.verifierCertificate, byVerifier], to: below, from: ["UTCVCA00002"])
        }
        let authority = try world.verifier.certify(other, rights: 0xC3)
        #expect(throws: CVCertificateFault.wrongRole(authority.holderReference)) {
            try chain([root, world.verifierCertificate, authority], to: below, from: ["UTCVCA00002"])
        }
        let foreign = try world.second.certify(world.verifier, rights: 0x43)
        #expect(throws: Never.self) {
            try chain([root, foreign], to: world.terminalCertificate, from: ["UTCVCA00002"])
        }
    }

    @Test
    func `refuses a document verifier or a terminal that bears the name of an authority above it`() throws {
        let (root, verifier) = try (world.secondRoot, world.verifierCertificate)
        let named = try CVAuthority("UTCVCA00002")
        for other in [
            try world.second.certify(named, rights: 0x83), try world.second.certify(named, rights: 0x43),
            try world.verifier.certify(named, rights: 0x03), try world.verifier.certify(world.verifier, rights: 0x03),
        ] {
            #expect(throws: CVCertificateFault.wrongRole(other.holderReference)) {
                try chain([root, verifier], to: other, from: ["UTCVCA00002"])
            }
        }
    }

    // MARK: Rights

    @Test(arguments: [
        (UInt8(0xC3), UInt8(0x83), UInt8(0x03), UInt8(0x03)), (0xC1, 0x83, 0x03, 0x01), (0xC3, 0x82, 0x03, 0x02),
        (0xC3, 0x83, 0x01, 0x01), (0xC1, 0x82, 0x03, 0x00), (0xC0, 0x83, 0x03, 0x00),
    ])
    func `grants what every certificate grants`(root: UInt8, verifier: UInt8, terminal: UInt8, common: UInt8) throws {
        let pool = try [
            world.second.certify(world.second, rights: root, withParameters: true),
            world.second.certify(world.verifier, rights: verifier),
        ]
        let found = try chain(
            pool, to: world.verifier.certify(world.terminal, rights: terminal), from: ["UTCVCA00002"])
        #expect(found.authorization.bytes == [common])
    }

    @Test
    func `grants nothing where a certificate is for another kind of terminal`() throws {
        let pool = try [world.secondRoot, world.second.certify(world.verifier, rights: 0x83, type: .idAT)]
        let found = try chain(pool, to: world.terminalCertificate, from: ["UTCVCA00002"])
        #expect(!found.authorization.grantsDG3)
    }

    // MARK: Days

    @Test
    func `refuses a document verifier or a terminal that is expired or not yet valid, and no link`() throws {
        let root = try world.secondRoot
        let (verifier, terminal) = try (world.verifierCertificate, world.terminalCertificate)
        let old = try world.second.certify(world.verifier, rights: 0x83, until: "260614")
        #expect(throws: CVCertificateFault.expired(old.holderReference, on: old.expirationDate)) {
            try chain([root, old], to: terminal, from: ["UTCVCA00002"])
        }
        let last = try world.second.certify(world.verifier, rights: 0x83, until: "260615")
        #expect(throws: Never.self) { try chain([root, last], to: terminal, from: ["UTCVCA00002"]) }
        let over = try world.verifier.certify(world.terminal, rights: 0x03, until: "260101")
        #expect(throws: CVCertificateFault.expired(over.holderReference, on: over.expirationDate)) {
            try chain([root, verifier], to: over, from: ["UTCVCA00002"])
        }
        let early = try world.verifier.certify(world.terminal, rights: 0x03, from: "260616")
        #expect(throws: CVCertificateFault.notYetValid(early.holderReference, until: early.effectiveDate)) {
            try chain([root, verifier], to: early, from: ["UTCVCA00002"])
        }
        let link = try world.link
        #expect(link.expirationDate < today)
        #expect(throws: Never.self) { try chain([world.root, link, verifier], to: terminal) }
        #expect(throws: Never.self) {
            try CVCertificateChain(
                to: over, from: [reference("UTCVCA00002")], certificates: [root, verifier], at: nil)
        }
    }

    // MARK: Domain parameters

    @Test
    func `does not use domain parameters of a document verifier's certificate`() throws {
        // The verifier's key is on another curve than the authority's, with parameters of its own.
        let other = try CVAuthority("UTDVUT00001", ecdsa: .secp256r1)
        let own = try world.second.certify(other, rights: 0x83, withParameters: true)
        let terminal = try other.certify(world.terminal, rights: 0x03)
        #expect(throws: CVCertificateFault.self) {
            try chain([world.secondRoot, own], to: terminal, from: ["UTCVCA00002"])
        }
        // The same parameters as the authority's do no harm.
        let same = try world.second.certify(world.verifier, rights: 0x83, withParameters: true)
        #expect(throws: Never.self) {
            try chain([world.secondRoot, same], to: world.terminalCertificate, from: ["UTCVCA00002"])
        }
    }

    @Test
    func `goes over to the domain parameters that a link brings`() throws {
        let second = try CVAuthority("UTCVCA00002", ecdsa: .secp384r1, hash: 4)
        let verifier = try CVAuthority("UTDVUT00001", ecdsa: .secp384r1, hash: 4)
        let terminal = try verifier.certify(world.terminal, rights: 0x03)
        let link = try world.first.certify(second, rights: 0xC3, withParameters: true)
        let found = try chain([world.root, link, second.certify(verifier, rights: 0x83)], to: terminal)
        #expect(found.unverifiedHolders.isEmpty)
        let without = try world.first.certify(second, rights: 0xC3)
        #expect(throws: CVCertificateFault.self) {
            try chain([world.root, without, second.certify(verifier, rights: 0x83)], to: terminal)
        }
    }

    // MARK: Keys

    @Test(arguments: [2, 4, 5, 6] as [UInt8])
    func `verifies RSA certificates`(scheme: UInt8) throws {
        let root = try CVAuthority("UTCVCA00002", rsa: scheme)
        let verifier = try CVAuthority("UTDVUT00001", rsa: scheme)
        let terminal = try verifier.certify(world.terminal, rights: 0x03)
        let pool = try [root.certify(root, rights: 0xC3), root.certify(verifier, rights: 0x83)]
        #expect(try chain(pool, to: terminal, from: ["UTCVCA00002"]).unverifiedHolders.isEmpty)
        let forged = try verifier.certify(world.terminal, rights: 0x03) { $0[100] ^= 1 }
        #expect(throws: CVCertificateFault.wrongSignature(terminal.holderReference)) {
            try chain(pool, to: forged, from: ["UTCVCA00002"])
        }
    }

    @Test
    func `names an algorithm that is not known`() throws {
        var odd = try CVAuthority("UTCVCA00002", hash: 9)
        odd.parameters = world.second.parameters
        let pool = try [
            odd.certify(odd, rights: 0xC3, withParameters: true), odd.certify(world.verifier, rights: 0x83),
        ]
        #expect(throws: CVCertificateFault.unknownAlgorithm(try reference("UTCVCA00002"), odd.identifier)) {
            try chain(pool, to: world.terminalCertificate, from: ["UTCVCA00002"])
        }
    }

    @Test
    func `tells each fault in words, under a stable code`() throws {
        let holder = try reference("UTDVUT00001")
        let faults: [CVCertificateFault] = [
            .noPath(from: [holder]), .noPath(from: []), .wrongSignature(holder), .wrongRole(holder),
            .expired(holder, on: today), .notYetValid(holder, until: today), .unknownAlgorithm(holder, .idTA),
            .unusableKey(holder, .algorithmDoesNotFitKey),
        ]
        #expect(Set(faults.map(\.reason.code)).count == 7)
        #expect(faults.allSatisfy { $0.reason.text.hasSuffix(".") })
        #expect(faults.allSatisfy { $0 == .noPath(from: []) || $0.reason.text.contains("UTDVUT00001") })
    }
}
