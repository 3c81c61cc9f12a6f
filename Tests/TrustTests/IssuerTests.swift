import ByteCoding
import Cryptography
import Foundation
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

@Suite("The issuer of the document signer: Doc 9303-12 Appendix D.1")
struct IssuerTests {
    private func anchors(_ documents: TestDocument...) throws -> CSCAAnchors {
        CSCAAnchors(try documents.map { try $0.cscaCertificate() })
    }

    /// Another authority with the same name.
    private var impostor: TestDocument {
        var document = TestDocument()
        document.cscaKey = TestKeys.other
        return document
    }

    @Test
    func `leaves a signer open whose issuer only has the name of a trusted one`() throws {
        let result = try impostor.evaluate(anchors: anchors(TestDocument()))
        #expect(result.trust == .undetermined)
        #expect(result.verdict == .undecided)
        #expect(result.code(.issuerFound) == "noAnchor")
        #expect(result.failures == [])
    }

    @Test
    func `tries every key of a name where the signer names no key`() throws {
        var document = TestDocument()
        document.signer.deviations = [.withoutAuthorityKeyIdentifier]
        let result = try document.evaluate(anchors: anchors(impostor, document))
        #expect(result.trust == .trusted)

        let without = try document.evaluate(anchors: anchors(impostor))
        #expect(without.trust == .undetermined, "a search by name fails nobody")
        #expect(without.failures == [])
    }

    @Test
    func `finds the issuer by name where the key identifier leads to another key`() throws {
        var document = TestDocument()
        document.csca.deviations = [.withoutSubjectKeyIdentifier]
        var signer = try Certificate(encoded: document.signerCertificate())
        let identifier = try #require(signer.authorityKeyIdentifier)
        // The same certificate with another authority key identifier, signed anew.
        let profile = CertificateIssuer(
            name: document.cscaName, key: document.cscaKey, algorithm: document.cscaAlgorithm)
        let tbs = Self.replacing(identifier, by: identifier.reversed(), in: signer.tbs)
        signer = try Self.resign(signer, tbs: tbs, by: profile)
        let sod = try SODIssuer(
            key: document.signerKey, certificate: signer.encoded, algorithm: document.signerAlgorithm
        )
        .issue(
            [.dg1: FileEncoder.dg1(lines: document.lines)].merging(document.groups) { $1 }, options: document.options)

        let operational = try document.authentication().evaluate(document.reading(sod: sod))
        #expect(operational.trust == .trusted)
        #expect(operational.quirks.map(\.description) == ["aki-disagrees"])
        let strict = try document.authentication(.strict).evaluate(document.reading(sod: sod))
        #expect(strict.code(.issuerFound) == "authorityKeyIdentifierDisagrees")
        #expect(strict.trust == .notTrusted)
    }

    @Test
    func `uses a link certificate for its key and does not look at its signature`() throws {
        let document = TestDocument()
        var profile = document.csca
        profile.role = .link(hasNewName: false)
        profile.subject = document.cscaName
        profile.deviations = [.brokenSignature]
        profile.serialNumber = [0x02]
        let old = CertificateIssuer(name: document.cscaName, key: TestKeys.other, algorithm: document.cscaAlgorithm)
        let link = try Certificate(encoded: old.issue(profile, for: document.cscaKey.subjectPublicKeyInfo()))

        let result = try document.evaluate(anchors: CSCAAnchors([link]))
        #expect(result.trust == .trusted)
        #expect(result.quirks.map(\.description) == ["Q7-link-certificate-only", "Q7-self-issued-link"])

        let both = try document.evaluate(anchors: CSCAAnchors([link, document.cscaCertificate()]))
        #expect(both.quirks == [], "the authority's own certificate comes first")
    }

    @Test
    func `takes the certificate with the right name among those of one key`() throws {
        let document = TestDocument()
        var renamed = document
        renamed.cscaName = TestDocument.name("CSCA Utopia, new")
        for anchors in [try anchors(renamed, document), try anchors(document, renamed)] {
            let result = try document.evaluate(anchors: anchors)
            #expect(result.trust == .trusted)
            #expect(result.anchor?.subject == "C=UT, O=Ministry of Utopia, CN=CSCA Utopia")
        }

        let onlyRenamed = try document.evaluate(anchors: anchors(renamed))
        #expect(onlyRenamed.code(.issuerName) == "issuerNameDiffers")
        #expect(onlyRenamed.trust == .notTrusted)
    }

    @Test
    func `takes a name that is written differently`() throws {
        var document = TestDocument()
        document.namedIssuer = TestDocument.name("csca  UTOPIA", country: "ut")
        let result = try document.evaluate()
        #expect(result.trust == .trusted)
        #expect(result.quirks.map(\.description) == ["Q22-name-written-differently", "Q20-country-case"])
    }

    @Test
    func `does not take the key of another country, but for the two that are linked`() throws {
        var document = TestDocument()
        document.namedIssuer = document.cscaName
        document.cscaName = TestDocument.name("CSCA", country: "XO")
        let other = try document.evaluate()
        #expect(other.code(.issuerFound) == "otherCountry")
        #expect(other.trust == .undetermined)

        document.namedIssuer = TestDocument.name("CSCA", country: "BM")
        document.cscaName = TestDocument.name("CSCA", country: "GB")
        let linked = try document.evaluate()
        #expect(linked[.documentSignerSignature]?.result == .successful)
        #expect(linked.quirks.map(\.description).contains("Q21-cross-country-link"))
    }

    @Test
    func `does not let what an unverified signer says of its validity decide`() throws {
        var document = TestDocument()
        document.signer.notAfter = TestDocument.day(2025)
        let result = try document.evaluate(anchors: CSCAAnchors())
        #expect(result.code(.documentSignerValidity) == "notAnchored")
        #expect(result.verdict == .undecided)
    }

    @Test
    func `judges validity at the signing time under the archive policy`() throws {
        var document = TestDocument()
        document.time = TestDocument.day(2040)
        let archive = try document.evaluate(.archive)
        #expect(archive.validityTime == TestDocument.day(2024, 6, 1))
        #expect(archive.verdict == .accepted)
        #expect(try document.evaluate(.operational).failures.contains("pa.documentSigner.validity: expired"))

        document.options.signingTime = nil
        #expect(try document.evaluate(.archive).validityTime == TestDocument.day(2026), "else at the time of reading")
    }

    @Test
    func `records a signing time outside the usage period and does not fail for it`() throws {
        var document = TestDocument()
        document.options.signingTime = TestDocument.day(2025, 6, 1)
        let result = try document.evaluate()
        #expect(result.code(.sodSigningTime) == "signingTimeOutside")
        #expect(result.obligation(of: .sodSigningTime) == .recorded)
        #expect(result.verdict == .accepted)
    }

    @Test
    func `finds a signer that lies beside the object, and asks for it where it lacks`() throws {
        var document = TestDocument()
        document.options.includesCertificate = false
        let missing = try document.evaluate()
        #expect(missing.code(.documentSignerFound) == "signerMissing")
        #expect(missing.verdict == .undecided)
        #expect(missing.verifiedSOD == nil)
        #expect(missing.integrity(.dg1) == .identical)

        for identifier in SODOptions.SignerIdentifier.allCases {
            document.options.signerIdentifier = identifier
            let authentication = try document.authentication(
                documentSigners: [Certificate(encoded: document.signerCertificate())])
            let result = authentication.evaluate(try document.reading())
            #expect(result.verdict == .accepted)
            #expect(result.quirks.map(\.description) == ["Q46-signer-outside-sod"])
        }
    }

    @Test(arguments: [true, false])
    func `takes the signer whose key signed where two have the same name and serial number`(_ areInside: Bool) throws {
        var document = TestDocument()
        var twin = document
        twin.signerKey = TestKeys.other
        let (right, wrong) = (try document.signerCertificate(), try twin.signerCertificate())
        document.options.includesCertificate = areInside
        document.options.otherCertificates = [wrong]
        // Whichever comes first, in the object or among those at hand.
        for beside in [[right, wrong], [wrong, right]] {
            let authentication = try document.authentication(
                documentSigners: beside.map { try Certificate(encoded: $0) })
            #expect(authentication.evaluate(try document.reading()).verdict == .accepted)
        }
        document.signerKey = TestKeys.brainpool
        document.options.includesCertificate = false
        let authentication = try TestDocument().authentication(
            documentSigners: [right, wrong].map { try Certificate(encoded: $0) })
        #expect(authentication.evaluate(try document.reading()).code(.sodSignature) == "signatureWrong")
    }

    @Test
    func `calls nothing a forgery for a certificate that anybody may have put beside it`() throws {
        var document = TestDocument()
        document.options.includesCertificate = false
        var rogue = document
        (rogue.cscaKey, rogue.signerKey) = (TestKeys.other, TestKeys.other)
        let authentication = try document.authentication(
            documentSigners: [Certificate(encoded: rogue.signerCertificate())])
        let result = authentication.evaluate(try document.reading())
        #expect(result.code(.sodSignature) == "otherSignerAtHand")
        #expect(result.verdict == .undecided)
    }

    @Test
    func `lets a signer lie beside an object of version 1 only where the policy is not strict`() throws {
        var document = TestDocument()
        document.options.includesCertificate = false
        document.options.versions = .init()
        for (policy, code) in [(TrustPolicy.strict, "signerOutsideVersion1"), (.operational, nil)] {
            let authentication = try document.authentication(
                policy, documentSigners: [Certificate(encoded: document.signerCertificate())])
            #expect(authentication.evaluate(try document.reading()).code(.documentSignerFound) == code)
        }
    }

    @Test
    func `finds a signer by a computed key identifier`() throws {
        var document = TestDocument()
        document.options.signerIdentifier = .subjectKeyIdentifier
        document.signer.deviations = [.withoutSubjectKeyIdentifier]
        let result = try document.evaluate()
        #expect(result.verdict == .accepted)
        #expect(result.quirks.map(\.description) == ["Q41-key-identifier-computed"])
    }

    @Test
    func `keeps a certificate once, and both of two that share issuer and serial number`() throws {
        let document = TestDocument()
        let certificate = try document.cscaCertificate()
        var anchors = CSCAAnchors([certificate, certificate])
        #expect(anchors.certificates.count == 1)
        let (again, another) = (anchors.add(certificate), anchors.add(try impostor.cscaCertificate()))
        #expect(!again)
        #expect(another)
        #expect(anchors.certificates.count == 2)
        #expect(try document.evaluate(anchors: anchors).trust == .trusted)
        #expect(try impostor.evaluate(anchors: anchors).trust == .trusted)
    }

    static func replacing(_ old: [UInt8], by new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else { return bytes }
        return Array(bytes[..<start]) + new + bytes[(start + old.count)...]
    }

    static func resign(_ certificate: Certificate, tbs: [UInt8], by issuer: CertificateIssuer) throws -> Certificate {
        let signature = try issuer.key.sign(tbs, algorithm: issuer.algorithm)
        let outer = DataObjectParts.algorithm(of: certificate)
        return try Certificate(encoded: DataObjectParts.certificate(tbs, outer, signature))
    }
}

@Suite("Certificates from files")
struct AnchorFileTests {
    @Test
    func `loads files and folders, and names what cannot be read`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "anchors-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        let certificate = try TestDocument().cscaCertificate()
        let pem =
            "-----BEGIN CERTIFICATE-----\n\(Data(certificate.encoded).base64EncodedString())\n-----END CERTIFICATE-----\n"
        var anchors = CSCAAnchors()

        #expect(throws: AnchorError.empty(path: folder.path)) { try anchors.add(path: folder.path) }
        try Data("notes".utf8).write(to: folder.appending(path: "README.txt"))
        try Data(pem.utf8).write(to: inner.appending(path: "a.PEM"))
        try Data(certificate.encoded).write(to: folder.appending(path: "b.cer"))
        let fromFolder = try anchors.add(path: folder.path)
        let fromFile = try anchors.add(path: folder.appending(path: "b.cer").path)
        #expect((fromFolder, fromFile) == (1, 0))
        #expect(anchors.certificates == [certificate])

        try Data("broken".utf8).write(to: folder.appending(path: "c.crt"))
        #expect(throws: AnchorError.self) { try anchors.add(path: folder.path) }
        #expect(throws: AnchorError.notFound(path: "/nowhere")) { try anchors.add(path: "/nowhere") }

        let huge = folder.appending(path: "huge.cer")
        try Data().write(to: huge)
        try FileHandle(forWritingTo: huge).truncate(atOffset: 64 << 20 + 1)
        #expect(throws: AnchorError.tooLarge(path: huge.path, limit: 64 << 20)) { try anchors.add(path: huge.path) }
        #expect(throws: AnchorError.tooLarge(path: huge.path, limit: 64 << 20)) {
            try RevocationListFiles.lists(at: huge.path)
        }
    }

    @Test
    func `loads revocation lists, and names what holds none`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lists-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(throws: AnchorError.noRevocationList(path: folder.path, nil)) {
            try RevocationListFiles.lists(at: folder.path)
        }
        let document = TestDocument()
        let issuer = CertificateIssuer(
            name: document.cscaName, key: document.cscaKey, algorithm: document.cscaAlgorithm)
        let list = try issuer.revocationList(
            number: 1, revoked: [], thisUpdate: Timestamp(secondsSince1970: 0),
            nextUpdate: Timestamp(secondsSince1970: 9))
        let pem = "-----BEGIN X509 CRL-----\n\(Data(list).base64EncodedString())\n-----END X509 CRL-----\n"
        try Data(list).write(to: folder.appending(path: "a.crl"))
        try Data(pem.utf8).write(to: folder.appending(path: "b.CRL"))
        #expect(try RevocationListFiles.lists(at: folder.path).map(\.encoded) == [list, list])

        let notes = folder.appending(path: "notes.txt")
        try Data("notes".utf8).write(to: notes)
        #expect(throws: AnchorError.noRevocationList(path: notes.path, nil)) {
            try RevocationListFiles.lists(at: notes.path)
        }
        #expect(throws: AnchorError.notFound(path: "/nowhere")) { try RevocationListFiles.lists(at: "/nowhere") }
        try Data(list.dropLast()).write(to: folder.appending(path: "c.crl"))
        #expect(throws: AnchorError.self) { try RevocationListFiles.lists(at: folder.path) }
    }
}

@Suite("Revocation: Doc 9303-12 §7.1.4")
struct RevocationTests {
    private func evaluate(
        _ policy: TrustPolicy = .operational, revoked: [[UInt8]] = [], key: PrivateKey = TestKeys.csca,
        country: String = "UT", from: Int = 2025, until: Int = 2027, further: TestDocument? = nil
    ) throws -> PassiveAuthenticationResult {
        let document = TestDocument()
        let issuer = CertificateIssuer(
            name: TestDocument.name("CSCA Utopia", country: country), key: key, algorithm: document.cscaAlgorithm)
        let list = try issuer.revocationList(
            number: 1, revoked: revoked.map { ($0, TestDocument.day(2025)) }, thisUpdate: TestDocument.day(from),
            nextUpdate: TestDocument.day(until))
        var anchors = CSCAAnchors([try document.cscaCertificate()])
        if let further { anchors.add(try further.cscaCertificate()) }
        let authentication = try document.authentication(
            policy, anchors: anchors, revocationLists: [CertificateRevocationList(encoded: list)])
        return authentication.evaluate(try document.reading())
    }

    @Test
    func `accepts a signer that a list of its state does not name`() throws {
        let result = try evaluate(revoked: [[0x2B]])
        #expect(result[.documentSignerRevocation]?.result == .successful)
        #expect(result.obligation(of: .documentSignerRevocation) == .mandatory)
        #expect(result.verdict == .accepted)
    }

    @Test
    func `rejects a revoked signer and a revoked issuer`() throws {
        let signer = try evaluate(revoked: [[0x2A]])
        #expect(signer.code(.documentSignerRevocation) == "revoked")
        #expect(signer.verdict == .rejected)
        #expect(try evaluate(revoked: [[0x01]]).code(.documentSignerRevocation) == "issuerRevoked")
    }

    /// The same list with something added to its fields, signed anew.
    private func evaluate(changing change: (inout [[UInt8]]) -> Void) throws -> PassiveAuthenticationResult {
        let document = TestDocument()
        let issuer = CertificateIssuer(
            name: document.cscaName, key: document.cscaKey, algorithm: document.cscaAlgorithm)
        let list = try issuer.revocationList(
            number: 1, revoked: [([0x2A], TestDocument.day(2025))], thisUpdate: TestDocument.day(2025),
            nextUpdate: TestDocument.day(2027))
        var reader = ByteReader(list)
        var parts = try reader.dataObject().children().map { Array($0.encoded) }
        var tbs = ByteReader(parts[0])
        var fields = try tbs.dataObject().children().map { Array($0.encoded) }
        change(&fields)
        parts[0] = DataObjectWriter.encode(0x30, containing: fields)
        let signature = try document.cscaKey.sign(parts[0], algorithm: document.cscaAlgorithm)
        parts[2] = DataObjectWriter.encode(0x03, [0x00] + signature)
        let authentication = try document.authentication(
            revocationLists: [
                CertificateRevocationList(encoded: DataObjectWriter.encode(0x30, containing: parts))
            ])
        return authentication.evaluate(try document.reading())
    }

    /// Version, algorithm, issuer, this update, next update, entries, extensions.
    @Test
    func `does not use a list that is not a complete one`() throws {
        func adding(_ type: OID, isCritical: Bool) throws -> String? {
            let flag: [UInt8] = isCritical ? [0x01, 0x01, 0xFF] : []
            let entry = HandmadeSOD.sequence(HandmadeSOD.oid(type), flag, HandmadeSOD.octets([0x30, 0x00]))
            return try evaluate {
                $0[6] = HandmadeSOD.appending(entry, toExtensions: $0[6], replacing: type, tag: 0xA0)
            }.code(.documentSignerRevocation)
        }
        #expect(try evaluate { _ in }.code(.documentSignerRevocation) == "revoked")
        #expect(try adding(.issuerAlternativeName, isCritical: false) == "revoked")
        #expect(try adding(.issuingDistributionPoint, isCritical: true) == "crlUnusable")
        #expect(try adding(.deltaCRLIndicator, isCritical: false) == "crlUnusable")

        let withReason = try evaluate { fields in
            let reason = HandmadeSOD.sequence(
                HandmadeSOD.sequence(HandmadeSOD.oid(OID(2, 5, 29, 21)), HandmadeSOD.octets([0x0A, 0x01, 0x01])))
            let time = DataObjectWriter.encode(0x17, Array("250101000000Z".utf8))
            fields[5] = HandmadeSOD.sequence(HandmadeSOD.sequence(HandmadeSOD.integer(0x2A), time, reason))
        }
        #expect(withReason.code(.documentSignerRevocation) == "crlUnusable")
    }

    @Test
    func `does not use a list of the state that another state signed`() throws {
        var other = TestDocument()
        other.cscaKey = TestKeys.other
        #expect(
            try evaluate(revoked: [[0x2A]], key: TestKeys.other, further: other).code(.documentSignerRevocation)
                == "revoked", "a further key of the state itself")
        other.cscaName = TestDocument.name("CSCA", country: "XO")
        #expect(
            try evaluate(revoked: [[0x2A]], key: TestKeys.other, further: other).code(.documentSignerRevocation)
                == "noCRL")
    }

    @Test
    func `does not use a list that nobody at hand signed, of another state, or of the future`() throws {
        #expect(try evaluate(revoked: [[0x2A]], key: TestKeys.other).code(.documentSignerRevocation) == "noCRL")
        #expect(try evaluate(revoked: [[0x2A]], country: "XO").code(.documentSignerRevocation) == "noCRL")
        #expect(try evaluate(revoked: [[0x2A]], from: 2026, until: 2027).code(.documentSignerRevocation) == "revoked")
        let future = try evaluate(revoked: [[0x2A]], from: 2030, until: 2031)
        #expect(future.code(.documentSignerRevocation) == "noCRL")
        #expect(future[.documentSignerRevocation]?.result.reason?.text.contains("out at the time of checking") == true)
        #expect(future.quirks.isEmpty)
    }

    @Test
    func `leaves revocation open where the list is out of date, and still takes what it names`() throws {
        #expect(try evaluate(until: 2025).code(.documentSignerRevocation) == "crlStale")
        #expect(try evaluate(revoked: [[0x2A]], until: 2025).code(.documentSignerRevocation) == "revoked")
    }

    @Test(arguments: [
        (TrustPolicy.strict, TrustPolicy.Obligation.mandatory, PassiveAuthenticationResult.Verdict.undecided),
        (.operational, .recorded, .accepted), (.archive, .recorded, .accepted),
    ])
    func `counts a missing list as the policy says`(
        policy: TrustPolicy, obligation: TrustPolicy.Obligation, verdict: PassiveAuthenticationResult.Verdict
    ) throws {
        let result = try TestDocument().evaluate(policy)
        #expect(result.code(.documentSignerRevocation) == "noCRL")
        #expect(result.obligation(of: .documentSignerRevocation) == obligation)
        #expect(result.verdict == verdict)
    }
}
