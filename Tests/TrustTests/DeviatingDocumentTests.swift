import ByteCoding
import Cryptography
import Issuing
import LDS
import Standards
import Testing
import Trust

/// One fault, what it makes fail, and under which policies.
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let document: TestDocument
    /// Check and code that fail under every policy.
    let always: [String]
    /// What fails under `strict` and is noted or left open under the others.
    let strictOnly: [String]
    /// The verdict under `operational`.
    let operational: PassiveAuthenticationResult.Verdict
    /// A quirk that `operational` names.
    let quirk: String?

    /// A fault that fails under every policy.
    init(_ name: String, fails: String..., strict: String..., change: (inout TestDocument) -> Void) {
        self.init(name, fails, strict, .rejected, nil, change)
    }

    /// A fault that fails under `strict` only.
    init(
        _ name: String, strict: String..., operational: PassiveAuthenticationResult.Verdict = .accepted,
        quirk: String? = nil, change: (inout TestDocument) -> Void
    ) {
        self.init(name, [], strict, operational, quirk, change)
    }

    private init(
        _ name: String, _ always: [String], _ strictOnly: [String],
        _ operational: PassiveAuthenticationResult.Verdict, _ quirk: String?, _ change: (inout TestDocument) -> Void
    ) {
        testDescription = name
        var document = TestDocument()
        change(&document)
        self.document = document
        self.always = always
        self.strictOnly = strictOnly
        self.operational = operational
        self.quirk = quirk
    }
}

extension Fault {
    static let all: [Fault] = object + content + signer

    /// EF.SOD: LDS_H_17 to 38, 84 and 85.
    private static var object: [Fault] {
        [
            Fault(
                "LDS_H_28: the signer is named by another serial number", fails: "pa.documentSigner.found: otherSigner"
            ) {
                $0.options.deviations = [.otherSigner]
            },
            Fault("LDS_H_29: the signer is named by another key", fails: "pa.documentSigner.found: otherSigner") {
                $0.options.signerIdentifier = .subjectKeyIdentifier
                $0.options.deviations = [.otherSigner]
            },
            Fault("LDS_H_84, 85: version of the signer information", fails: "pa.sod.structure: signerVersion") {
                $0.options.deviations = [.wrongSignerVersion]
            },
            Fault("two signers", fails: "pa.sod.structure: signerCount") { $0.options.deviations = [.secondSigner] },
            Fault("LDS_H_22: the digest is not listed", fails: "pa.sod.algorithms: digestNotListed") {
                $0.options.deviations = [.digestMissingFromList]
            },
            Fault("LDS_H_24: content type of another content", fails: "pa.sod.structure: contentType") {
                $0.options.contentType = .cscaMasterList
            },
            Fault("content type attribute missing", fails: "pa.sod.structure: contentTypeAttribute") {
                $0.options.deviations = [.withoutContentType]
            },
            Fault("content type attribute of another content", fails: "pa.sod.structure: contentTypeAttribute") {
                $0.options.deviations = [.wrongContentType]
            },
            Fault("LDS_H_32: message digest of another content", fails: "pa.sod.messageDigest: differs") {
                $0.options.deviations = [.wrongMessageDigest]
            },
            Fault("LDS_H_33: message digest missing", fails: "pa.sod.structure: messageDigestMissing") {
                $0.options.deviations = [.withoutMessageDigest]
            },
            Fault("no signed attributes", fails: "pa.sod.structure: signedAttributesMissing") {
                $0.options.deviations = [.withoutSignedAttributes]
            },
            Fault(
                "digest and signature algorithm disagree", fails: "pa.sod.algorithms: digestDisagrees",
                "pa.sod.signature: digestDisagrees"
            ) { $0.options.messageDigest = .sha512 },
            Fault(
                "version 1 of the signed data", strict: "pa.sod.structure: signedDataVersion1",
                quirk: "signed-data-version-1"
            ) {
                $0.options.deviations = [.signedDataVersion1]
            },
            Fault("no tag 77", strict: "pa.sod.structure: wrapperMissing", quirk: "Q42-bare-cms") {
                $0.options.deviations = [.withoutWrapper]
            },
            Fault("indefinite lengths", strict: "pa.sod.structure: indefiniteLengths", quirk: "Q32-indefinite-lengths")
            {
                $0.options.hasIndefiniteLengths = true
            },
            Fault("content type data", strict: "pa.sod.structure: genericContentType", quirk: "Q30-content-type-data") {
                $0.options.contentType = .data
            },
            Fault(
                "content type of a draft", strict: "pa.sod.structure: earlyContentType", quirk: "Q43-content-type-early"
            ) {
                $0.options.contentType = .earlyLDSSecurityObject
            },
        ]
    }

    /// The LDS security object, the data groups and EF.COM: LDS_H_39 to 47 and 87 to 92.
    private static var content: [Fault] {
        [
            Fault("LDS_H_43: wrong hash of DG2", fails: "pa.dataGroup.DG2: differs") {
                $0.options.deviations = [.wrongHash(.dg2)]
            },
            Fault(
                "LDS_H_44: no hash of DG1", fails: "pa.dataGroup.DG1: dataGroupNotListed",
                strict: "files.agreement: comDisagrees"
            ) {
                $0.options.deviations = [.withoutHash(.dg1)]
            },
            Fault(
                "LDS_H_45: additional hash of DG10", fails: "pa.dataGroup.DG10: absent",
                strict: "files.agreement: comDisagrees"
            ) {
                $0.options.deviations = [.additionalHash(.dg10)]
                $0.changes[.dataGroup(.dg10)] = .absent(status: 0x6A82)
            },
            Fault("DG14 was taken out", fails: "pa.dataGroup.DG14: absent") {
                $0.changes[.dataGroup(.dg14)] = .absent(status: 0x6A82)
            },
            Fault("DG1 of another document", fails: "pa.dataGroup.DG1: differs") {
                $0.changes[.dataGroup(.dg1)] = .read(FileEncoder.dg1(lines: Array($0.lines.reversed())))
            },
            Fault("DG2 is no such file", fails: "pa.dataGroup.DG2: damaged") {
                $0.changes[.dataGroup(.dg2)] = .damaged([0x61, 0x00], Reason("wrongTag", "tag 61"))
            },
            Fault(
                "a group that is not signed", strict: "files.agreement: comDisagrees",
                "pa.dataGroup.DG14: dataGroupNotListed", operational: .undecided, quirk: "data-group-not-listed"
            ) { $0.options.deviations = [.withoutHash(.dg14)] },
            Fault(
                "LDS_H_90: EF.COM names less", strict: "files.agreement: comDisagrees", operational: .undecided,
                quirk: "com-disagrees"
            ) { $0.changes[.com] = .read(FileEncoder.com(groups: [.dg1, .dg2])) },
            Fault(
                "LDS_H_91: EF.COM names more", strict: "files.agreement: comDisagrees", operational: .undecided,
                quirk: "com-disagrees"
            ) { $0.changes[.com] = .read(FileEncoder.com(groups: [.dg1, .dg2, .dg14, .dg15])) },
            Fault(
                "LDS_H_92: EF.COM says another version", strict: "files.agreement: comDisagrees",
                operational: .undecided, quirk: "com-disagrees"
            ) {
                $0.options.versions = .init()
                $0.changes[.com] = .read(FileEncoder.com(groups: [.dg1, .dg2, .dg14]))
            },
            Fault(
                "EF.COM is none", strict: "files.agreement: comDisagrees", operational: .undecided,
                quirk: "com-disagrees"
            ) { $0.changes[.com] = .read([0x60, 0x00]) },
            Fault(
                "LDS_H_89: LDS 1.9", strict: "pa.sod.securityObject: unknownVersion", operational: .undecided,
                quirk: "lds-object-version"
            ) { $0.options.versions = .init(lds: "0109") },
            Fault(
                "LDS_H_88: version 1 with LDS 1.7", strict: "pa.sod.securityObject: versionMismatch",
                quirk: "lds-version-mismatch"
            ) { $0.options.versions = .init(lds: "0107") },
            Fault(
                "fewer than two hashes", strict: "pa.sod.securityObject: singleDataGroup", operational: .undecided,
                quirk: "single-data-group"
            ) {
                $0.groups = [:]
                $0.changes[.com] = .read(FileEncoder.com(groups: [.dg1]))
            },
        ]
    }

    /// The document signer certificate: LDS_H_48 to 68.
    private static var signer: [Fault] {
        [
            Fault("LDS_H_48: version 1", fails: "pa.documentSigner.profile: version") {
                $0.signer.deviations = [.version1]
            },
            Fault(
                "LDS_H_51: algorithms inside and outside differ", fails: "pa.documentSigner.profile: algorithmsDiffer",
                "pa.documentSigner.signature: signatureWrong"
            ) {
                $0.signer.deviations = [.differingAlgorithms]
            },
            Fault("LDS_H_54: another issuer's name", fails: "pa.issuer.name: issuerNameDiffers") {
                $0.namedIssuer = TestDocument.name("CSCA Elsewhere")
            },
            Fault("LDS_H_56: expired", fails: "pa.documentSigner.validity: expired") {
                $0.signer.notAfter = TestDocument.day(2025)
                $0.changes[.sod] = nil
                $0.options.signingTime = TestDocument.day(2025, 6, 1)
                $0.time = TestDocument.day(2026)
            },
            Fault("not yet valid", fails: "pa.documentSigner.validity: notYetValid") {
                $0.signer.notBefore = TestDocument.day(2027)
            },
            Fault("the issuer expired", fails: "pa.issuer.validity: expired") {
                $0.csca.notAfter = TestDocument.day(2023)
            },
            Fault("LDS_H_63: key not for signatures", fails: "pa.documentSigner.keyUsage: notForSignatures") {
                $0.signer.deviations = [.wrongKeyUsage]
            },
            Fault("LDS_H_67: wrong signature", fails: "pa.documentSigner.signature: signatureWrong") {
                $0.signer.deviations = [.brokenSignature]
            },
            Fault("unknown critical extension", fails: "pa.documentSigner.extensions: unknownCriticalExtension") {
                $0.signer.deviations = [.unknownCriticalExtension]
            },
            Fault("another type of document", fails: "pa.documentSigner.documentType: otherDocumentType") {
                $0.signer.role = .documentSigner(documentTypes: ["ID", "AC"])
            },
            Fault("document of another state", fails: "consistency.issuingState: otherState") {
                $0.lines[0] = "P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<"
            },
            Fault("an issuer's key that anybody can break", fails: "pa.algorithms.strength: brokenKey") {
                ($0.cscaKey, $0.cscaAlgorithm) = (TestKeys.brokenRSA, .rsaPKCS1(.sha256))
            },
            Fault("a key that anybody can break", fails: "pa.algorithms.strength: brokenKey") {
                ($0.signerKey, $0.signerAlgorithm) = (TestKeys.brokenRSA, .rsaPKCS1(.sha256))
            },
            Fault(
                "LDS_H_60, 61: no authority key identifier",
                strict: "pa.documentSigner.profile: authorityKeyIdentifierMissing", quirk: "Q14-aki-missing"
            ) { $0.signer.deviations = [.withoutAuthorityKeyIdentifier] },
            Fault(
                "LDS_H_64: no key usage", strict: "pa.documentSigner.keyUsage: keyUsageMissing",
                quirk: "Q37-key-usage-missing"
            ) { $0.signer.deviations = [.withoutKeyUsage] },
            Fault(
                "basic constraints of no authority", strict: "pa.documentSigner.keyUsage: constraintsInSigner",
                quirk: "constraints-in-signer"
            ) { $0.signer.deviations = [.basicConstraintsInSigner] },
            Fault(
                "SHA-1 by a signer of 2024", strict: "pa.algorithms.strength: weakHashRecently",
                quirk: "Q38-weak-hash-recently"
            ) { $0.signerAlgorithm = .ecdsa(.sha1, encoding: .der) },
            Fault(
                "alternative names of another state", strict: "consistency.issuingState: localityDiffers",
                quirk: "locality-differs"
            ) { $0.signer.stateCode = "XOM" },
            Fault(
                "subject of another country", fails: "pa.documentSigner.profile: differentCountry"
            ) { $0.signer.subject = TestDocument.name("Document Signer 1", country: "XO") },
        ]
    }
}

@Suite("Passive Authentication of deviating documents: TR-03105-5.1 LDS_H")
struct DeviatingDocumentTests {
    /// The certificates that fail take the trust in the issuer with them.
    private func failures(_ result: PassiveAuthenticationResult) -> [String] {
        result.failures.filter { $0 != "pa.issuer.trust: notTrusted" }.sorted()
    }

    @Test(arguments: Fault.all)
    func `fails under the policy that says so, for the reason that is there`(_ fault: Fault) throws {
        let strict = try fault.document.evaluate(.strict)
        let operational = try fault.document.evaluate(.operational)

        #expect(failures(operational) == fault.always.sorted())
        #expect(failures(strict) == (fault.always + fault.strictOnly).sorted())
        #expect(strict.verdict == .rejected)
        #expect(operational.verdict == fault.operational)
        let proofs: [CheckID] = [.sodStructure, .sodMessageDigest, .sodSignature]
        if proofs.contains(where: { operational[$0]?.result != .successful }) {
            #expect(operational.verifiedSOD == nil)
        }
        if let quirk = fault.quirk { #expect(operational.quirks.map(\.description).contains(quirk)) }
    }

    @Test(arguments: Fault.all.filter { !$0.always.isEmpty })
    func `is rejected without a country signing certificate too, or left open`(_ fault: Fault) throws {
        let result = try fault.document.evaluate(anchors: CSCAAnchors())
        #expect(result.verdict != .accepted)
        #expect(result.trust != .trusted)
    }

    @Test
    func `never accepts EF.SOD with a byte changed, unless the byte means nothing`() throws {
        let document = TestDocument()
        let sod = try document.sod()
        let authentication = try document.authentication()
        let genuine = try authentication.evaluate(document.reading(sod: sod))
        #expect(genuine.verdict == .accepted)
        var accepted = 0
        for index in sod.indices {
            var changed = sod
            changed[index] ^= 0x01
            let result = try authentication.evaluate(document.reading(sod: changed))
            guard result.verdict == .accepted else { continue }
            accepted += 1
            #expect(result.signer == genuine.signer, "byte \(index)")
            #expect(result.verifiedSOD?.securityObject == genuine.verifiedSOD?.securityObject, "byte \(index)")
        }
        #expect(accepted < 4, "algorithm parameters outside of what is signed")
    }

    @Test
    func `names a truncation at every byte`() throws {
        let document = TestDocument()
        let sod = try document.sod()
        let authentication = try document.authentication()
        for count in 0..<sod.count {
            let result = try authentication.evaluate(document.reading(sod: Array(sod.prefix(count))))
            #expect(result.code(.sodStructure) == "malformed")
            #expect(result.verdict == .rejected)
            #expect(result.verifiedSOD == nil)
        }
    }

    static let missing: [(outcome: FileReading.Outcome?, verdict: PassiveAuthenticationResult.Verdict, code: String)] =
        [
            (.absent(status: 0x6A82), .rejected, "sodMissing"), (.refused(status: 0x6982), .rejected, "sodMissing"),
            (.partial([0x77], total: 100), .undecided, "sodPartial"), (.skipped, .undecided, "sodNotRead"),
            (.damaged([0x78, 0x00], Reason("wrongTag", "tag 78")), .rejected, "malformed"),
            (.read([]), .rejected, "malformed"), (.read([0x77, 0x00]), .rejected, "malformed"),
        ]

    @Test(arguments: missing)
    func `says what became of a missing EF.SOD`(
        outcome: FileReading.Outcome?, verdict: PassiveAuthenticationResult.Verdict, code: String
    ) throws {
        var document = TestDocument()
        document.changes[.sod] = outcome
        let result = try document.evaluate()
        #expect(result.verdict == verdict)
        #expect(result.code(.sodStructure) == code)
        #expect(result.trust == .undetermined)
        #expect(result.dataGroups.allSatisfy { $0.integrity == .aborted })
    }

    static let unread: [(FileReading.Outcome, DataGroup, DataGroupIntegrity.Integrity, code: String)] = [
        (.skipped, .dg2, .present, "notRead"), (.refused(status: 0x6982), .dg2, .aborted, "refused"),
        (.protected, .dg2, .aborted, "refused"),
        (.partial([0x75], total: 300), .dg2, .aborted, "partial"), (.protected, .dg3, .present, "protected"),
        (.absent(status: 0x6A82), .dg3, .present, "protected"), (.refused(status: 0x6982), .dg3, .present, "protected"),
    ]

    @Test(arguments: unread)
    func `says what became of a group that was not read`(
        outcome: FileReading.Outcome, group: DataGroup, integrity: DataGroupIntegrity.Integrity, code: String
    ) throws {
        var document = TestDocument()
        document.groups[group] = FileEncoder.file(of: group, contents: [0x02, 0x01, 0x00])
        document.changes[.dataGroup(group)] = outcome
        let result = try document.evaluate()
        #expect(result.integrity(group) == integrity)
        #expect(result.code(.dataGroupIntegrity(group)) == code)
        #expect(result.verdict == (integrity == .aborted ? .undecided : .accepted))
    }

    @Test
    func `names short keys and SHA-1 of its time, and accepts them under every policy`() throws {
        var document = TestDocument()
        document.signer.notBefore = TestDocument.day(2015)
        document.signerAlgorithm = .ecdsa(.sha1, encoding: .der)
        document.signerKey = TestKeys.short
        document.cscaKey = TestKeys.shortRSA
        document.cscaAlgorithm = .rsaPKCS1(.sha1)
        for policy in [TrustPolicy.strict, .operational, .archive] {
            let result = try document.evaluate(policy)
            #expect(result.failures == [])
            #expect(
                result.quirks.map(\.description) == [
                    "Q6-weak-hash", "Q6-weak-hash", "short-key", "Q40-digests-differ",
                ])
            #expect(result.quirks.filter { $0.number == "Q6" }.map(\.place) == [.issuer, .document])
        }
    }

    @Test
    func `names the exponent 3 and verifies with it`() throws {
        var document = TestDocument()
        (document.signerKey, document.signerAlgorithm) = (TestKeys.exponent3, .rsaPKCS1(.sha256))
        let result = try document.evaluate(.strict)
        #expect(result.failures == [])
        #expect(result.quirks.map(\.description) == ["Q4-rsa-exponent-3"])
    }

    @Test
    func `compares a damaged file as it was signed`() throws {
        var document = TestDocument()
        document.groups[.dg14] = [0x6F, 0x01, 0x00]
        document.changes[.dataGroup(.dg14)] = .damaged([0x6F, 0x01, 0x00], Reason("wrongTag", "tag 6F"))
        #expect(try document.evaluate().integrity(.dg14) == .identical)
    }
}
