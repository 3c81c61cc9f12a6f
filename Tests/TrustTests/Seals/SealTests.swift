import Conformance
import Cryptography
import Issuing
import PKI
import Seals
import Standards
import TestSupport
import Testing
import Trust

@Suite("Trust: visible digital seals, Doc 9303-13 §2 and VDS-NC")
struct SealTests {
    static let kinds = CertificateProfile.SealKind.allCases
    static let policies: [TrustPolicy] = [.strict, .operational, .archive]

    @Test(arguments: kinds, policies)
    func `accepts what a trusted signer signed`(kind: CertificateProfile.SealKind, policy: TrustPolicy) throws {
        let result = try TestSeal(kind).evaluate(policy)
        #expect(result.verdict == .accepted && result.open == [:])
        #expect(result.signer?.serialNumber == "5B" && result.anchor?.country == "UT")
        #expect(result.checks.map(\.finding.id.rawValue).allSatisfy { $0.hasPrefix("seal.") })
        #expect(!result.checks.contains { "\($0)".contains("document signer") })
    }

    @Test(arguments: [EllipticCurve.secp224r1, .brainpoolP224r1, .brainpoolP384r1, .secp521r1, .brainpoolP512r1])
    func `takes the hash that goes with the curve`(curve: EllipticCurve) throws {
        var seal = try TestSeal()
        seal.signerKey = try PrivateKey.generateEC(curve: curve)
        #expect(try seal.evaluate().verdict == .accepted)
    }

    @Test(arguments: [EllipticCurve.secp384r1, .secp521r1, .brainpoolP256r1])
    func `takes the algorithm that a seal in JSON names`(curve: EllipticCurve) throws {
        var seal = try TestSeal(.nonConstrained)
        seal.signerKey = try PrivateKey.generateEC(curve: curve)
        #expect(try seal.evaluate().verdict == .accepted)
    }

    @Test(arguments: try SealChainVector.published())
    func `accepts published seals on the published certificates of their state`(_ vector: SealChainVector) throws {
        try vector.check()
    }

    @Test(arguments: try ConstrainedSealVector.published())
    func `leaves published seals open for which there is no issuer, and fails none`(
        _ vector: ConstrainedSealVector
    ) throws {
        let seal = VisibleDigitalSeal.constrained(try ConstrainedSeal(encoded: vector.encoded.bytes))
        let result = PassiveAuthentication(anchors: CSCAAnchors(), at: TestDocument.day(2027)).evaluateSeal(seal)
        #expect(result.verdict == .undecided)
        #expect(result.open["seal.signer.found"] == "open: noSealSigner")
    }

    // MARK: What is not known

    @Test(arguments: kinds) func `leaves open what an unknown issuer signed`(kind: CertificateProfile.SealKind) throws {
        let result = try TestSeal(kind).evaluate(anchors: CSCAAnchors())
        #expect(result.verdict == .undecided)
        #expect(result.open.values.allSatisfy { $0.hasPrefix("open") })
        #expect(result.open["seal.issuer.found"] == "open: noAnchor")
        #expect(result[.sealSignature]?.result == .successful)
    }

    @Test func `leaves open what an unknown signer signed`() throws {
        var seal = try TestSeal()
        seal.knowsSigner = false
        let result = try seal.evaluate()
        #expect(result.verdict == .undecided && result.open["seal.signature"] == "open: noSigner")
        #expect(result.open.values.allSatisfy { $0.hasPrefix("open") })
    }

    @Test func `finds the signer of a seal in JSON that leaves its certificate out`() throws {
        var seal = try TestSeal(.nonConstrained)
        seal.message.deviations = [.withoutCertificate]
        #expect(try seal.evaluate().verdict == .accepted)
        seal.knowsSigner = false
        #expect(try seal.evaluate().open["seal.signer.found"] == "open: noSealSigner")
        seal.knowsSigner = true
        seal.signer.subject = DirectoryName(country: "DE", commonName: "VS")
        #expect(try seal.evaluate().open["seal.signer.found"] == "open: noSealSigner", "of another state")
    }

    @Test(arguments: [TestKeys.csca, TestKeys.other])
    func `makes no forgery of a seal for a certificate that somebody put beside it`(forger: PrivateKey) throws {
        let genuine = try TestSeal()
        var fake = genuine
        (fake.signerKey, fake.issuer.cscaKey) = (TestKeys.other, forger)
        func evaluate(_ signers: [Certificate]) throws -> SealResult {
            let csca = try genuine.issuer.cscaCertificate()
            return PassiveAuthentication(
                anchors: CSCAAnchors([csca]), at: genuine.time, documentSigners: signers
            ).evaluateSeal(try genuine.seal())
        }
        let certificate = try fake.signerCertificate()
        // The key of the state says of one of them that it is the signer.
        let isAnchored =
            forger.subjectPublicKeyInfo(explicitParameters: false)
            == genuine.issuer.cscaKey
            .subjectPublicKeyInfo(explicitParameters: false)
        let result = try evaluate([certificate])
        #expect(result.verdict == (isAnchored ? .rejected : .undecided))
        #expect(result.open["seal.signer.found"] == (isAnchored ? nil : "open: otherSignerAtHand"))
        #expect(result.open.values.contains("failed: signatureWrong") == isAnchored)
        let both = try evaluate([certificate, genuine.signerCertificate()])
        #expect(both[.sealSignature]?.result == .successful)
    }

    @Test(arguments: [DirectoryName(country: "UT", commonName: "XS"), DirectoryName(country: "DE", commonName: "VS")])
    func `takes no certificate of another name for the signer's`(subject: DirectoryName) throws {
        var seal = try TestSeal()
        seal.signer.subject = subject
        #expect(try seal.evaluate().open["seal.signer.found"] == "open: noSealSigner")
    }

    // MARK: What is wrong

    @Test(arguments: kinds, [SealDeviation.brokenSignature, .changedContent, .derSignature])
    func `rejects what was changed after signing`(kind: CertificateProfile.SealKind, deviation: SealDeviation) throws {
        var seal = try TestSeal(kind)
        seal.contents.deviations = [deviation]
        seal.message.deviations = [deviation]
        let result = try seal.evaluate()
        #expect(result.verdict == .rejected && result.open["seal.signature"] == "failed: signatureWrong")
    }

    @Test func `rejects a certificate that the state's key did not sign`() throws {
        var seal = try TestSeal()
        let csca = try seal.issuer.cscaCertificate()
        seal.signer.authorityKeyIdentifier = csca.subjectKeyIdentifier
        seal.issuer.cscaKey = TestKeys.other
        let result = try seal.evaluate(anchors: CSCAAnchors([csca]))
        #expect(result.verdict == .rejected && result.open["seal.signer.signature"]?.hasPrefix("failed") == true)
    }

    @Test func `rejects a feature that is there twice, and one that is not of its kind`() throws {
        var seal = try TestSeal()
        seal.contents.deviations = [.repeatedFeature]
        #expect(try seal.evaluate().open == ["seal.content": "failed: repeatedFeature"])
        seal.contents.deviations = []
        seal.contents.features[1].value = [90]
        #expect(try seal.evaluate().open == ["seal.content": "failed: malformedFeature"])
    }

    @Test func `rejects a seal that says it is a test`() throws {
        var seal = try TestSeal()
        seal.contents.certificateReference = "00"
        #expect(try seal.evaluate().open["seal.content"] == "failed: testSeal")
    }

    @Test func `names a reference that is not the serial number`() throws {
        var seal = try TestSeal()
        seal.contents.certificateReference = "5C"
        let result = try seal.evaluate()
        #expect(result.verdict == .accepted && result.quirks.map(\.name) == ["seal-reference-differs"])
        #expect(try seal.evaluate(.strict).open == ["seal.signer.found": "failed: sealReferenceDiffers"])
    }

    @Test(arguments: kinds) func `takes a key for nothing but its purpose`(kind: CertificateProfile.SealKind) throws {
        var seal = try TestSeal(kind)
        seal.signer.deviations = [.wrongExtendedKeyUsage]
        #expect(try seal.evaluate().open == ["seal.signer.purpose": "failed: otherPurpose"])
        seal.signer.deviations = [.withoutExtendedKeyUsage]
        #expect(try seal.evaluate().open == ["seal.signer.purpose": "open: sealPurposeMissing"])
        #expect(try seal.evaluate(.strict).open == ["seal.signer.purpose": "failed: sealPurposeMissing"])
    }

    @Test func `takes no signer of the other kind of seals`() throws {
        let json = try TestSeal(.nonConstrained)
        var seal = try TestSeal()
        let bytes = try seal.seal()
        seal.signer.role = json.signer.role
        #expect(try seal.evaluate(seal: bytes).open["seal.signer.purpose"] == "failed: otherPurpose")
    }

    /// Extensions that say the key is for something else, and what becomes of it under `strict`.
    static let uses: [(CertificateProfile.Extension, String)] = [
        (.init(.keyUsage, isCritical: true, value: [0x03, 0x02, 0x02, 0x04]), "failed: notForSignatures"),
        (.init(.basicConstraints, isCritical: true, value: [0x30, 0x03, 0x01, 0x01, 0xFF]), "failed: authoritySigner"),
    ]

    @Test(arguments: uses) func `takes no key that signs certificates`(
        _ use: (entry: CertificateProfile.Extension, code: String)
    ) throws {
        var seal = try TestSeal()
        seal.signer.otherExtensions = [use.entry]
        #expect(try seal.evaluate(.strict).open == ["seal.signer.purpose": use.code])
    }

    @Test func `takes no certificate with a critical extension that nobody knows`() throws {
        var seal = try TestSeal()
        seal.signer.deviations = [.unknownCriticalExtension]
        #expect(try seal.evaluate().open == ["seal.signer.extensions": "failed: unknownCriticalExtension"])
    }

    @Test func `takes a signer for the types of its certificate`() throws {
        var seal = try TestSeal()
        seal.signer.role = .sealSigner(.constrained, documentTypes: ["V"])
        #expect(try seal.evaluate().open == [:])
        seal.signer.role = .sealSigner(.constrained, documentTypes: ["P", "ID"])
        #expect(try seal.evaluate().open == ["seal.signer.documentType": "failed: otherDocumentType"])
        seal.contents.features.removeFirst()
        #expect(try seal.evaluate().open == ["seal.signer.documentType": "open: noDocumentCode"])
        var json = try TestSeal(.nonConstrained)
        json.signer.role = .sealSigner(.nonConstrained, documentTypes: ["P"])
        #expect(try json.evaluate().open == ["seal.signer.documentType": "failed: otherDocumentType"])
    }

    @Test func `takes a signer for its own state`() throws {
        var seal = try TestSeal()
        seal.contents.issuingCountry = "FRA"
        #expect(try seal.evaluate().open == ["seal.issuingState": "failed: otherState"])
        seal.contents.issuingCountry = "QQQ"
        #expect(try seal.evaluate().open == ["seal.issuingState": "open: unknownState"])
        var json = try TestSeal(.nonConstrained)
        json.message.issuer = "FRA"
        #expect(try json.evaluate().open == ["seal.issuingState": "failed: otherState"])
    }

    @Test func `takes no date in the future, and asks when the key was in use`() throws {
        var seal = try TestSeal()
        seal.contents.signatureCreationDate = TestDocument.day(2026, 1, 3)
        #expect(try seal.evaluate().open == ["seal.dates": "failed: signedInFuture"])
        seal.contents.signatureCreationDate = TestDocument.day(2026, 1, 2)
        #expect(try seal.evaluate().open == [:])
        seal.contents.documentIssueDate = TestDocument.day(2026, 1, 3)
        #expect(try seal.evaluate().open == ["seal.dates": "failed: issuedInFuture"])
        seal.contents.documentIssueDate = TestDocument.day(2025)
        seal.contents.signatureCreationDate = TestDocument.day(2023, 12, 31)
        #expect(try seal.evaluate().open == ["seal.dates": "open: signingTimeOutside"])
        seal.contents.signatureCreationDate = TestDocument.day(2024, 1, 1)
        #expect(try seal.evaluate().open == [:])
        seal.time = TestDocument.day(2028)
        seal.contents.signatureCreationDate = TestDocument.day(2027, 1, 2)
        #expect(try seal.evaluate().open["seal.dates"] == "open: signingTimeOutside")
    }

    @Test func `rejects a document that is over as documents are, and leaves it open where nobody vouches for it`()
        throws
    {
        var seal = try TestSeal()
        seal.contents.features[0] = try .zone(
            2, TestSeal.zone([TestSeal.visaLines[0], TestSeal.visaLines[1].replacing("3912313", with: "2512316")]))
        for policy in [TrustPolicy.operational, .strict] {
            #expect(try seal.evaluate(policy).open == ["seal.expiry": "failed: documentExpired"])
        }
        let result = try seal.evaluate()
        #expect(result[.sealExpiry]?.result.reason?.text == "the visa is over since 2025-12-31")
        #expect(try seal.evaluate(.archive).verdict == .accepted, "the archive holds what was valid once")
        seal.time = TestDocument.day(2025, 12, 31)
        #expect(try seal.evaluate().verdict == .accepted, "it holds on its last day")
        seal.time = TestDocument.day(2026)
        #expect(try seal.evaluate(anchors: CSCAAnchors()).open["seal.expiry"] == "open: documentExpired")
        seal.contents.deviations = [.brokenSignature]
        #expect(try seal.evaluate().open["seal.expiry"] == "open: documentExpired")
    }

    @Test func `cannot say whether a document is over that has no whole date, and asks where there is none`() throws {
        var seal = try TestSeal()
        seal.contents.features[0] = try .zone(
            2, TestSeal.zone([TestSeal.visaLines[0], TestSeal.visaLines[1].replacing("3912313", with: "3913316")]))
        #expect(try seal.evaluate().open == ["seal.expiry": "open: expiryUnknown"])
        seal.contents.features.removeFirst()
        #expect(try seal.evaluate()[.sealExpiry]?.result.reason?.code == "noExpiry")
        #expect(try TestSeal(.nonConstrained).evaluate()[.sealExpiry]?.result.reason?.code == "noExpiry")
    }

    @Test func `speaks of the certificate of the seal's signer`() throws {
        var seal = try TestSeal()
        seal.knowsSigner = false
        let texts = try seal.evaluate().checks.compactMap(\.finding.result.reason?.text)
        #expect(texts.contains("the certificate of the seal's signer is not known"))
        #expect(!texts.contains { $0.contains("signer of the seal certificate") })
    }

    @Test func `judges certificates now, and in the archive as of the signature`() throws {
        var seal = try TestSeal()
        seal.time = TestDocument.day(2028)
        #expect(try seal.evaluate().open == ["seal.signer.validity": "failed: expired"])
        #expect(try seal.evaluate(.archive).verdict == .accepted)
        seal.contents.deviations = [.brokenSignature]
        #expect(
            try seal.evaluate(.archive).open["seal.signer.validity"] == "failed: expired",
            "what is signed wrongly says nothing of its time")
    }

    @Test func `counts for what a policy of one's own says of seals`() throws {
        var seal = try TestSeal()
        seal.revoked = nil
        let text = #"{"name": "desk", "obligations": {"seal.signer.revocation": "mandatory"}}"#
        let policy = try TrustPolicy(file: Array(text.utf8), checks: [.sealSignerRevocation])
        #expect(try seal.evaluate(policy).open == ["seal.signer.revocation": "open: noCRL"])
    }

    @Test func `rejects a revoked signer, and wants a list under strict`() throws {
        var seal = try TestSeal()
        seal.revoked = [[0x5B]]
        #expect(try seal.evaluate().open == ["seal.signer.revocation": "failed: revoked"])
        seal.revoked = nil
        #expect(try seal.evaluate().verdict == .accepted)
        #expect(try seal.evaluate(.strict).open == ["seal.signer.revocation": "open: noCRL"])
    }

    @Test func `takes no key but one for ECDSA`() throws {
        var seal = try TestSeal()
        let bytes = try seal.seal()
        seal.signerKey = TestKeys.rsa
        #expect(try seal.evaluate(seal: bytes).open["seal.signature"] == "failed: notECDSA")
    }

    // MARK: Algorithms of seals in JSON

    @Test func `names an algorithm that is written in another way`() throws {
        var seal = try TestSeal(.nonConstrained)
        seal.message.deviations = [.spacedAlgorithm]
        let result = try seal.evaluate()
        #expect(result.verdict == .accepted && result.quirks.map(\.name) == ["seal-algorithm-name"])
        #expect(try seal.evaluate(.strict).open == ["seal.signature": "failed: sealAlgorithmName"])
    }

    @Test func `takes no algorithm that does not go with the key, and none that it does not know`() throws {
        var seal = try TestSeal(.nonConstrained)
        seal.message.deviations = [.otherAlgorithm]
        #expect(try seal.evaluate().open == ["seal.signature": "failed: otherCurve"])
        seal.message.deviations = []
        guard case .nonConstrained(let sound) = try seal.seal() else { return }
        let text = String(decoding: sound.encoded, as: UTF8.self).replacing("\"ES256\"", with: "\"RS256\"")
        let unknown = VisibleDigitalSeal.nonConstrained(try NonConstrainedSeal(json: Array(text.utf8)))
        #expect(try seal.evaluate(seal: unknown).open == ["seal.signature": "open: unknownAlgorithm"])
    }
}
