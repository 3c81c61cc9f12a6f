import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

/// A document whose chain has one quirk, what the report names, and what comes of the document.
struct QuirkCase: Sendable, CustomTestStringConvertible {
    /// What is named, such as `Q7-self-issued-link`.
    let quirk: String
    let place: Quirk.Place
    let verdict: PassiveAuthenticationResult.Verdict
    let document: TestDocument
    /// Who is trusted; nil for the issuer of the document.
    let anchors: (@Sendable (TestDocument) throws -> [Certificate])?
    /// A revocation list of the issuer; nil for none.
    let list: (@Sendable (TestDocument) throws -> CertificateRevocationList)?

    var testDescription: String { "\(quirk) in \(place)" }
    /// The number in the table.
    var number: String { String(quirk.prefix { $0 != "-" }) }

    init(
        _ quirk: String, in place: Quirk.Place, _ verdict: PassiveAuthenticationResult.Verdict = .accepted,
        _ change: (inout TestDocument) -> Void
    ) {
        self.init(quirk, in: place, verdict, trusting: nil, listing: nil, changing: change)
    }

    /// A quirk of who is trusted, or of a revocation list.
    init(
        _ quirk: String, in place: Quirk.Place, _ verdict: PassiveAuthenticationResult.Verdict = .accepted,
        trusting anchors: (@Sendable (TestDocument) throws -> [Certificate])?,
        listing list: (@Sendable (TestDocument) throws -> CertificateRevocationList)? = nil,
        changing change: (inout TestDocument) -> Void = { _ in }
    ) {
        self.quirk = quirk
        self.place = place
        self.verdict = verdict
        var document = TestDocument()
        change(&document)
        self.document = document
        self.anchors = anchors
        self.list = list
    }

    func evaluate() throws -> PassiveAuthenticationResult {
        let signer = document.options.includesCertificate ? nil : try document.signerCertificate()
        return try document.authentication(
            anchors: anchors.map { CSCAAnchors(try $0(document)) },
            documentSigners: signer.map { [try Certificate(encoded: $0)] } ?? [],
            revocationLists: list.map { [try $0(document)] } ?? []
        ).evaluate(document.reading())
    }
}

extension QuirkCase {
    static let all: [QuirkCase] = keys + links + extensions + names + fields + objects + signers + lists

    private static func issuer(_ quirk: String, _ change: (inout CertificateProfile) -> Void) -> QuirkCase {
        QuirkCase(quirk, in: .issuer) { change(&$0.csca) }
    }

    private static func issuer(_ quirk: String, _ deviation: CertificateProfile.Deviation) -> QuirkCase {
        issuer(quirk) { $0.deviations = [deviation] }
    }

    private static func signer(_ quirk: String, _ deviation: CertificateProfile.Deviation) -> QuirkCase {
        QuirkCase(quirk, in: .signer) { $0.signer.deviations = [deviation] }
    }

    private static let sha256 = SignatureAlgorithm.rsaPKCS1(.sha256)

    /// Keys and signatures of authorities.
    private static let keys: [QuirkCase] = [
        QuirkCase("Q1-explicit-curve", in: .issuer) { $0.hasExplicitParameters = true },
        issuer("Q2-ecdsa-null", .otherAlgorithmParameters),
        QuirkCase("Q3-rsa-without-null", in: .issuer) {
            ($0.cscaKey, $0.cscaAlgorithm, $0.csca.deviations) = (TestKeys.rsa, sha256, [.keyWithoutNull])
        },
        QuirkCase("Q3-rsa-without-null", in: .issuer) {
            ($0.cscaKey, $0.cscaAlgorithm, $0.csca.deviations) = (TestKeys.rsa, sha256, [.otherAlgorithmParameters])
        },
        QuirkCase("Q4-rsa-exponent-3", in: .document) { ($0.cscaKey, $0.cscaAlgorithm) = (TestKeys.exponent3, sha256) },
        QuirkCase("Q4-rsa-exponent", in: .issuer) { ($0.cscaKey, $0.cscaAlgorithm) = (TestKeys.exponent38129, sha256) },
        QuirkCase("Q5-pss-salt", in: .issuer) {
            ($0.cscaKey, $0.cscaAlgorithm) = (
                TestKeys.rsa, .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 20)
            )
        },
        QuirkCase("Q6-weak-hash", in: .issuer) {
            ($0.cscaAlgorithm, $0.signer.notBefore) = (.ecdsa(.sha1, encoding: .der), TestDocument.day(2015))
        },
        QuirkCase("Q47-ecdsa-plain", in: .issuer) { $0.cscaAlgorithm = .ecdsa(.sha256, encoding: .plain) },
        issuer("Q44-curve-named-wrongly", .wronglyNamedCurve),
        issuer("Q44-curve-beside-signature", .curveBesideSignature),
    ]

    /// A certificate of the document's authority, signed by another key of the same state.
    @Sendable private static func link(
        _ document: TestDocument, from name: DirectoryName? = nil, key: PrivateKey = TestKeys.other,
        _ algorithm: SignatureAlgorithm = .ecdsa(.sha256, encoding: .der)
    ) throws -> Certificate {
        var profile = document.csca
        (profile.role, profile.subject, profile.serialNumber) = (
            .link(hasNewName: false), document.cscaName, [0x02]
        )
        let issuer = CertificateIssuer(name: name ?? document.cscaName, key: key, algorithm: algorithm)
        return try Certificate(encoded: issuer.issue(profile, for: document.cscaKey.subjectPublicKeyInfo()))
    }

    /// Another authority of the same name; under the same number too, or under the next one.
    @Sendable private static func namesake(_ document: TestDocument, serialNumber: [UInt8]) throws -> Certificate {
        var other = document
        (other.cscaKey, other.csca.serialNumber) = (TestKeys.other, serialNumber)
        return try other.cscaCertificate()
    }

    /// Links, and what lies between certificates.
    private static let links: [QuirkCase] = [
        QuirkCase("Q7-self-issued-link", in: .issuer, trusting: { [try link($0)] }),
        QuirkCase("Q7-link-certificate-only", in: .document, trusting: { [try link($0)] }),
        issuer("Q8-name-change") { $0.hasNameChange = true },
        issuer("Q8-name-change-critical", .criticalNameChange),
        QuirkCase(
            "Q8-renamed", in: .issuer, trusting: { [try link($0, from: TestDocument.name("CSCA Utopia, before"))] }),
        QuirkCase("Q9-algorithm-change", in: .issuer, trusting: { [try link($0, key: TestKeys.rsa, sha256)] }),
        QuirkCase(
            "Q10-keys-of-one-name", in: .issuer,
            trusting: { [try $0.cscaCertificate(), try namesake($0, serialNumber: [2])] }),
        QuirkCase(
            "Q13-same-serial-number", in: .issuer,
            trusting: { [try $0.cscaCertificate(), try namesake($0, serialNumber: [1])] }),
        QuirkCase(
            "Q21-cross-country-link", in: .issuer,
            trusting: { [try link($0, from: TestDocument.name("CSCA Bermuda", country: "BM"))] },
            changing: {
                $0.cscaName = TestDocument.name("CSCA", country: "GB")
                $0.signer.subject = TestDocument.name("DS", country: "GB")
                $0.signer.stateCode = "GBR"
                $0.lines[0] = "P<GBRERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
            }),
        QuirkCase(
            "Q26-same-key-again", in: .issuer,
            trusting: { document in
                var again = document
                again.csca.serialNumber = [0x07]
                return [try document.cscaCertificate(), try again.cscaCertificate()]
            }),
    ]

    /// Extensions of authorities.
    private static let extensions: [QuirkCase] = [
        QuirkCase("Q11-key-identifier-not-sha1", in: .issuer) {
            $0.csca.subjectKeyIdentifier = [UInt8](1...8)
            $0.signer.authorityKeyIdentifier = [UInt8](1...8)
        },
        issuer("Q12-key-identifier-bare", .unwrappedSubjectKeyIdentifier),
        issuer("Q14-aki-missing", .withoutAuthorityKeyIdentifier),
        issuer("Q15-aki-with-issuer", .authorityKeyIdentifierWithIssuer),
        issuer("Q16-constraints-missing", .withoutBasicConstraints), issuer("Q16-not-authority", .notAuthority),
        issuer("Q16-constraints-not-critical", .basicConstraintsNotCritical),
        issuer("Q17-path-length-missing") { $0.pathLength = nil }, issuer("Q17-path-length") { $0.pathLength = 2 },
        issuer("Q18-key-usage-missing", .withoutKeyUsage), issuer("Q18-key-usage-not-critical", .keyUsageNotCritical),
        issuer("Q18-key-usage-without-signing", .keyUsageWithoutCertificateSigning),
        issuer("Q18-key-usage-extra", .additionalKeyUsage),
        issuer("Q19-key-period-missing", .withoutPrivateKeyUsagePeriod),
        issuer("Q19-key-period-open", .privateKeyUsageWithoutEnd),
        issuer("Q19-key-period-too-long") { $0.privateKeyUsage = TestDocument.day(2020)...TestDocument.day(2036) },
        issuer("Q25-vendor-extensions", .vendorExtensions),
        issuer("Q25-extended-key-usage") { $0.otherExtensions = [.init(.extendedKeyUsage, value: [0x30, 0x00])] },
        issuer("Q25-document-types") {
            $0.otherExtensions = [.init(.documentTypeList, value: [0x30, 0x05, 0x02, 0x01, 0x00, 0x31, 0x00])]
        },
    ]

    private static func named(_ quirk: String, _ change: (inout DirectoryName) -> Void) -> QuirkCase {
        QuirkCase(quirk, in: .issuer) { change(&$0.cscaName) }
    }

    /// Names.
    private static let names: [QuirkCase] = [
        named("Q20-country-case") { $0.country = "ut" }, named("Q20-country-length") { $0.country = "UTO" },
        QuirkCase("Q20-country-unlisted", in: .issuer) {
            $0.cscaName = TestDocument.name("CSCA", country: "ZZ")
            $0.signer.subject = TestDocument.name("DS", country: "ZZ")
            $0.signer.stateCode = "UNO"
            $0.lines[0] = "P<UNOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
        },
        QuirkCase("Q22-name-written-differently", in: .document) {
            $0.namedIssuer = TestDocument.name("csca  UTOPIA", country: "ut")
        },
        QuirkCase(
            "Q22-name-written-differently", in: .issuer,
            trusting: { [try link($0, from: TestDocument.name("CSCA UTOPIA"))] }),
        named("Q22-string-type") { $0.stringType = .teletex },
        named("Q22-mail-in-name") { $0.emailAddress = "csca@example.invalid" },
        QuirkCase("Q31-issuer-rdn-order", in: .document) {
            var name = $0.cscaName
            name.isReversed = true
            $0.namedIssuer = name
        },
        named("Q-ML6-test-certificate") { $0.commonName = "CSCA Utopia TEST" },
    ]

    /// Numbers and times.
    private static let fields: [QuirkCase] = [
        issuer("Q23-serial-number-negative", .negativeSerialNumber),
        issuer("Q23-serial-number-zero") { $0.serialNumber = [0] },
        issuer("Q23-serial-number-long") { $0.serialNumber = [UInt8](repeating: 1, count: 21) },
        issuer("Q24-generalized-time", .generalizedTime),
        issuer("Q24-long-validity") { $0.notAfter = TestDocument.day(2045) },
        issuer("Q24-late-validity") { $0.notAfter = TestDocument.day(2051) },
    ]

    private static func object(_ quirk: String, _ change: (inout SODOptions) -> Void) -> QuirkCase {
        QuirkCase(quirk, in: .document) { change(&$0.options) }
    }

    /// Security objects.
    private static let objects: [QuirkCase] = [
        object("Q30-content-type-data") { $0.contentType = .data },
        object("Q32-indefinite-lengths") { $0.hasIndefiniteLengths = true },
        QuirkCase("Q33-signature-algorithm-rsa", in: .document) {
            ($0.signerKey, $0.signerAlgorithm, $0.options.namesKeyAlgorithmOnly) = (TestKeys.rsa, sha256, true)
        },
        object("Q34-attribute-additional") { $0.deviations = [.longAttribute] },
        object("Q35-signing-time-missing") { $0.signingTime = nil },
        object("Q36-digest-null") { $0.deviations = [.digestNull] },
        QuirkCase("Q36-hashes-unsorted", in: .document) { $0.options.deviations = [.unsortedHashes] },
        QuirkCase("Q38-weak-hash-recently", in: .document) { $0.signerAlgorithm = .ecdsa(.sha1, encoding: .der) },
        object("Q40-digests-differ") { $0.groupDigest = .sha512 },
        QuirkCase("Q40-digests-differ", in: .document) { $0.cscaAlgorithm = .ecdsa(.sha384, encoding: .der) },
        QuirkCase("Q41-key-identifier-computed", in: .document) {
            $0.options.signerIdentifier = .subjectKeyIdentifier
            $0.signer.deviations = [.withoutSubjectKeyIdentifier]
        },
        object("Q42-bare-cms") { $0.deviations = [.withoutWrapper] },
        object("Q43-content-type-early") { $0.contentType = .earlyLDSSecurityObject },
        QuirkCase("Q44-curve-224-mix", in: .document) { $0.signerKey = TestKeys.secp224r1 },
        object("Q46-signer-outside-sod") { $0.includesCertificate = false },
        QuirkCase("Q47-ecdsa-plain", in: .document) { $0.signerAlgorithm = .ecdsa(.sha256, encoding: .plain) },
    ]

    /// Document signers.
    private static let signers: [QuirkCase] = [
        QuirkCase("Q14-aki-missing", in: .document) { $0.signer.deviations = [.withoutAuthorityKeyIdentifier] },
        signer("Q2-ecdsa-null", .otherAlgorithmParameters),
        signer("Q24-generalized-time", .generalizedTime),
        signer("Q37-signer-period-missing", .withoutPrivateKeyUsagePeriod),
        signer("Q37-document-types-missing", .withoutDocumentTypes),
        QuirkCase("Q37-key-usage-missing", in: .document) { $0.signer.deviations = [.withoutKeyUsage] },
        // Whose state it is cannot be known then.
        QuirkCase("Q37-country-missing", in: .document, .undecided) {
            $0.cscaName.country = ""
            $0.signer.subject.country = ""
        },
        QuirkCase("Q39-signer-explicit-curve", in: .signer) { $0.hasExplicitParameters = true },
        signer("Q44-curve-named-wrongly", .wronglyNamedCurve),
        signer("Q44-curve-beside-signature", .curveBesideSignature),
        signer("Q45-document-types-nested", .nestedDocumentTypes),
        signer("Q45-document-types-early", .earlyDocumentTypes),
        QuirkCase("Q47-ecdsa-plain", in: .signer) { $0.cscaAlgorithm = .ecdsa(.sha256, encoding: .plain) },
    ]

    private static func list(
        _ quirk: String, algorithm: SignatureAlgorithm? = nil, name: DirectoryName? = nil,
        _ deviations: Set<RevocationListProfile.Deviation> = [], _ change: (inout TestDocument) -> Void = { _ in }
    ) -> QuirkCase {
        QuirkCase(
            quirk, in: .revocationList,
            trusting: nil,
            listing: { document in
                let issuer = CertificateIssuer(
                    name: name ?? document.cscaName, key: document.cscaKey,
                    algorithm: algorithm ?? document.cscaAlgorithm)
                return try CertificateRevocationList(
                    encoded: issuer.issue(
                        RevocationListProfile(
                            thisUpdate: TestDocument.day(2025, 12), nextUpdate: TestDocument.day(2026, 2),
                            deviations: deviations)))
            }, changing: change)
    }

    /// Revocation lists.
    private static let lists: [QuirkCase] = [
        list("Q5-pss-salt", algorithm: .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 64)) {
            ($0.cscaKey, $0.cscaAlgorithm) = (TestKeys.rsa, sha256)
        },
        list("Q6-weak-hash", algorithm: .ecdsa(.sha1, encoding: .der)),
        list("Q14-aki-missing", [.withoutAuthorityKeyIdentifier]),
        list("Q20-country-case", name: TestDocument.name("CSCA Utopia", country: "ut")),
        list("Q24-generalized-time", [.generalizedTime]),
        list("Q47-ecdsa-plain", algorithm: .ecdsa(.sha256, encoding: .plain)),
    ]
}
