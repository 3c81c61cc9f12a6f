import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

/// One kind of genuine document, by the number of its case in TR-03105-5.1 where it has one.
struct GenuineKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let document: TestDocument

    init(_ name: String, _ change: (inout TestDocument) -> Void) {
        testDescription = name
        var document = TestDocument()
        change(&document)
        self.document = document
    }

    static let all: [GenuineKind] = rsa + curves + forms

    private static let hashes = HashAlgorithm.allCases

    private static var rsa: [GenuineKind] {
        hashes.flatMap { hash in
            [
                GenuineKind("LDS_H_01, 04–07: RSASSA-PKCS1 with \(hash)") {
                    ($0.signerKey, $0.signerAlgorithm, $0.options.groupDigest) = (TestKeys.rsa, .rsaPKCS1(hash), hash)
                },
                GenuineKind("LDS_H_79–83: rsaEncryption with \(hash)") {
                    ($0.signerKey, $0.signerAlgorithm, $0.options.groupDigest) = (TestKeys.rsa, .rsaPKCS1(hash), hash)
                    $0.options.namesKeyAlgorithmOnly = true
                },
                GenuineKind("LDS_H_02, 03, 94–96: RSASSA-PSS with \(hash)") {
                    $0.signerKey = TestKeys.rsa
                    $0.signerAlgorithm = .rsaPSS(hash, mgf1: hash, saltByteCount: hash.byteCount)
                    $0.options.groupDigest = hash
                },
            ]
        }
            + [0, 20, 64].map { salt in
                GenuineKind("RSASSA-PSS with SHA-256 and \(salt) bytes of salt, in certificates too") {
                    $0.signerKey = TestKeys.rsa
                    $0.cscaKey = TestKeys.rsa
                    $0.signerAlgorithm = .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: salt)
                    $0.cscaAlgorithm = .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: salt)
                }
            }
    }

    private static var curves: [GenuineKind] {
        hashes.flatMap { hash in
            [
                GenuineKind("LDS_H_09, 70–73: ECDSA with \(hash)") {
                    ($0.signerAlgorithm, $0.options.groupDigest) = (.ecdsa(hash, encoding: .der), hash)
                },
                GenuineKind("LDS_H_10–14: plain ECDSA with \(hash)") {
                    ($0.signerAlgorithm, $0.options.groupDigest) = (.ecdsa(hash, encoding: .plain), hash)
                },
            ]
        } + [
            GenuineKind("explicit parameters of brainpoolP384r1") {
                ($0.signerKey, $0.cscaKey, $0.hasExplicitParameters) = (TestKeys.brainpool, TestKeys.brainpool, true)
            },
            GenuineKind("explicit parameters of secp224r1") {
                ($0.signerKey, $0.hasExplicitParameters) = (TestKeys.secp224r1, true)
            },
        ]
    }

    private static var forms: [GenuineKind] {
        [
            GenuineKind("the default") { _ in },
            GenuineKind("LDS_H_74: data groups hashed with SHA-512, signed with SHA-256") {
                $0.options.groupDigest = .sha512
            },
            GenuineKind("LDS_H_75: certificate signed by RSA with SHA-384, object by ECDSA with SHA-256") {
                ($0.cscaKey, $0.cscaAlgorithm) = (TestKeys.rsa, .rsaPKCS1(.sha384))
            },
            GenuineKind("LDS_H_76: certificate signed by ECDSA with SHA-512, object by RSASSA-PSS with SHA-256") {
                $0.cscaAlgorithm = .ecdsa(.sha512, encoding: .der)
                $0.signerKey = TestKeys.rsa
                $0.signerAlgorithm = .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32)
            },
            GenuineKind("LDS_H_86: LDS 1.8") { $0.options.versions = .init() },
            GenuineKind("signer named by key identifier") { $0.options.signerIdentifier = .subjectKeyIdentifier },
            GenuineKind("no signing time") { $0.options.signingTime = nil },
            GenuineKind("negative serial number") { $0.signer.deviations = [.negativeSerialNumber] },
            GenuineKind("no list of document types") { $0.signer.deviations = [.withoutDocumentTypes] },
            GenuineKind("no subject key identifier in the CSCA certificate") {
                $0.csca.deviations = [.withoutSubjectKeyIdentifier]
            },
            GenuineKind("no basic constraints in the CSCA certificate") {
                $0.csca.deviations = [.withoutBasicConstraints]
            },
        ]
    }
}

@Suite("Passive Authentication of genuine documents: Doc 9303-11 §5.1")
struct GenuineDocumentTests {
    @Test(arguments: GenuineKind.all)
    func `accepts every kind of genuine document`(_ kind: GenuineKind) throws {
        let result = try kind.document.evaluate()

        #expect(result.failures == [])
        #expect(result.verdict == .accepted)
        #expect(result.trust == .trusted)
        #expect(result.dataGroups.map(\.group) == [.dg1, .dg2, .dg14])
        #expect(result.dataGroups.allSatisfy { $0.integrity == .identical })
        #expect(result.verifiedSOD?.trust == .trusted)
    }

    @Test(arguments: GenuineKind.all)
    func `leaves the issuer open without a country signing certificate, and nothing else`(_ kind: GenuineKind) throws {
        let result = try kind.document.evaluate(anchors: CSCAAnchors())

        #expect(result.failures == [])
        #expect(result.verdict == .undecided)
        #expect(result.trust == .undetermined)
        #expect(result.code(.issuerFound) == "noAnchor")
        #expect(result[.sodSignature]?.result == .successful)
        #expect(result.verifiedSOD?.trust == .undetermined)
        #expect(result.anchor == nil)
    }

    @Test(arguments: GenuineKind.all)
    func `rejects the same document with one byte of the portrait changed`(_ kind: GenuineKind) throws {
        var document = kind.document
        var portrait = try #require(document.groups[.dg2])
        portrait[100] ^= 0x01
        document.changes[.dataGroup(.dg2)] = .read(portrait)
        let result = try document.evaluate()

        #expect(result.failures == ["pa.dataGroup.DG2: differs"])
        #expect(result.integrity(.dg2) == .notIdentical)
        #expect(result.verdict == .rejected)
        #expect(result.verifiedSOD?.covers(.dg2, portrait) == false)
    }

    @Test(arguments: GenuineKind.all)
    func `rejects the same document with another signature`(_ kind: GenuineKind) throws {
        var document = kind.document
        document.options.deviations = [.brokenSignature]
        let result = try document.evaluate()

        #expect(result.failures == ["pa.sod.signature: signatureWrong"])
        #expect(result.verdict == .rejected)
        #expect(result.verifiedSOD == nil)
        #expect(result.signingTime == nil)
    }

    @Test(arguments: GenuineKind.all)
    func `rejects the same document from a signer that its issuer did not sign`(_ kind: GenuineKind) throws {
        var document = kind.document
        document.signer.deviations.insert(.brokenSignature)
        let result = try document.evaluate()

        #expect(result.failures == ["pa.documentSigner.signature: signatureWrong", "pa.issuer.trust: notTrusted"])
        #expect(result.trust == .notTrusted)
        #expect(result.verifiedSOD?.trust == .notTrusted)
    }

    @Test
    func `makes the same checks for every document, in the same order`() throws {
        let without = PassiveAuthentication(anchors: CSCAAnchors(), at: TestDocument.day(2026))
            .evaluate(ChipReading(startedAt: TestDocument.day(2026)))
        let with = try TestDocument().evaluate()
        let groups = Set(DataGroup.allCases.map(CheckID.dataGroupIntegrity))
        #expect(without.findings.map(\.id) == with.findings.map(\.id).filter { !groups.contains($0) })
        #expect(Set(with.findings.map(\.id)).count == with.findings.count)
        #expect(without.verdict == .undecided)
        #expect(without.findings.allSatisfy { $0.result != .successful })
    }

    @Test
    func `describes the signer and its issuer`() throws {
        let document = TestDocument()
        let csca = try document.cscaCertificate()
        let result = try document.evaluate(anchors: CSCAAnchors([csca]))

        #expect(result.signer?.subject == "C=UT, O=Ministry of Utopia, CN=Document Signer 1")
        #expect(result.signer?.issuer == "C=UT, O=Ministry of Utopia, CN=CSCA Utopia")
        #expect(result.signer?.serialNumber == "2A")
        #expect(result.signer?.signatureAlgorithm == "ECDSA with SHA-256")
        #expect(result.signer?.country == "UT")
        #expect(result.anchor?.subject == csca.subject.description)
        #expect(result.anchor?.sha256 == HashAlgorithm.sha256.hash(csca.encoded))
        #expect(result.anchor?.notAfter == TestDocument.day(2035))
        #expect(result.signingTime == TestDocument.day(2024, 6, 1))
        #expect(result.quirks == [])
    }

    @Test
    func `vouches for what the signer lists and for nothing else`() throws {
        let document = TestDocument()
        let sod = try #require(try document.evaluate().verifiedSOD)
        let file = try #require(document.groups[.dg14])

        #expect(sod.covers(.dg14, file))
        #expect(sod.covers(.dg14, file + [0x00, 0x00]), "padding of the file is not hashed")
        #expect(!sod.covers(.dg14, file.dropLast() + [0x01]))
        #expect(!sod.covers(.dg2, file))
        #expect(!sod.covers(.dg15, file))
        #expect(sod.lists(.dg14))
        #expect(!sod.lists(.dg15))
    }
}
