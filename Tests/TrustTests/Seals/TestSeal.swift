import ByteCoding
import Cryptography
import Issuing
import MRZ
import PKI
import Seals
import Standards
import Trust

/// A seal of Utopia, its signer and what is wrong with them; made anew for each test.
struct TestSeal {
    var issuer = TestDocument()
    var signerKey = TestKeys.signer
    var signer = CertificateProfile(
        role: .sealSigner(.constrained, documentTypes: []), serialNumber: [0x5B],
        subject: DirectoryName(country: "UT", commonName: "VS"), notBefore: TestDocument.day(2024),
        notAfter: TestDocument.day(2027), stateCode: "UTO")
    var contents = ConstrainedSealContents(
        issuingCountry: "UTO", signerIdentifier: "UTVS", certificateReference: "5B",
        documentIssueDate: TestDocument.day(2025, 2, 1), signatureCreationDate: TestDocument.day(2025, 2, 2),
        featureDefinitionReference: 0x5D, typeCategory: 0x01, features: [])
    var message = NonConstrainedSealContents(
        type: "icao.test", issuer: "UTO",
        message: .object([
            .init(
                "pid",
                .object([
                    .init("n", .text("ERIKSSON  ANNA MARIA")), .init("dob", .text("1974-08-12")),
                    .init("sex", .text("F")), .init("i", .text("L898902C3")),
                ]))
        ]))
    /// Whether the signer's certificate is at hand.
    var knowsSigner = true
    var time = TestDocument.day(2026)
    var revoked: [[UInt8]]? = []

    static let visaLines = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F3912313<<<<<<<<"]

    /// A visa, or a seal in JSON.
    init(_ kind: CertificateProfile.SealKind = .constrained) throws {
        if kind == .nonConstrained { signer.role = .sealSigner(.nonConstrained, documentTypes: ["NV"]) }
        contents.features = [
            try .zone(2, Self.zone(Self.visaLines)), .init(4, [90, 0, 0]), try .text(5, "L898902C3"), .init(3, [2]),
        ]
    }

    static func zone(_ lines: [String]) throws -> MachineReadableZone {
        try MachineReadableZone(concatenated: lines.joined().utf8)
    }

    private var authority: CertificateIssuer {
        CertificateIssuer(name: issuer.cscaName, key: issuer.cscaKey, algorithm: issuer.cscaAlgorithm)
    }

    func signerCertificate() throws -> Certificate {
        try Certificate(
            encoded: authority.issue(signer, for: signerKey.subjectPublicKeyInfo(explicitParameters: false)))
    }

    func seal() throws -> VisibleDigitalSeal {
        let issuer = SealIssuer(key: signerKey, certificate: try signerCertificate().encoded)
        if case .sealSigner(.nonConstrained, _) = signer.role {
            return .nonConstrained(try NonConstrainedSeal(json: issuer.issue(message)))
        }
        return .constrained(try ConstrainedSeal(encoded: issuer.issue(contents)))
    }

    func evaluate(
        _ policy: TrustPolicy = .operational, anchors: CSCAAnchors? = nil, seal: VisibleDigitalSeal? = nil,
        printed: [String]? = nil
    ) throws -> SealResult {
        let lists = try revoked.map { numbers in
            let encoded = try authority.revocationList(
                number: 1, revoked: numbers.map { ($0, TestDocument.day(2025, 6)) },
                thisUpdate: TestDocument.day(2025, 12),
                nextUpdate: TestDocument.day(2050))
            return [try CertificateRevocationList(encoded: encoded)]
        }
        let authentication = PassiveAuthentication(
            anchors: try anchors ?? CSCAAnchors([issuer.cscaCertificate()]), policy: policy, at: time,
            documentSigners: knowsSigner ? [try signerCertificate()] : [], revocationLists: lists ?? [])
        return authentication.evaluateSeal(try seal ?? self.seal(), printed: try printed.map(Self.zone))
    }
}

extension SealResult {
    /// `code` of the reason, by check, of all that did not simply succeed and decides.
    var open: [String: String] {
        var open: [String: String] = [:]
        for check in checks where check.obligation == .mandatory {
            switch check.finding.result {
            case .failed(let reason): open[check.finding.id.rawValue] = "failed: \(reason.code)"
            case .undetermined(let reason), .aborted(let reason):
                open[check.finding.id.rawValue] = "open: \(reason.code)"
            case .successful, .notSupported: break
            }
        }
        return open
    }
}
