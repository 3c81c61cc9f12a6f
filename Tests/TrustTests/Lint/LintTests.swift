import ByteCoding
import Cryptography
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust

/// Something that is wrong with a certificate, and the rules that say so.
struct LintCase: Sendable, CustomTestStringConvertible {
    let name: String
    let rules: Set<String>
    let certificate: @Sendable () throws -> [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ rules: Set<String>, _ certificate: @escaping @Sendable () throws -> [UInt8]) {
        self.name = name
        self.rules = Set(rules.map { "certificate.\($0)" })
        self.certificate = certificate
    }
}

/// The rules of the profiles, each with a certificate that breaks it.
enum LintCases {
    static let authority = ListAuthority()

    /// A certificate of the profile, changed.
    static func certificate(
        _ role: CertificateProfile.Role, by authority: ListAuthority = authority, issuerName: DirectoryName? = nil,
        key: [UInt8]? = nil, _ change: (inout CertificateProfile) -> Void = { _ in }
    ) throws -> [UInt8] {
        let isAuthority = role == .csca || role == .link(hasNewName: false) || role == .link(hasNewName: true)
        var profile = CertificateProfile(
            role: role, serialNumber: [0x21],
            subject: isAuthority
                ? authority.name : DirectoryName(country: "UT", organization: "Ministry", commonName: "Signer"),
            notBefore: ListAuthority.day(2024), notAfter: ListAuthority.day(2034),
            privateKeyUsage: ListAuthority.day(2024)...ListAuthority.day(2026), stateCode: "UTO")
        if case .listSigner = role { profile.privateKeyUsage = nil }
        change(&profile)
        let ownKey = role == .csca ? authority.key : ListAuthority.keys[2]
        let issuer = CertificateIssuer(
            name: issuerName ?? authority.name, key: authority.key, algorithm: authority.algorithm)
        return try issuer.issue(profile, for: key ?? ownKey.subjectPublicKeyInfo(explicitParameters: true))
    }

    private static let signer = CertificateProfile.Role.documentSigner(documentTypes: ["P"])

    private static func deviating(
        _ role: CertificateProfile.Role, _ deviation: CertificateProfile.Deviation, _ rules: Set<String>
    ) -> LintCase {
        LintCase("\(deviation.rawValue) in \(role)", rules) { try certificate(role) { $0.deviations = [deviation] } }
    }

    private static func changed(
        _ name: String, _ role: CertificateProfile.Role, _ rules: Set<String>,
        _ change: @escaping @Sendable (inout CertificateProfile) -> Void
    ) -> LintCase {
        LintCase(name, rules) { try certificate(role, change) }
    }

    private static func named(
        _ name: String, _ rules: Set<String>, _ change: @escaping @Sendable (inout DirectoryName) -> Void
    ) -> LintCase {
        LintCase(name, rules) {
            var own = authority.name
            change(&own)
            return try certificate(.csca, issuerName: own) { $0.subject = own }
        }
    }

    static let deviations = [
        deviating(signer, .withoutAuthorityKeyIdentifier, ["authorityKeyIdentifier.present"]),
        deviating(.csca, .withoutSubjectKeyIdentifier, ["subjectKeyIdentifier.present"]),
        deviating(.csca, .withoutKeyUsage, ["keyUsage.present"]),
        deviating(signer, .wrongKeyUsage, ["keyUsage.value"]),
        deviating(.csca, .additionalKeyUsage, ["keyUsage.value"]),
        deviating(.csca, .keyUsageNotCritical, ["keyUsage.critical"]),
        deviating(.csca, .withoutBasicConstraints, ["basicConstraints.present"]),
        deviating(.csca, .basicConstraintsNotCritical, ["basicConstraints.critical"]),
        deviating(.csca, .notAuthority, ["basicConstraints.authority", "basicConstraints.pathLength"]),
        deviating(signer, .basicConstraintsInSigner, ["basicConstraints.signer"]),
        deviating(.csca, .withoutPrivateKeyUsagePeriod, ["privateKeyUsagePeriod.present"]),
        deviating(.csca, .privateKeyUsageWithoutEnd, ["privateKeyUsagePeriod.complete"]),
        deviating(signer, .withoutAlternativeNames, ["alternativeName.subject", "alternativeName.issuer"]),
        deviating(signer, .withoutDocumentTypes, ["documentTypeList.present"]),
        deviating(.csca, .differingAlgorithms, ["algorithms.agree"]),
        deviating(.csca, .otherAlgorithmParameters, ["algorithms.parameters"]),
        deviating(.csca, .version1, ["version"]),
        deviating(.csca, .negativeSerialNumber, ["serialNumber.positive"]),
        deviating(.csca, .paddedSerialNumber, ["serialNumber.minimal"]),
        deviating(.csca, .generalizedTime, ["validity.form"]),
        deviating(signer, .curveWithoutCofactor, ["key.cofactor"]),
        deviating(signer, .unknownCurve, ["key.known"]),
        deviating(signer, .unwrappedSubjectKeyIdentifier, ["subjectKeyIdentifier.wrapped"]),
        deviating(signer, .authorityKeyIdentifierWithIssuer, ["authorityKeyIdentifier.keyOnly"]),
        deviating(
            signer, .authorityKeyIdentifierWithoutKey, ["authorityKeyIdentifier.key", "authorityKeyIdentifier.keyOnly"]),
        deviating(signer, .criticalAuthorityKeyIdentifier, ["authorityKeyIdentifier.notCritical"]),
        deviating(.listSigner(.masterList), .extendedKeyUsageNotCritical, ["extendedKeyUsage.critical"]),
        deviating(.link(hasNewName: true), .criticalNameChange, ["nameChange.notCritical"]),
        deviating(signer, .vendorExtensions, ["extensions.foreign"]),
        deviating(.csca, .duplicatedExtension, ["extensions.malformed"]),
        deviating(.csca, .unknownCriticalExtension, ["extensions.unknownCritical", "extensions.foreign"]),
    ]

    private static func other(_ oid: OID, critical: Bool, _ value: [UInt8]) -> CertificateProfile.Extension {
        CertificateProfile.Extension(oid, isCritical: critical, value: value)
    }

    static let others = [
        changed("serial number zero", .csca, ["serialNumber.positive"]) { $0.serialNumber = [0] },
        changed("serial number of 21 octets", .csca, ["serialNumber.length"]) {
            $0.serialNumber = [UInt8](repeating: 0x21, count: 21)
        },
        changed("ends before it begins", .csca, ["validity.order", "privateKeyUsagePeriod.inside"]) {
            $0.notAfter = ListAuthority.day(2023)
        },
        changed("valid for 25 years", .csca, ["validity.length"]) { $0.notAfter = ListAuthority.day(2049) },
        changed("key longer in use than valid", .csca, ["privateKeyUsagePeriod.inside"]) {
            $0.privateKeyUsage = ListAuthority.day(2024)...ListAuthority.day(2035)
        },
        changed("path length 1", .csca, ["basicConstraints.pathLength"]) { $0.pathLength = 1 },
        changed("path length absent", .csca, ["basicConstraints.pathLength"]) { $0.pathLength = nil },
        changed("purposes of a document signer", signer, ["extendedKeyUsage.absent"]) {
            $0.otherExtensions = [other(.extendedKeyUsage, critical: false, [0x30, 0x00])]
        },
        changed("document types of an authority", .csca, ["documentTypeList.signer"]) {
            $0.otherExtensions = [
                other(.documentTypeList, critical: false, [0x30, 0x05, 0x02, 0x01, 0x00, 0x31, 0x00])
            ]
        },
        changed("critical document types", .documentSigner(documentTypes: []), ["documentTypeList.notCritical"]) {
            $0.otherExtensions = [
                other(.documentTypeList, critical: true, [0x30, 0x08, 0x02, 0x01, 0x00, 0x31, 0x03, 0x13, 0x01, 0x50])
            ]
        },
        changed("name change of a signer", signer, ["nameChange.authority"]) {
            $0.otherExtensions = [other(.nameChange, critical: false, [0x05, 0x00])]
        },
        changed("subject of another country", signer, ["country.agrees"]) { $0.subject.country = "XU" },
        changed(
            "state without a code", signer,
            ["alternativeName.subject", "alternativeName.issuer", "alternativeName.state"]
        ) {
            $0.deviations = [.withoutAlternativeNames]
            $0.otherExtensions = [other(.subjectAlternativeName, critical: false, [0x30, 0x03, 0x81, 0x01, 0x61])]
        }.without(["alternativeName.subject"]),
        changed("critical key identifier", .csca, ["subjectKeyIdentifier.notCritical"]) {
            $0.deviations = [.withoutSubjectKeyIdentifier]
            $0.otherExtensions = [other(.subjectKeyIdentifier, critical: true, [0x04, 0x01, 0x61])]
        },
        changed("critical distribution points", .csca, ["crlDistributionPoints.notCritical", "extensions.malformed"]) {
            $0.otherExtensions = [other(.crlDistributionPoints, critical: true, [0x30, 0x00])]
        }.without(["crlDistributionPoints.notCritical"]),
        LintCase("link to another name without name change", ["nameChange.link"]) {
            try certificate(.link(hasNewName: false), issuerName: DirectoryName(country: "UT", commonName: "Old"))
        },
        LintCase("named curve", ["key.explicitCurve"]) {
            try certificate(.csca, key: authority.key.subjectPublicKeyInfo(explicitParameters: false))
        },
        named("country in lower case", ["country.form"]) { $0.country = "ut" },
        named("country of three letters", ["country.form"]) { $0.country = "UTO" },
        named("no country", ["issuer.country", "subject.country"]) { $0.country = "" },
        named("country in UTF8String", ["names.printable"]) { $0.countryType = .utf8 },
        named("names in T61String", ["names.strings"]) { $0.stringType = .teletex },
        named("mail address", ["names.mail"]) { $0.emailAddress = "a@example.invalid" },
        changed("issuer in other letters", .csca, ["names.written"]) { $0.subject.organization = "MINISTRY" },
    ]
}

extension LintCase {
    /// The same case, where these rules do not say so after all.
    fileprivate func without(_ rules: Set<String>) -> LintCase {
        LintCase(name, Set(self.rules.map { String($0.dropFirst(12)) }).subtracting(rules), certificate)
    }
}

@Suite("Lint of certificates: Doc 9303-12 §7.1, and the checks of the PKD")
struct CertificateLintTests {
    private static func broken(_ certificate: [UInt8]) throws -> Set<String> {
        Set(CertificateLint().broken(by: try Certificate(encoded: certificate)).map(\.id))
    }

    @Test(arguments: [
        CertificateProfile.Role.csca, .link(hasNewName: false), .link(hasNewName: true),
        .documentSigner(documentTypes: ["P"]), .listSigner(.masterList), .listSigner(.deviationList),
        .listSigner(.defectList),
    ])
    func `finds nothing wrong with what our issuer makes`(_ role: CertificateProfile.Role) throws {
        #expect(try Self.broken(LintCases.certificate(role)) == [])
    }

    @Test(arguments: LintCases.deviations + LintCases.others)
    func `names what is wrong, and nothing else`(_ example: LintCase) throws {
        #expect(try Self.broken(example.certificate()) == example.rules)
    }

    @Test
    func `names weak and odd keys and signatures`() throws {
        var rsa = ListAuthority.rsa
        #expect(try Self.broken(rsa.csca()) == ["certificate.key.length"])
        rsa.algorithm = .rsaPKCS1(.sha1)
        #expect(try Self.broken(rsa.csca()).contains("certificate.algorithms.hash"))
        rsa.algorithm = .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 20)
        #expect(try Self.broken(rsa.csca()).contains("certificate.algorithms.saltLength"))
        let small = try PrivateKey.generateRSA(bits: 2048, publicExponent: 3)
        let key = small.subjectPublicKeyInfo()
        #expect(
            try Self.broken(LintCases.certificate(.documentSigner(documentTypes: ["P"]), key: key)) == [
                "certificate.key.exponent"
            ])
        let bare = try LintCases.certificate(.documentSigner(documentTypes: ["P"]), key: key) {
            $0.deviations = [.keyWithoutNull]
        }
        #expect(try Self.broken(bare).contains("certificate.key.parameters"))
    }

    @Test
    func `has different names for all rules`() {
        let rules = CertificateLint.rules + RevocationListLint.rules + MasterListLint.rules
        #expect(Set(rules.map(\.id)).count == rules.count)
        #expect(rules.allSatisfy { !$0.words.isEmpty && $0.id.contains(".") })
    }
}

@Suite("Lint of revocation lists and master lists: Doc 9303-12 §7.1.4 and §8")
struct ListLintTests {
    private static func broken(
        by authority: ListAuthority = ListAuthority(), _ change: (inout RevocationListProfile) -> Void
    ) throws -> Set<String> {
        var profile = RevocationListProfile(
            thisUpdate: ListAuthority.day(2025), nextUpdate: ListAuthority.day(2025, 4),
            entries: [.init(serialNumber: [1], date: ListAuthority.day(2025))])
        change(&profile)
        let list = try CertificateRevocationList(encoded: authority.issuer.issue(profile))
        return Set(RevocationListLint().broken(by: list).map { String($0.id.dropFirst("revocationList.".count)) })
    }

    @Test
    func `finds nothing wrong with a list to the profile`() throws {
        #expect(try Self.broken { _ in } == [])
    }

    private static let deviations: [(RevocationListProfile.Deviation, Set<String>)] = [
        (RevocationListProfile.Deviation.differingAlgorithms, ["algorithms.agree"]),
        (.withoutAuthorityKeyIdentifier, ["authorityKeyIdentifier.present"]), (.deltaIndicator, ["delta"]),
        (.issuingDistributionPoint, ["partial"]), (.indirect, ["partial", "entries.extensions"]),
        (.unknownCriticalExtension, ["extensions.unknownCritical"]),
        (.version1, ["version", "authorityKeyIdentifier.present", "number.present"]),
        (.generalizedTime, ["times.form"]),
    ]

    @Test(arguments: deviations)
    func `names what is wrong with a list`(_ deviation: RevocationListProfile.Deviation, rules: Set<String>) throws {
        #expect(try Self.broken { $0.deviations = [deviation] } == rules)
    }

    @Test
    func `names missing fields, long periods, weak hashes and odd countries`() throws {
        #expect(try Self.broken { $0.nextUpdate = nil } == ["nextUpdate.present"])
        #expect(try Self.broken { $0.nextUpdate = ListAuthority.day(2026) } == ["nextUpdate.period"])
        #expect(try Self.broken { $0.number = nil } == ["number.present"])
        #expect(try Self.broken { $0.entries[0].reason = 1 } == ["entries.extensions"])
        var authority = ListAuthority.rsa
        authority.algorithm = .rsaPKCS1(.sha1)
        #expect(try Self.broken(by: authority) { _ in } == ["algorithms.hash"])
        authority = ListAuthority()
        authority.country = "ut"
        #expect(try Self.broken(by: authority) { _ in } == ["issuer.countryForm"])
        authority.country = ""
        #expect(try Self.broken(by: authority) { _ in } == ["issuer.country"])
    }

    private static func broken(master list: [UInt8]) throws -> Set<String> {
        let signed = try SignedData(contentInfo: list)
        let content = try MasterList(encoded: try #require(signed.eContent))
        return Set(MasterListLint().broken(by: signed, content).map { String($0.id.dropFirst("masterList.".count)) })
    }

    private static let listDeviations: [(Set<ListOptions.Deviation>, Set<String>)] = [
        ([], []), ([.unsortedAttributes], ["attributes.sorted"]),
        ([.indefiniteLengths], ["encoding"]), ([.laterVersion], ["version"]), ([.unsortedSet], ["members.sorted"]),
        ([.duplicatedEntry], ["members.once"]), ([.withoutCertificates], ["signer.inside"]),
    ]

    @Test(arguments: listDeviations)
    func `names what is wrong with a master list`(_ deviations: Set<ListOptions.Deviation>, rules: Set<String>) throws {
        let authority = ListAuthority()
        #expect(try Self.broken(master: authority.masterList([authority.csca(serialNumber: [9])], deviations)) == rules)
    }

    @Test
    func `names what is wrong with signer and members of a master list`() throws {
        let authority = ListAuthority()
        let (csca, signer) = (try authority.csca(), try authority.signer())
        let bySerial = ListOptions(signingTime: nil, signerIdentifier: .issuerAndSerialNumber)
        #expect(
            try Self.broken(master: signer.masterList([csca], options: bySerial)) == [
                "signer.identifier", "signingTime",
            ])
        let direct = ListSigner(key: authority.key, certificate: csca, algorithm: authority.algorithm)
        #expect(
            try Self.broken(master: direct.masterList([csca], options: ListAuthority.options)) == [
                "signer.authority", "signer.purpose",
            ])
        let other = try authority.signer(.deviationList).masterList([csca], options: ListAuthority.options)
        #expect(try Self.broken(master: other) == ["signer.purpose"])
        let strangers = try signer.masterList(
            [authority.documentSigner(), [0x30, 0x00]], options: ListAuthority.options)
        #expect(try Self.broken(master: strangers) == ["signer.issuer", "members.authorities", "members.decodable"])
    }
}
