import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Trust

/// A document of the specimen state Utopia, its issuer and what is wrong with them; made anew for each test.
struct TestDocument {
    var cscaKey = TestKeys.csca
    var cscaAlgorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .der)
    var cscaName = Self.name("CSCA Utopia")
    /// What the document signer calls its issuer, where that is another name than the issuer's.
    var namedIssuer: DirectoryName?
    var signerKey = TestKeys.signer
    var signerAlgorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .der)
    var hasExplicitParameters = false
    var csca = CertificateProfile(
        role: .csca, serialNumber: [0x01], subject: Self.name("CSCA Utopia"), notBefore: Self.day(2020),
        notAfter: Self.day(2035), privateKeyUsage: Self.day(2020)...Self.day(2025), stateCode: "UTO")
    var signer = CertificateProfile(
        role: .documentSigner(documentTypes: ["P"]), serialNumber: [0x2A], subject: Self.name("Document Signer 1"),
        notBefore: Self.day(2024), notAfter: Self.day(2034), privateKeyUsage: Self.day(2024)...Self.day(2025),
        stateCode: "UTO")
    var options = SODOptions(signingTime: Self.day(2024, 6, 1))
    var lines = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    /// Groups beside DG1.
    var groups: [DataGroup: [UInt8]] = [
        .dg2: FileEncoder.file(of: .dg2, contents: [UInt8](repeating: 0x5A, count: 300)),
        .dg14: FileEncoder.file(of: .dg14, contents: [0x31, 0x00]),
    ]
    /// What the chip gives out, after the object was signed.
    var changes: [ElementaryFile: FileReading.Outcome] = [:]
    /// The time of checking.
    var time = Self.day(2026)

    static func day(_ year: Int, _ month: Int = 1, _ day: Int = 1) -> Timestamp {
        Timestamp(year: year, month: month, day: day) ?? Timestamp(secondsSince1970: 0)
    }

    static func name(_ commonName: String, country: String = "UT") -> DirectoryName {
        DirectoryName(country: country, organization: "Ministry of Utopia", commonName: commonName)
    }

    func cscaCertificate() throws -> Certificate {
        let issuer = CertificateIssuer(name: cscaName, key: cscaKey, algorithm: cscaAlgorithm)
        var profile = csca
        profile.subject = cscaName
        return try Certificate(
            encoded: issuer.issue(
                profile, for: cscaKey.subjectPublicKeyInfo(explicitParameters: hasExplicitParameters)))
    }

    func signerCertificate() throws -> [UInt8] {
        let issuer = CertificateIssuer(name: namedIssuer ?? cscaName, key: cscaKey, algorithm: cscaAlgorithm)
        return try issuer.issue(
            signer, for: signerKey.subjectPublicKeyInfo(explicitParameters: hasExplicitParameters))
    }

    func sod() throws -> [UInt8] {
        var all = groups
        all[.dg1] = FileEncoder.dg1(lines: lines)
        return try SODIssuer(key: signerKey, certificate: signerCertificate(), algorithm: signerAlgorithm)
            .issue(all, options: options)
    }

    func reading(sod: [UInt8]? = nil) throws -> ChipReading {
        var all = groups
        all[.dg1] = FileEncoder.dg1(lines: lines)
        var files: [ElementaryFile: FileReading.Outcome] = [
            .com: .read(FileEncoder.com(groups: all.keys.sorted(), ldsVersion: options.versions?.lds ?? "0107")),
            .sod: .read(try sod ?? self.sod()),
        ]
        for (group, bytes) in all { files[.dataGroup(group)] = .read(bytes) }
        files.merge(changes) { $1 }
        return ChipReading(
            startedAt: Self.day(2026), files: files.map { FileReading(file: $0.key, outcome: $0.value) })
    }

    func authentication(
        _ policy: TrustPolicy = .operational, anchors: CSCAAnchors? = nil, documentSigners: [Certificate] = [],
        revocationLists: [CertificateRevocationList] = []
    ) throws -> PassiveAuthentication {
        PassiveAuthentication(
            anchors: try anchors ?? CSCAAnchors([cscaCertificate()]), policy: policy, at: time,
            documentSigners: documentSigners, revocationLists: revocationLists)
    }

    func evaluate(_ policy: TrustPolicy = .operational, anchors: CSCAAnchors? = nil) throws
        -> PassiveAuthenticationResult
    {
        try authentication(policy, anchors: anchors).evaluate(reading())
    }
}

/// Keys that all tests share, since making them takes longer than a test.
enum TestKeys {
    static let csca = ec(.secp256r1)
    static let signer = ec(.secp256r1)
    static let other = ec(.secp256r1)
    static let brainpool = ec(.brainpoolP384r1)
    static let secp224r1 = ec(.secp224r1)
    static let short = ec(.secp192r1)
    static let rsa = rsa(2048)
    static let exponent3 = rsa(2048, exponent: 3)
    static let exponent38129 = rsa(2048, exponent: 38129)
    static let shortRSA = rsa(1024)
    static let brokenRSA = rsa(512)

    private static func ec(_ curve: EllipticCurve) -> PrivateKey {
        guard let key = try? PrivateKey.generateEC(curve: curve) else { preconditionFailure("OpenSSL makes EC keys") }
        return key
    }

    private static func rsa(_ bits: Int, exponent: UInt32 = 65537) -> PrivateKey {
        guard let key = try? PrivateKey.generateRSA(bits: bits, publicExponent: exponent) else {
            preconditionFailure("OpenSSL makes RSA keys")
        }
        return key
    }
}

extension PassiveAuthenticationResult {
    /// The overall answer that the mandatory checks give.
    enum Verdict { case accepted, undecided, rejected }

    var verdict: Verdict {
        let deciding = findings.filter { obligation(of: $0.id) == .mandatory }.map(\.result)
        if deciding.contains(where: { if case .failed = $0 { true } else { false } }) { return .rejected }
        let isOpen = deciding.contains {
            switch $0 {
            case .undetermined, .aborted: true
            default: false
            }
        }
        return isOpen ? .undecided : .accepted
    }

    /// The codes of the failures, with their checks.
    var failures: [String] {
        findings.compactMap { finding in
            guard case .failed(let reason) = finding.result else { return nil }
            return "\(finding.id): \(reason.code)"
        }
    }

    func code(_ check: CheckID) -> String? { self[check]?.result.reason?.code }

    func integrity(_ group: DataGroup) -> DataGroupIntegrity.Integrity? {
        dataGroups.first { $0.group == group }?.integrity
    }
}

/// Parts of certificates that a test puts together itself.
enum DataObjectParts {
    /// The algorithm outside the signed part, as it is stored.
    static func algorithm(of certificate: Certificate) -> [UInt8] {
        var reader = ByteReader(certificate.encoded)
        let parts = (try? reader.dataObject().children()) ?? []
        return parts.count == 3 ? Array(parts[1].encoded) : []
    }

    static func certificate(_ tbs: [UInt8], _ algorithm: [UInt8], _ signature: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(0x30, containing: [tbs, algorithm, DataObjectWriter.encode(0x03, [0x00] + signature)])
    }
}
