import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

@Suite("What known defects do to checks: TR-03135-1 §5.8.2")
struct DefectEffectTests {
    static func number(_ value: UInt8) -> [UInt8] { [0x02, 0x01, value] }
    static func status(_ value: UInt8) -> [UInt8] { [0x0A, 0x01, value] }

    /// A document, what a list knows of it, and what that makes of a check.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let type: OID
        var parameters: [UInt8]?
        let check: CheckID
        let before: String?
        let after: String?
        let change: @Sendable (inout TestDocument) -> Void
        var testDescription: String { name }

        init(
            _ name: String, _ type: OID, _ parameters: [UInt8]? = nil, _ check: CheckID, _ before: String?,
            _ after: String?, _ change: @escaping @Sendable (inout TestDocument) -> Void = { _ in }
        ) {
            self.name = name
            self.type = type
            self.parameters = parameters
            self.check = check
            self.before = before
            self.after = after
            self.change = change
        }
    }

    static let rows: [Row] = [
        Row("signature of the signer", .deviation(1, 1), nil, .documentSignerSignature, "failed", "undetermined") {
            $0.signer.deviations = [.brokenSignature]
        },
        Row("form of the signer", .deviation(1, 2), number(1), .documentSignerProfile, "failed", "successful") {
            $0.signer.deviations = [.version1]
        },
        Row("issuer in the signer", .deviation(1, 2), number(4), .issuerName, "failed", "successful") {
            $0.namedIssuer = TestDocument.name("Another")
        },
        Row("validity in the signer", .deviation(1, 2), number(5), .documentSignerValidity, "failed", "undetermined") {
            $0.signer.notAfter = TestDocument.day(2025)
        },
        Row("hash of DG2", .deviation(2, 2), number(2), .dataGroupIntegrity(.dg2), "failed", "undetermined") {
            $0.options.deviations = [.wrongHash(.dg2)]
        },
        Row(
            "hash of DG14, but DG2 is wrong", .deviation(2, 2), number(14), .dataGroupIntegrity(.dg2), "failed",
            "failed"
        ) {
            $0.options.deviations = [.wrongHash(.dg2)]
        },
        Row("signature of EF.SOD", .deviation(2, 3), nil, .sodSignature, "failed", "undetermined") {
            $0.options.deviations = [.brokenSignature]
        },
        Row("signature of EF.SOD that is right", .deviation(2, 3), nil, .sodSignature, "successful", "successful"),
        Row("EF.COM", .deviation(2, 4), nil, .comAgreement, "undetermined", "successful") {
            $0.changes[.com] = .read(FileEncoder.com(groups: [.dg1], ldsVersion: "0107"))
        },
        Row("EF.SOD malformed", .deviation(2, 1), number(20), .sodStructure, "failed", "undetermined") {
            $0.changes[.sod] = .read([0x77, 0x02, 0x30, 0x00])
        },
        Row("revoked", .defect(1, 1), status(3), .documentSignerRevocation, "undetermined", "failed"),
        Row("on hold", .defect(1, 1), status(1), .documentSignerRevocation, "undetermined", "undetermined"),
        Row(
            "revoked by a state's own status", .defect(1, 1), status(32), .documentSignerRevocation, "undetermined",
            "undetermined"),
        Row("validity of the signer", .defect(1, 6), status(1), .documentSignerValidity, "failed", "notSupported") {
            $0.signer.notAfter = TestDocument.day(2025)
        },
        Row(
            "validity of the authority, but the signer's is wrong", .defect(1, 6), status(0), .documentSignerValidity,
            "failed", "failed"
        ) {
            $0.signer.notAfter = TestDocument.day(2025)
        },
        Row("validity of both", .defect(1, 6), status(2), .issuerValidity, "failed", "notSupported") {
            $0.csca.notAfter = TestDocument.day(2025)
        },
        Row(
            "data groups malformed", .defect(2, 1), [0x31, 0x03] + number(2), .dataGroupIntegrity(.dg2), "failed",
            "undetermined"
        ) {
            $0.options.deviations = [.wrongHash(.dg2)]
        },
        Row("EF.SOD, signature", .defect(2, 2), status(1), .sodSignature, "failed", "undetermined") {
            $0.options.deviations = [.brokenSignature]
        },
        Row("EF.SOD, digest", .defect(2, 2), status(2), .sodMessageDigest, "failed", "undetermined") {
            $0.options.deviations = [.wrongMessageDigest]
        },
        Row("EF.SOD, hashes", .defect(2, 2), status(4), .dataGroupIntegrity(.dg14), "failed", "undetermined") {
            $0.options.deviations = [.wrongHash(.dg14)]
        },
        Row("EF.COM and EF.SOD", .defect(2, 3), nil, .comAgreement, "undetermined", "successful") {
            $0.changes[.com] = .read(FileEncoder.com(groups: [.dg1], ldsVersion: "0107"))
        },
        Row("country", .defect(2, 5), [0x13, 0x02, 0x55, 0x54], .issuingState, "failed", "successful") {
            $0.cscaName = TestDocument.name("CSCA", country: "FR")
            $0.signer.subject = TestDocument.name("DS", country: "FR")
        },
        Row("something for national use", .deviation(5), nil, .sodSignature, "failed", "failed") {
            $0.options.deviations = [.brokenSignature]
        },
    ]

    private func evaluate(
        _ row: Row, knowing: Bool, country: String? = nil, hasAnchor: Bool = true
    ) throws -> PassiveAuthenticationResult {
        var document = TestDocument()
        row.change(&document)
        var defects = DefectCatalogue()
        let defect = KnownDefect(type: row.type, parameters: row.parameters, source: DefectRuleTests.source)
        defects.add(
            knowing ? [DefectRule(country: country, defects: [defect])] : [], from: DefectRuleTests.source,
            standing: .pinned([1]))
        let material = LoadedTrustMaterial(
            anchors: CSCAAnchors(hasAnchor ? [try document.cscaCertificate()] : []), defects: defects)
        return PassiveAuthentication(material: material, at: document.time).evaluate(try document.reading())
    }

    private func name(_ result: CheckResult?) -> String? {
        switch result {
        case .successful: "successful"
        case .failed: "failed"
        case .undetermined: "undetermined"
        case .notSupported: "notSupported"
        case .aborted: "aborted"
        case nil: nil
        }
    }

    @Test(arguments: rows)
    func `is that of the table, and what the check said before is kept`(row: Row) throws {
        let without = try evaluate(row, knowing: false)
        #expect(name(without[row.check]?.result) == row.before)
        let with = try evaluate(row, knowing: true)
        #expect(with.code(.knownDefects) == "defectKnown")
        #expect(without.code(.knownDefects) != "defectKnown")
        #expect(name(with[row.check]?.result) == row.after, "\(String(describing: with[row.check]))")
        let isChanged = row.before != row.after || row.name == "on hold" || row.name.hasPrefix("revoked by")
        #expect(
            name(with[row.check]?.preDefectResult) == (isChanged && row.type != .defect(2, 5) ? row.before : nil))
        #expect(with.defects.count == 1)
    }

    @Test(arguments: [
        Row("issuer in the signer", .deviation(1, 2), number(4), .issuerName, "undetermined", "noAnchor"),
        Row("form of the authority", .deviation(1, 3), number(4), .issuerName, "undetermined", "noAnchor"),
        Row("EF.COM", .deviation(2, 4), nil, .comAgreement, "undetermined", "noSOD") {
            $0.changes[.sod] = .read([0x77, 0x02, 0x30, 0x00])
        },
        Row("form of the signer", .deviation(1, 2), number(1), .documentSignerProfile, "undetermined", "noSigner") {
            $0.options.includesCertificate = false
        },
    ])
    func `never makes up for what is not at hand`(row: Row) throws {
        let result = try evaluate(row, knowing: true, hasAnchor: false)
        #expect(name(result[row.check]?.result) == row.before)
        #expect(result.code(row.check) == row.after)
        #expect(result.trust != .trusted)
        #expect(result.verdict != .accepted)
    }

    @Test
    func `is nothing for a document of another state`() throws {
        let row = try #require(Self.rows.first { $0.type == .deviation(2, 3) })
        #expect(try evaluate(row, knowing: true, country: "XO").code(.sodSignature) == "signatureWrong")
        #expect(try evaluate(row, knowing: true, country: "UT").code(.sodSignature) == "knownDefect")
    }

    @Test
    func `takes trust away where a list revokes the signer, and keeps what was before`() throws {
        let row = try #require(Self.rows.first { $0.name == "revoked" })
        let result = try evaluate(row, knowing: true)
        #expect(result.trustBeforeDefects == .trusted)
        #expect(result.defects.map(\.isCritical) == [true])
        #expect(result.defects.map(\.isApplied) == [true])
        #expect(result.code(.documentSignerRevocation) == "revoked")
        #expect(result.trust == .notTrusted)
        #expect(result.verdict == .rejected)
    }

    @Test
    func `lets nothing be accepted whose signature is wrong`() throws {
        for row in Self.rows where row.check == .sodSignature && row.before == "failed" {
            #expect(try evaluate(row, knowing: true).verdict != .accepted)
            #expect(try evaluate(row, knowing: true).verifiedSOD == nil)
        }
    }

    @Test
    func `uses the certificate that a list delivers for a signer that is named wrongly`() throws {
        var document = TestDocument()
        document.options.deviations = [.otherSigner]
        let reading = try document.reading()
        let signer = try document.signerCertificate()
        let plain = try document.authentication().evaluate(reading)
        #expect(plain.verdict != .accepted)

        let sod = try #require(reading.bytes(of: .sod))
        let sid = try #require(SOD(encoded: sod).signedData.signerInfos.first?.sid)
        guard case .issuerAndSerialNumber(let issuer, let serialNumber) = sid else { return }
        var defects = DefectCatalogue()
        let defect = KnownDefect(type: .defect(2, 4), parameters: signer, source: DefectRuleTests.source)
        defects.add(
            [
                DefectRule(
                    country: nil, signer: .issuerAndSerialNumber(issuer, serialNumber: serialNumber), defects: [defect])
            ],
            from: DefectRuleTests.source, standing: .pinned([1]))
        let material = LoadedTrustMaterial(anchors: CSCAAnchors([try document.cscaCertificate()]), defects: defects)
        let result = PassiveAuthentication(material: material, at: document.time).evaluate(reading)
        #expect(result[.sodSignature]?.result == .successful)
        #expect(result.trust == .trusted)
    }
}

@Suite("Lists from our issuer, and what they do: TR-03129-2, Doc 9303-12 §9")
struct IssuedDefectListTests {
    private let document = TestDocument()

    private func rules(_ known: [DefectListContents.KnownDefect], hash: [UInt8]? = nil) throws -> [DefectRule] {
        let certificate = try document.signerCertificate()
        let key = TestKeys.other
        let signerCertificate = try document.cscaCertificate().encoded
        let signer = ListSigner(key: key, certificate: signerCertificate, algorithm: .ecdsa(.sha256, encoding: .der))
        let list = try signer.defectList(
            DefectListContents(defects: [.init(signer: .named(by: certificate), certificateHash: hash, known: known)]),
            options: ListOptions(signingTime: document.time))
        let content = try #require(SignedData(contentInfo: list).eContent)
        return DefectRule.rules(of: try DefectList(encoded: content), from: DefectRuleTests.source)
    }

    private func evaluate(
        _ rules: [DefectRule], _ reading: ChipReading? = nil, policy: TrustPolicy = .operational
    ) throws -> PassiveAuthenticationResult {
        var defects = DefectCatalogue()
        defects.add(rules, from: DefectRuleTests.source, standing: .pinned([1]))
        let material = LoadedTrustMaterial(anchors: CSCAAnchors([try document.cscaCertificate()]), defects: defects)
        return PassiveAuthentication(material: material, policy: policy, at: document.time)
            .evaluate(try reading ?? document.reading())
    }

    @Test(arguments: [
        (UInt8(0), TrustStatus.notTrusted), (1, .undetermined), (2, .notTrusted), (3, .notTrusted), (4, .notTrusted),
        (5, .undetermined), (32, .undetermined), (77, .undetermined),
    ])
    func `decide about a revoked signer by its status`(status: UInt8, trust: TrustStatus) throws {
        let rules = try rules([.revoked(status: status)])
        for policy in [TrustPolicy.strict, .operational, .archive] {
            let result = try evaluate(rules, policy: policy)
            // No list gives a date: what is certain counts whenever it was signed, and a doubt is recorded in an archive.
            let isRecorded = policy == .archive && trust == .undetermined
            #expect(result.trust == (isRecorded ? .trusted : trust))
            #expect(result.code(.documentSignerRevocation) == (trust == .notTrusted ? "revoked" : "revocationDoubtful"))
            let text = result[.documentSignerRevocation]?.result.reason?.text ?? ""
            #expect(text.contains("status \(status)") && text.contains("no date"))
            #expect(result.trustBeforeDefects == (policy == .strict ? .undetermined : .trusted))
        }
    }

    @Test
    func `revoke by hash or by name, and excuse by hash alone where they have one`() throws {
        let reading = try document.reading()
        let sod = try SOD(encoded: try #require(reading.bytes(of: .sod)))
        let hash = HashAlgorithm.sha256.hash(try #require(sod.signedData.certificates.first).encoded)
        #expect(try evaluate(rules([.revoked(status: 0)], hash: hash), reading).trust == .notTrusted)
        #expect(try evaluate(rules([.revoked(status: 0)], hash: hash.reversed()), reading).trust == .notTrusted)
        let excuse = DefectListContents.KnownDefect(.defect(2, 3))
        #expect(try evaluate(rules([excuse], hash: hash), reading).defects.count == 1)
        #expect(try evaluate(rules([excuse], hash: hash.reversed()), reading).defects.isEmpty)
    }
}
