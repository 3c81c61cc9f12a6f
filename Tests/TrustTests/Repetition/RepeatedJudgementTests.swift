import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

@Suite("Security objects judged by what is known of their signer")
struct RepeatedJudgementTests {
    static let policies: [TrustPolicy] = [.strict, .operational, .archive]

    /// Judges both and says whether the short way was taken; everything but words and moments has to be the same.
    static func compare(
        _ judge: inout RepeatedJudgement, _ context: PassiveAuthentication, _ record: SecurityObjectRecord,
        _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        let before = judge.counts.repeated
        let short = judge.judge(record).result
        let full = context.evaluate(record)
        #expect(short.findings.map(\.id) == full.findings.map(\.id), "\(what)", sourceLocation: sourceLocation)
        for (one, other) in zip(short.findings, full.findings) {
            #expect(Outcome(one) == Outcome(other), "\(what): \(one.id)", sourceLocation: sourceLocation)
        }
        #expect(short.verdict == full.verdict, "\(what)", sourceLocation: sourceLocation)
        #expect(short.trust == full.trust, sourceLocation: sourceLocation)
        #expect(short.dataGroups == full.dataGroups, "\(what)", sourceLocation: sourceLocation)
        #expect(short.signer == full.signer, sourceLocation: sourceLocation)
        #expect(short.anchor == full.anchor, sourceLocation: sourceLocation)
        #expect(short.quirks == full.quirks, "\(what)", sourceLocation: sourceLocation)
        #expect(short.hasRevocationLists == full.hasRevocationLists, sourceLocation: sourceLocation)
        return judge.counts.repeated > before
    }

    private struct Outcome: Equatable {
        let kind: String
        let code: String?

        init(_ finding: Finding) {
            code = finding.result.reason?.code
            kind =
                switch finding.result {
                case .successful: "successful"
                case .failed: "failed"
                case .undetermined: "undetermined"
                case .notSupported: "notSupported"
                case .aborted: "aborted"
                }
        }
    }

    private static func context(_ document: TestDocument, _ policy: TrustPolicy) throws -> PassiveAuthentication {
        try document.authentication(policy)
    }

    @Test(arguments: GenuineKind.all, policies)
    func `agree with the judgement in full, for genuine documents`(_ kind: GenuineKind, _ policy: TrustPolicy) throws {
        let context = try Self.context(kind.document, policy)
        var judge = RepeatedJudgement(context)
        // Certificates are signed anew each time, so that one signer's documents have to share one.
        let signer = try Signer(kind.document)
        for isHashed in [false, true] {
            _ = Self.compare(&judge, context, try signer.record(kind.document, isHashed: isHashed), "first")
        }
        var other = kind.document
        other.groups[.dg2] = FileEncoder.file(of: .dg2, contents: [UInt8](repeating: 0x17, count: 300))
        other.lines[1] = "L898902C45UTO7408122F1204159ZE184226B<<<<<16"
        for isHashed in [false, true] {
            _ = Self.compare(&judge, context, try signer.record(other, isHashed: isHashed), "second")
        }
    }

    @Test(arguments: policies)
    func `take the short way for another document of the same signer`(_ policy: TrustPolicy) throws {
        var document = TestDocument()
        let context = try Self.context(document, policy)
        var judge = RepeatedJudgement(context)
        let signer = try Signer(document)
        #expect(!Self.compare(&judge, context, try signer.record(document, isHashed: true)))
        for number in 0..<20 {
            document.options.signingTime = TestDocument.day(2024, 6, 1 + number)
            document.groups[.dg14] = FileEncoder.file(of: .dg14, contents: [0x31, UInt8(number)])
            #expect(Self.compare(&judge, context, try signer.record(document, isHashed: true)), "\(number)")
        }
    }

    @Test(arguments: Fault.all, policies)
    func `agree with the judgement in full, for documents with a fault`(_ fault: Fault, _ policy: TrustPolicy) throws {
        let genuine = TestDocument()
        let context = try Self.context(genuine, policy)
        var judge = RepeatedJudgement(context)
        let signer = try Signer(genuine)
        for isHashed in [false, true] {
            _ = Self.compare(&judge, context, try signer.record(genuine, isHashed: isHashed), "genuine")
            // Once by the genuine certificate where the fault is not in it, and once by its own.
            for faulty in [try signer.record(fault.document, isHashed: isHashed), try fault.record(isHashed)] {
                for _ in 0..<2 { _ = Self.compare(&judge, context, faulty, "faulty") }
            }
            let own = try Self.context(fault.document, policy)
            var other = RepeatedJudgement(own)
            for _ in 0..<2 { _ = Self.compare(&other, own, try fault.record(isHashed), "its own issuer") }
        }
    }

    @Test(arguments: FieldFault.all)
    func `agree with the judgement in full, field by field`(_ fault: FieldFault) throws {
        var object = HandmadeSOD()
        let genuine = SecurityObjectRecord(sod: try object.encoded(), files: Self.files(object.document))
        fault.change(&object)
        let faulty = SecurityObjectRecord(sod: try object.encoded(), files: Self.files(object.document))
        for policy in Self.policies {
            let context = try Self.context(object.document, policy)
            var judge = RepeatedJudgement(context)
            for record in [genuine, faulty, genuine, faulty] { _ = Self.compare(&judge, context, record) }
        }
    }

    @Test
    func `take no byte for another one`() throws {
        let document = TestDocument()
        let context = try Self.context(document, .operational)
        var judge = RepeatedJudgement(context)
        let record = try Signer(document).record(document, isHashed: true)
        _ = judge.judge(record)
        for index in stride(from: 0, to: record.sod.count, by: 3) {
            var sod = record.sod
            sod[index] ^= 1 << (index % 8)
            let changed = SecurityObjectRecord(sod: sod, hashes: Self.hashes(document))
            // Only bytes that nobody signed, of which there are none outside of numbers already refused, may change.
            #expect(!Self.compare(&judge, context, changed, "byte \(index)"), "byte \(index)")
        }
        for count in stride(from: 0, to: record.sod.count, by: 5) {
            let cut = SecurityObjectRecord(sod: Array(record.sod.prefix(count)), hashes: Self.hashes(document))
            #expect(!Self.compare(&judge, context, cut, "\(count) bytes"))
        }
        #expect(
            !Self.compare(&judge, context, SecurityObjectRecord(sod: record.sod + [0], hashes: Self.hashes(document))))
        #expect(Self.compare(&judge, context, record))
    }

    @Test(arguments: DataGroup.allCases, [false, true])
    func `compare every data group`(_ group: DataGroup, _ isHashed: Bool) throws {
        var document = TestDocument()
        for other in DataGroup.allCases where other != .dg1 {
            document.groups[other] = FileEncoder.file(of: other, contents: [0x30, 0x00, UInt8(other.rawValue)])
        }
        let context = try Self.context(document, .operational)
        var judge = RepeatedJudgement(context)
        let record = try Signer(document).record(document, isHashed: isHashed)
        for _ in 0..<2 { _ = judge.judge(record) }
        #expect(Self.compare(&judge, context, record))

        var (files, hashes) = (Self.files(document), Self.hashes(document))
        files[group]?[2] ^= 0x01
        hashes[group]?[31] ^= 0x01
        let changed = SecurityObjectRecord(
            sod: record.sod, files: isHashed ? [:] : files, hashes: isHashed ? hashes : [:])
        #expect(!Self.compare(&judge, context, changed))
        #expect(judge.judge(changed).result.verdict == .rejected)
    }

    static let moments: [Timestamp] = [2024, 2025, 2034, 2020, 2035].flatMap { (year: Int) -> [Timestamp] in
        let day = TestDocument.day(year).secondsSince1970
        return [day - 1, day, day + 1].map { Timestamp(secondsSince1970: $0) }
    }

    @Test(arguments: policies)
    func `know at which moments of signing a judgement changes`(_ policy: TrustPolicy) throws {
        var document = TestDocument()
        let context = try Self.context(document, policy)
        let signer = try Signer(document)
        // In both orders, so that each moment comes behind each neighbour.
        for moments in [Self.moments.sorted(), Self.moments.sorted().reversed()] {
            var judge = RepeatedJudgement(context)
            for moment in moments {
                document.options.signingTime = moment
                _ = Self.compare(&judge, context, try signer.record(document, isHashed: true), "\(moment)")
            }
        }
        // Without a time of signing, the time of reading counts under `archive`.
        document.options.signingTime = nil
        var judge = RepeatedJudgement(context)
        for moment in Self.moments.sorted() {
            let record = try signer.record(document, isHashed: true)
            _ = Self.compare(
                &judge, context,
                SecurityObjectRecord(sod: record.sod, hashes: Self.hashes(document), readAt: moment), "\(moment)")
        }
    }

    @Test
    func `ask DG1 for type and state each time it is there`() throws {
        let document = TestDocument()
        let context = try Self.context(document, .operational)
        var judge = RepeatedJudgement(context)
        let signer = try Signer(document)
        _ = judge.judge(try signer.record(document, isHashed: false))
        var others: [TestDocument] = []
        for line in ["V<UTO", "P<D<<", "PPUTO", "P<XXX", "p<UTO", "P\u{1}UTO"] {
            var other = document
            other.lines[0] = line + other.lines[0].dropFirst(5)
            others.append(other)
        }
        for other in others + others {
            let record = try signer.record(other, isHashed: false)
            _ = Self.compare(&judge, context, record, other.lines[0])
        }
        let state = try judge.judge(signer.record(others[1], isHashed: false)).result
        #expect(state.code(.issuingState) == "otherState")
        let hashed = try judge.judge(signer.record(others[1], isHashed: true)).result
        #expect(hashed.code(.issuingState) == "onlyHash")
        #expect(hashed.verdict == .accepted)
    }

    @Test(arguments: [false, true])
    func `ask what is known to be wrong with each document`(_ isHashed: Bool) throws {
        var document = TestDocument()
        var source = TrustDelivery.Source(kind: .deviationList, name: "list", sha256: [1])
        source.country = "UT"
        let wrong = KnownDefect(
            type: .deviationList.appending(2).appending(2), parameters: [0x02, 0x01, 0x02], source: source)
        var defects = DefectCatalogue()
        defects.add(
            [
                DefectRule(country: "UT", documentNumbers: ["L898902C4"], defects: [wrong]),
                DefectRule(
                    country: "UT", issuingDates: TestDocument.day(2024, 7, 1)...TestDocument.day(2024, 8, 1),
                    defects: [wrong]),
            ], from: source, standing: .direct)
        let context = PassiveAuthentication(
            material: LoadedTrustMaterial(
                anchors: CSCAAnchors([try document.cscaCertificate()]), defects: defects),
            at: document.time)
        var judge = RepeatedJudgement(context)
        let signer = try Signer(document)
        for number in ["L898902C3", "L898902C4", "L898902C3", "L898902C4"] {
            document.lines[1] = number + document.lines[1].dropFirst(9)
            for (month, day) in [(6, 1), (7, 1), (7, 31), (8, 2), (6, 30), (7, 2)] {
                document.options.signingTime = TestDocument.day(2024, month, day)
                let record = try signer.record(document, isHashed: isHashed)
                _ = Self.compare(&judge, context, record, "\(number), \(month)-\(day)")
                let isMeant = month == 7 || number == "L898902C4" && !isHashed
                #expect(judge.judge(record).result.defects.isEmpty != isMeant)
            }
        }
        #expect(judge.counts.repeated > judge.counts.all / 2)
    }

    @Test
    func `leave open what a hash of another function says`() throws {
        let document = TestDocument()
        let context = try Self.context(document, .operational)
        var judge = RepeatedJudgement(context)
        let record = try Signer(document).record(document, isHashed: true)
        _ = judge.judge(record)
        let named = SecurityObjectRecord(
            sod: record.sod, hashes: Self.hashes(document), hashAlgorithm: .sha512)
        var hashes = Self.hashes(document)
        hashes[.dg2] = HashAlgorithm.sha1.hash(Self.files(document)[.dg2] ?? [])
        for other in [named, SecurityObjectRecord(sod: record.sod, hashes: hashes)] {
            #expect(!Self.compare(&judge, context, other))
            #expect(judge.judge(other).result.code(.dataGroupIntegrity(.dg2)) == "otherHash")
            #expect(judge.judge(other).result.verdict == .undecided)
        }
    }

    @Test
    func `do not accept an object that came alone`() throws {
        let document = TestDocument()
        let context = try Self.context(document, .operational)
        var judge = RepeatedJudgement(context)
        let alone = SecurityObjectRecord(sod: try document.sod())
        for _ in 0..<2 { _ = Self.compare(&judge, context, alone) }
        #expect(judge.judge(alone).result.verdict == .undecided)
        #expect(judge.judge(alone).result.code(.issuingState) == "noSignedDG1")
    }

    // MARK: Records

    static func files(_ document: TestDocument) -> [DataGroup: [UInt8]] {
        var files = document.groups
        files[.dg1] = FileEncoder.dg1(lines: document.lines)
        return files
    }

    static func hashes(_ document: TestDocument) -> [DataGroup: [UInt8]] {
        files(document).mapValues { document.options.groupDigest.hash($0) }
    }

    static func record(_ document: TestDocument, sod: [UInt8], isHashed: Bool) -> SecurityObjectRecord {
        SecurityObjectRecord(
            sod: sod, files: isHashed ? [:] : files(document), hashes: isHashed ? hashes(document) : [:])
    }

    /// One certificate for all documents that it signs.
    struct Signer {
        let issuer: SODIssuer

        init(_ document: TestDocument) throws {
            issuer = SODIssuer(
                key: document.signerKey, certificate: try document.signerCertificate(),
                algorithm: document.signerAlgorithm)
        }

        func record(_ document: TestDocument, isHashed: Bool) throws -> SecurityObjectRecord {
            let sod = try issuer.issue(RepeatedJudgementTests.files(document), options: document.options)
            return RepeatedJudgementTests.record(document, sod: sod, isHashed: isHashed)
        }
    }
}

extension Fault {
    fileprivate func record(_ isHashed: Bool) throws -> SecurityObjectRecord {
        RepeatedJudgementTests.record(document, sod: try document.sod(), isHashed: isHashed)
    }
}
