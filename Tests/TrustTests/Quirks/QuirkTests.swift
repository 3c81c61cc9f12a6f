import ByteCoding
import Cryptography
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust

@Suite("Quirks of certificates of real authorities: RFC 5280, Doc 9303-12 §7.1.1")
struct CertificateQuirkTests {
    private static let authority = ListAuthority()
    /// What every certificate of the issuer has that writes out its curve.
    private static let usual: Set<CertificateQuirk> = [.explicitCurve]

    private static func quirks(_ certificate: [UInt8], among others: [[UInt8]] = []) throws -> Set<CertificateQuirk> {
        let certificate = try Certificate(encoded: certificate)
        let quirks = CertificateQuirks().quirks(
            of: certificate, among: CertificateNeighbours(try others.map { try Certificate(encoded: $0) }))
        #expect(Set(quirks).count == quirks.count)
        return Set(quirks).subtracting(usual)
    }

    private static let deviations: [(CertificateProfile.Deviation, Set<CertificateQuirk>)] = [
        (CertificateProfile.Deviation.otherAlgorithmParameters, [.nullBehindECDSA]),
        (.unwrappedSubjectKeyIdentifier, [.bareKeyIdentifier]),
        (.withoutAuthorityKeyIdentifier, [.authorityKeyIdentifierMissing]),
        (.authorityKeyIdentifierWithIssuer, [.authorityKeyIdentifierWithIssuer]),
        (.withoutBasicConstraints, [.basicConstraintsMissing]), (.notAuthority, [.notAuthority, .pathLengthMissing]),
        (.basicConstraintsNotCritical, [.basicConstraintsNotCritical]), (.withoutKeyUsage, [.keyUsageMissing]),
        (.keyUsageNotCritical, [.keyUsageNotCritical]),
        (.keyUsageWithoutCertificateSigning, [.withoutCertificateSigning]),
        (.additionalKeyUsage, [.additionalKeyUsage]), (.withoutPrivateKeyUsagePeriod, [.privateKeyUsageMissing]),
        (.privateKeyUsageWithoutEnd, [.privateKeyUsageWithoutEnd]), (.negativeSerialNumber, [.negativeSerialNumber]),
        (.generalizedTime, [.earlyGeneralizedTime]), (.vendorExtensions, [.vendorExtensions]),
    ]

    @Test(arguments: deviations)
    func `are named, and the certificate is taken`(
        _ deviation: CertificateProfile.Deviation, quirks: Set<CertificateQuirk>
    ) throws {
        #expect(try Self.quirks(LintCases.certificate(.csca) { $0.deviations = [deviation] }) == quirks)
    }

    @Test
    func `are none in a certificate to the profile but its written-out curve`() throws {
        #expect(try Self.quirks(Self.authority.csca()) == [])
    }

    @Test
    func `name odd numbers of keys, signatures, serials and times`() throws {
        let exponent3 = try PrivateKey.generateRSA(bits: 2048, publicExponent: 3).subjectPublicKeyInfo()
        let exponent38129 = try PrivateKey.generateRSA(bits: 2048, publicExponent: 38129).subjectPublicKeyInfo()
        func link(_ key: [UInt8]) throws -> Set<CertificateQuirk> {
            try Self.quirks(LintCases.certificate(.link(hasNewName: false), key: key))
        }
        #expect(try link(exponent3) == [.exponent3, .selfIssuedLink, .algorithmChange])
        #expect(try link(exponent38129) == [.unusualExponent, .selfIssuedLink, .algorithmChange])
        var rsa = ListAuthority.rsa
        #expect(try Self.quirks(rsa.csca([.keyWithoutNull])) == [.withoutNullBehindRSA])
        #expect(try Self.quirks(rsa.csca([.otherAlgorithmParameters])) == [.withoutNullBehindRSA])
        rsa.algorithm = .rsaPKCS1(.sha1)
        #expect(try Self.quirks(rsa.csca()) == [.weakHash])
        rsa.algorithm = .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 20)
        #expect(try Self.quirks(rsa.csca()) == [.saltLength])
        #expect(try Self.quirks(Self.authority.csca(serialNumber: [0])) == [.zeroSerialNumber])
        #expect(
            try Self.quirks(LintCases.certificate(.csca) { $0.notAfter = ListAuthority.day(2051) })
                == [.longValidity, .lateValidity])
        #expect(
            try Self.quirks(
                LintCases.certificate(.csca) { $0.serialNumber = [UInt8](repeating: 1, count: 21) })
                == [.longSerialNumber])
    }

    @Test
    func `name what authorities do with names`() throws {
        func named(_ change: (inout DirectoryName) -> Void) throws -> Set<CertificateQuirk> {
            var name = Self.authority.name
            change(&name)
            return try Self.quirks(LintCases.certificate(.csca, issuerName: name) { $0.subject = name })
        }
        #expect(try named { $0.country = "gb" } == [.countryNotUpperCase])
        #expect(try named { $0.country = "LTU" } == [.countryOfThreeLetters])
        #expect(try named { $0.country = "" } == [.countryMissing])
        #expect(try named { $0.country = "ZZ" } == [.otherCountryCode])
        #expect(
            try named {
                $0.country = "DE"
                $0.stringType = .teletex
            } == [.earlyStringType])
        #expect(
            try named {
                $0.country = "DE"
                $0.emailAddress = "a@example.invalid"
            } == [.electronicMailInName])
        let old = DirectoryName(country: "BM", commonName: "CSCA")
        #expect(
            try Self.quirks(
                LintCases.certificate(.link(hasNewName: false), issuerName: old) { $0.subject.country = "GB" })
                == [.renamedWithoutNameChange, .otherCountryIssuer])
        #expect(
            try Self.quirks(LintCases.certificate(.csca) { $0.subject.organization = "MINISTRY" })
                == [.differentlyWrittenName])
        #expect(
            try Self.quirks(
                LintCases.certificate(
                    .link(hasNewName: true), issuerName: DirectoryName(country: "UT", commonName: "Old"))
            ) == [.nameChange])
        #expect(
            try Self.quirks(
                LintCases.certificate(.link(hasNewName: true)) { $0.deviations = [.criticalNameChange] })
                == [.criticalNameChange, .selfIssuedLink])
    }

    @Test
    func `name what is in extensions of authorities that only signers have, and odd path lengths`() throws {
        #expect(try Self.quirks(LintCases.certificate(.csca) { $0.pathLength = nil }) == [.pathLengthMissing])
        #expect(try Self.quirks(LintCases.certificate(.csca) { $0.pathLength = 2 }) == [.pathLengthNotZero])
        let extensions: [(OID, [UInt8], CertificateQuirk)] = [
            (.extendedKeyUsage, [0x30, 0x00], .extendedKeyUsage),
            (.documentTypeList, [0x30, 0x05, 0x02, 0x01, 0x00, 0x31, 0x00], .documentTypes),
        ]
        for (oid, value, quirk) in extensions {
            let certificate = try LintCases.certificate(.csca) { $0.otherExtensions = [.init(oid, value: value)] }
            #expect(try Self.quirks(certificate) == [quirk])
        }
        #expect(
            try Self.quirks(LintCases.certificate(.csca) { $0.subjectKeyIdentifier = [UInt8](1...8) })
                .contains(.otherKeyIdentifier))
        #expect(
            try Self.quirks(
                LintCases.certificate(.csca) { $0.privateKeyUsage = ListAuthority.day(2024)...ListAuthority.day(2040) })
                == [.privateKeyUsageTooLong])
    }

    @Test
    func `are found between two certificates`() throws {
        let csca = try Self.authority.csca()
        #expect(try Self.quirks(csca, among: [csca]) == [])
        #expect(try Self.quirks(csca, among: [Self.authority.csca(serialNumber: [2])]) == [.sameKeyAgain])
        var other = ListAuthority()
        other.key = ListAuthority.keys[3]
        #expect(
            try Self.quirks(csca, among: [other.csca()]) == [.sameIssuerAndSerialNumber, .severalKeysOfOneName])
    }

    @Test(arguments: CertificateQuirk.allCases)
    func `have numbers, names and words`(_ quirk: CertificateQuirk) {
        #expect(quirk.quirk.number?.hasPrefix("Q") == true)
        #expect(!quirk.quirk.name.contains(" ") && !quirk.quirk.words.isEmpty)
    }
}
