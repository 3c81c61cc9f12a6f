import Cryptography
import Issuing
import PKI
import Standards
import Testing
import Trust

@Suite("Revocation of a state with several keys: Doc 9303-12 §4.3 and D.1.2")
struct StateRevocationTests {
    /// An authority of Utopia with its own key, and the certificates that lists know of it.
    private struct Authority {
        var name: DirectoryName
        var key: PrivateKey
        var serialNumber: UInt8
        var year: Int

        var issuer: CertificateIssuer {
            CertificateIssuer(name: name, key: key, algorithm: .ecdsa(.sha256, encoding: .der))
        }

        func profile(_ role: CertificateProfile.Role, serialNumber: UInt8) -> CertificateProfile {
            CertificateProfile(
                role: role, serialNumber: [serialNumber], subject: name, notBefore: TestDocument.day(year),
                notAfter: TestDocument.day(2040), stateCode: "UTO")
        }

        func certificate() throws -> Certificate {
            try Certificate(
                encoded: issuer.issue(profile(.csca, serialNumber: serialNumber), for: key.subjectPublicKeyInfo()))
        }

        func link(from old: Authority, serialNumber: UInt8) throws -> Certificate {
            try Certificate(
                encoded: old.issuer.issue(
                    profile(.link(hasNewName: old.name != name), serialNumber: serialNumber),
                    for: key.subjectPublicKeyInfo()))
        }

        func list(
            revoking serialNumbers: [UInt8], on date: Timestamp = TestDocument.day(2025),
            _ change: (inout RevocationListProfile) -> Void = { _ in }
        ) throws -> CertificateRevocationList {
            var profile = RevocationListProfile(
                thisUpdate: TestDocument.day(2025, 12, 1), nextUpdate: TestDocument.day(2026, 3, 1),
                entries: serialNumbers.map { .init(serialNumber: [$0], date: date) })
            change(&profile)
            return try CertificateRevocationList(encoded: issuer.issue(profile))
        }
    }

    /// The authority that issued the document's signer, and the ones after it.
    private let old = Authority(
        name: TestDocument.name("CSCA Utopia"), key: TestKeys.csca, serialNumber: 0x01, year: 2020)
    private let new = Authority(
        name: TestDocument.name("Authority of Utopia"), key: TestKeys.other, serialNumber: 0x71, year: 2024)
    private let signer: UInt8 = 0x2A

    private func evaluate(
        _ lists: [CertificateRevocationList], _ anchors: [Certificate], policy: TrustPolicy = .operational,
        document: TestDocument = TestDocument()
    ) throws -> PassiveAuthenticationResult {
        try document.authentication(policy, anchors: CSCAAnchors(anchors), revocationLists: lists)
            .evaluate(document.reading())
    }

    private func anchors() throws -> [Certificate] { [try old.certificate(), try new.certificate()] }

    /// What ties the authority of the newest key to the one that issued the signer.
    enum Tie: CaseIterable { case sameName, link, chainOfLinks, keyUnderBothNames }

    /// The newest authority, and what is known of both.
    private func tied(_ tie: Tie) throws -> (newest: Authority, anchors: [Certificate]) {
        var newest = new
        if tie == .sameName { newest.name = old.name }
        var anchors = [try old.certificate(), try newest.certificate()]
        switch tie {
        case .sameName: break
        case .link: anchors.append(try newest.link(from: old, serialNumber: 0x73))
        case .chainOfLinks:
            let middle = Authority(
                name: TestDocument.name("Office of Utopia"), key: TestKeys.brainpool, serialNumber: 0x70, year: 2022)
            anchors.append(try middle.link(from: old, serialNumber: 0x72))
            anchors.append(try newest.link(from: middle, serialNumber: 0x73))
        case .keyUnderBothNames:
            var renamed = newest
            renamed.name = old.name
            renamed.serialNumber = 0x74
            anchors.append(try renamed.certificate())
        }
        return (newest, anchors)
    }

    @Test(arguments: Tie.allCases, policies)
    func `is told by the newest key for signers of all older ones, also under a new name`(
        tie: Tie, policy: TrustPolicy
    ) throws {
        let (newest, anchors) = try tied(tie)
        let before = try newest.list(revoking: [signer], on: TestDocument.day(2024, 5, 1))
        let revoked = try evaluate([before], anchors, policy: policy)
        #expect(revoked.code(.documentSignerRevocation) == "revoked")
        #expect(revoked.verdict == .rejected)
        let later = try evaluate([newest.list(revoking: [signer])], anchors, policy: policy)
        #expect(later.verdict == (policy == .archive ? .accepted : .rejected))
        #expect(later.quirks.map(\.name).contains("revoked-after-signing") == (policy == .archive))
        let other = try evaluate([newest.list(revoking: [0x2B])], anchors, policy: policy)
        #expect(other[.documentSignerRevocation]?.result == .successful)
        #expect(other.verdict == .accepted)
    }

    /// Another authority of the state gives serial numbers of its own.
    @Test(arguments: policies, [UInt8(0x2A), 0x01])
    func `stays open where another authority of the state revoked the same serial number`(
        policy: TrustPolicy, named: UInt8
    ) throws {
        let what = named == signer ? "document signer certificate" : "country signing certificate"
        let list = try new.list(revoking: [named], on: TestDocument.day(2024, 5, 1))
        let result = try evaluate([list, old.list(revoking: [])], anchors(), policy: policy)
        #expect(result.code(.documentSignerRevocation) == "revokedPerhaps")
        let text = result[.documentSignerRevocation]?.result.reason?.text
        #expect(text?.contains("Authority of Utopia") == true && text?.contains(what) == true)
        #expect(result.failures.isEmpty)
        #expect(result.verdict == (policy == .archive ? .accepted : .undecided))
        let certain = try evaluate([list, old.list(revoking: [named])], anchors())
        #expect(certain.verdict == .rejected, "its own authority says so too")
        #expect(try evaluate([new.list(revoking: [0x2B])], anchors(), policy: policy).verdict == .accepted)
    }

    /// One list by the newest key stands for all older ones; the name may have changed without a link certificate.
    @Test(arguments: policies)
    func `is told by the newest key for an older one that gives no list any more, whatever its name`(
        policy: TrustPolicy
    ) throws {
        let list = try new.list(revoking: [signer], on: TestDocument.day(2024, 5, 1))
        let lapsed = try old.list(revoking: []) {
            $0.thisUpdate = TestDocument.day(2025, 1, 1)
            $0.nextUpdate = TestDocument.day(2025, 4, 1)
        }
        for lists in [[list], [list, lapsed]] {
            let result = try evaluate(lists, anchors(), policy: policy)
            #expect(result.code(.documentSignerRevocation) == "revoked")
            #expect(result.verdict == .rejected)
        }
    }

    @Test
    func `of the same serial number elsewhere, after the document was signed, is a remark in an archive`() throws {
        let lists = [try new.list(revoking: [signer]), try old.list(revoking: [])]
        let result = try evaluate(lists, anchors(), policy: .archive)
        #expect(result[.documentSignerRevocation]?.result == .successful)
        #expect(result.quirks.map(\.name).contains("revoked-perhaps"))
        #expect(try evaluate(lists, anchors()).code(.documentSignerRevocation) == "revokedPerhaps")
    }

    @Test
    func `is not told by an older authority for signers of the one that followed it`() throws {
        var document = TestDocument()
        document.cscaName = new.name
        document.cscaKey = new.key
        let anchors = try anchors() + [new.link(from: old, serialNumber: 0x73)]
        let result = try evaluate([old.list(revoking: [signer])], anchors, document: document)
        #expect(result.code(.documentSignerRevocation) == "revokedPerhaps")
        #expect(result.verdict == .undecided)
    }

    @Test(arguments: policies)
    func `is not told by another state whose authority has the same name`(policy: TrustPolicy) throws {
        var foreign = new
        foreign.name = TestDocument.name("CSCA Utopia", country: "XO")
        let lists = [try foreign.list(revoking: [signer, 0x01], on: TestDocument.day(2024, 5, 1))]
        let result = try evaluate(lists, [old.certificate(), foreign.certificate()], policy: policy)
        #expect(result.code(.documentSignerRevocation) == "noCRL")
        #expect(!result.hasRevocationLists)
        #expect(result.verdict == (policy == .strict ? .undecided : .accepted))
    }

    @Test
    func `of an old authority takes those with it that it vouched for by link certificates`() throws {
        let middle = Authority(
            name: TestDocument.name("CSCA Utopia"), key: TestKeys.csca, serialNumber: 0x01, year: 2022)
        var first = middle
        first.key = TestKeys.brainpool
        first.serialNumber = 0x70
        first.year = 2018
        // first → middle (which issued the signer); the newest revokes the first.
        var anchors = [try first.certificate(), try middle.certificate(), try new.certificate()]
        #expect(try evaluate([new.list(revoking: [0x70])], anchors).verdict == .accepted, "nothing ties them")
        let renamed = try middle.link(from: first, serialNumber: 0x72)
        anchors.append(renamed)
        anchors.append(try new.link(from: middle, serialNumber: 0x73))
        let result = try evaluate([new.list(revoking: [0x70])], anchors)
        #expect(result.code(.documentSignerRevocation) == "issuerRevoked")
        #expect(
            result[.documentSignerRevocation]?.evidence.contains { $0.name == "list of" } == true,
            "the key that says so is not silenced by what it says")
    }

    @Test
    func `of an old authority takes a link certificate with it that names another key as its issuer's`() throws {
        let first = Authority(
            name: TestDocument.name("CSCA Utopia"), key: TestKeys.brainpool, serialNumber: 0x70, year: 2018)
        var profile = old.profile(.link(hasNewName: false), serialNumber: 0x72)
        profile.authorityKeyIdentifier = [UInt8](repeating: 0x11, count: 20)
        let link = try Certificate(encoded: first.issuer.issue(profile, for: old.key.subjectPublicKeyInfo()))
        let renamed = try new.link(from: old, serialNumber: 0x73)
        let anchors = [try first.certificate(), try old.certificate(), try new.certificate(), link, renamed]
        let result = try evaluate([new.list(revoking: [0x70])], anchors)
        #expect(result.code(.documentSignerRevocation) == "issuerRevoked")
    }

    @Test
    func `by a revoked key counts for that key alone`() throws {
        let own = try evaluate([old.list(revoking: [0x01, 0x2B])], anchors())
        #expect(own.code(.documentSignerRevocation) == "issuerRevoked", "it may revoke itself")

        var document = TestDocument()
        document.cscaName = new.name
        document.cscaKey = new.key
        let other = try evaluate([old.list(revoking: [0x01, signer])], anchors(), document: document)
        #expect(other.code(.documentSignerRevocation) == "crlUnusable", "and nothing else")
        let both = try evaluate(
            [old.list(revoking: [signer]), new.list(revoking: [0x01])],
            anchors() + [new.link(from: old, serialNumber: 0x73)],
            document: document)
        #expect(both[.documentSignerRevocation]?.result == .successful, "a newer list silences the older key")
    }

    /// Whoever holds a stolen key may put an end to it, and not to the newer keys of the state.
    @Test
    func `by a revoked key leaves newer keys alone that stand by themselves`() throws {
        var document = TestDocument()
        document.cscaName = new.name
        document.cscaKey = new.key
        let link = try new.link(from: old, serialNumber: 0x73)
        for lists in [[try old.list(revoking: [0x01])], [try old.list(revoking: [0x01]), try new.list(revoking: [])]] {
            let result = try evaluate(lists, anchors() + [link], document: document)
            #expect(result.code(.documentSignerRevocation) != "issuerRevoked")
            #expect(result.failures.isEmpty)
        }
        let linked = try evaluate([old.list(revoking: [0x01])], [old.certificate(), link], document: document)
        #expect(linked.code(.documentSignerRevocation) == "issuerRevoked", "only the old key vouches for this one")
    }

    /// A key may stand in certificates that write its curve differently.
    @Test
    func `of a key holds in each of its certificates, however they write it`() throws {
        var renewed = old.profile(.csca, serialNumber: 0x05)
        renewed.subject = old.name
        let other = try Certificate(
            encoded: old.issuer.issue(renewed, for: old.key.subjectPublicKeyInfo(explicitParameters: true)))
        let plain = try old.certificate()
        #expect(other.subjectPublicKeyInfo != plain.subjectPublicKeyInfo)
        for (anchors, serial) in [([other, plain], UInt8(0x01)), ([plain, other], 0x05)] {
            let all = anchors + [try new.certificate(), try new.link(from: old, serialNumber: 0x73)]
            let result = try evaluate([new.list(revoking: [serial])], all)
            #expect(result.code(.documentSignerRevocation) == "issuerRevoked")
        }
    }

    static let policies: [TrustPolicy] = [.strict, .operational, .archive]
    /// Lists that are right and that nobody may use: what they hold is not all that is revoked.
    static let partial: [RevocationListProfile.Deviation] = [
        .deltaIndicator, .issuingDistributionPoint, .indirect, .unknownCriticalExtension,
    ]

    @Test(arguments: partial, policies)
    func `needs a complete list of the state's own`(
        deviation: RevocationListProfile.Deviation, policy: TrustPolicy
    ) throws {
        for revoked in [signer, 0x2B] {
            let list = try old.list(revoking: [revoked]) { $0.deviations = [deviation] }
            let result = try evaluate([list], anchors(), policy: policy)
            #expect(result.code(.documentSignerRevocation) == "crlUnusable")
            #expect(result.hasRevocationLists, "a trusted key of the state signed it")
            #expect(result.verdict == (policy == .archive ? .accepted : .undecided))
        }
    }

    @Test(arguments: [UInt8(0x2A), 0x01])
    func `is open where a list that cannot be used names what one that can does not`(named: UInt8) throws {
        let complete = try new.list(revoking: [])
        let doubtful = try old.list(revoking: [named]) { $0.deviations = [.deltaIndicator] }
        for lists in [[complete, doubtful], [doubtful, complete]] {
            let result = try evaluate(lists, anchors())
            #expect(result.code(.documentSignerRevocation) == "crlUnusable")
            #expect(result.verdict == .undecided)
        }
        let silent = try old.list(revoking: [0x2B]) { $0.deviations = [.deltaIndicator] }
        #expect(try evaluate([complete, silent], anchors())[.documentSignerRevocation]?.result == .successful)
        let certain = try evaluate([old.list(revoking: [signer]), doubtful], anchors())
        #expect(certain.code(.documentSignerRevocation) == "revoked")
    }

    /// Lists that anybody could have made.
    enum Unverified: CaseIterable { case brokenSignature, strangersKey, strangersDelta, unknownAlgorithm }

    private func list(_ unverified: Unverified) throws -> CertificateRevocationList {
        let stranger = Authority(name: old.name, key: TestKeys.brainpool, serialNumber: 0x01, year: 2020)
        switch unverified {
        case .brokenSignature: return try old.list(revoking: [signer]) { $0.deviations = [.brokenSignature] }
        case .strangersKey: return try stranger.list(revoking: [signer, 0x01])
        case .strangersDelta: return try stranger.list(revoking: [signer]) { $0.deviations = [.deltaIndicator] }
        case .unknownAlgorithm:
            var encoded = try old.list(revoking: [signer]).encoded
            // ecdsa-with-SHA256 becomes an algorithm that nobody knows, inside and out.
            let known: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
            for index in encoded.indices where encoded[index...].starts(with: known) { encoded[index + 7] = 0x7F }
            return try CertificateRevocationList(encoded: encoded)
        }
    }

    @Test(arguments: Unverified.allCases, policies)
    func `is changed in nothing by a list that no trusted key signed, which is mentioned`(
        unverified: Unverified, policy: TrustPolicy
    ) throws {
        let junk = try list(unverified)
        for lists in [[], [try old.list(revoking: [])], [try old.list(revoking: [signer])]] {
            let (without, with) = try (
                evaluate(lists, anchors(), policy: policy), evaluate([junk] + lists, anchors(), policy: policy)
            )
            #expect(with.verdict == without.verdict)
            #expect(with.trust == without.trust)
            #expect(with.code(.documentSignerRevocation) == without.code(.documentSignerRevocation))
            #expect(with.hasRevocationLists == without.hasRevocationLists)
            #expect(with.quirks.filter { !without.quirks.contains($0) }.map(\.name) == ["crl-unverified"])
            let evidence = with[.documentSignerRevocation]?.evidence ?? []
            #expect(evidence.filter { $0.name == "list not used" }.count == 1)
        }
        let alone = try evaluate([junk], anchors(), policy: policy)
        #expect(alone[.documentSignerRevocation]?.result.reason?.text.hasSuffix("that state signed") == true)
    }

    @Test
    func `takes no list whose entries give reasons`() throws {
        let list = try old.list(revoking: []) {
            $0.entries = [.init(serialNumber: [signer], date: TestDocument.day(2025), reason: 1)]
        }
        #expect(try evaluate([list], anchors()).code(.documentSignerRevocation) == "crlUnusable")
    }

    @Test
    func `is open where the newest list should have been followed by another`() throws {
        func stale(_ change: (inout RevocationListProfile) -> Void) throws -> PassiveAuthenticationResult {
            try evaluate([old.list(revoking: []) { change(&$0) }], anchors())
        }
        let late = try stale { $0.nextUpdate = TestDocument.day(2025, 12, 2) }
        #expect(late.code(.documentSignerRevocation) == "crlStale")
        #expect(late[.documentSignerRevocation]?.evidence.contains(.init("crlStale", "true")) == true)
        #expect(late.verdict == .undecided)
        #expect(try stale { $0.nextUpdate = nil }[.documentSignerRevocation]?.result == .successful, "90 days")
        let silent = try stale {
            $0.nextUpdate = nil
            $0.thisUpdate = TestDocument.day(2025, 9, 1)
        }
        #expect(silent.code(.documentSignerRevocation) == "crlStale")
    }

    /// The document was signed in June 2024.
    @Test(arguments: [
        (TrustPolicy.strict, String?.some("revoked")), (.operational, "revoked"), (.archive, nil),
    ])
    func `after the document was signed counts as the policy says`(policy: TrustPolicy, code: String?) throws {
        let later = try evaluate([old.list(revoking: [signer])], anchors(), policy: policy)
        #expect(later.code(.documentSignerRevocation) == code)
        #expect(later.quirks.map(\.name).contains("revoked-after-signing") == (code == nil))
        let earlier = try evaluate(
            [old.list(revoking: [signer], on: TestDocument.day(2024, 5, 1))], anchors(), policy: policy)
        #expect(earlier.code(.documentSignerRevocation) == "revoked")
    }

    /// When the signer was revoked; the document was signed in June 2024, or does not say when.
    enum Moment: CaseIterable { case before, after, withoutSigningTime }

    /// What becomes of the document: strict, operational, archive.
    static let verdicts: [(Moment, TrustPolicy, PassiveAuthenticationResult.Verdict, TrustStatus)] = [
        (.before, .strict, .rejected, .notTrusted), (.before, .operational, .rejected, .notTrusted),
        (.before, .archive, .rejected, .notTrusted), (.after, .strict, .rejected, .notTrusted),
        (.after, .operational, .rejected, .notTrusted), (.after, .archive, .accepted, .trusted),
        (.withoutSigningTime, .strict, .rejected, .notTrusted),
        (.withoutSigningTime, .operational, .rejected, .notTrusted),
        (.withoutSigningTime, .archive, .rejected, .notTrusted),
    ]

    @Test(arguments: verdicts)
    func `decides by the time of signing`(
        moment: Moment, policy: TrustPolicy, verdict: PassiveAuthenticationResult.Verdict, trust: TrustStatus
    ) throws {
        var document = TestDocument()
        if moment == .withoutSigningTime { document.options.signingTime = nil }
        let date = moment == .before ? TestDocument.day(2024, 5, 1) : TestDocument.day(2025)
        let lists = [try old.list(revoking: [signer], on: date)]
        let result = try evaluate(lists, anchors(), policy: policy, document: document)
        #expect(result.verdict == verdict)
        #expect(result.trust == trust)
        #expect((result.code(.documentSignerRevocation) == "revoked") == (verdict == .rejected))
    }

    @Test
    func `leaves an archive undisturbed by a list that is out of date`() throws {
        let list = try old.list(revoking: []) { $0.nextUpdate = TestDocument.day(2025, 12, 2) }
        let result = try evaluate([list], anchors(), policy: .archive)
        #expect(result.code(.documentSignerRevocation) == "crlStale")
        #expect(result.obligation(of: .documentSignerRevocation) == .recorded)
        #expect(result.verdict == .accepted)
    }

    @Test
    func `is judged as of the time of checking`() throws {
        var document = TestDocument()
        let list = try old.list(revoking: [signer])
        document.time = TestDocument.day(2025, 11, 1)
        #expect(try evaluate([list], anchors(), document: document).code(.documentSignerRevocation) == "noCRL")
        document.time = TestDocument.day(2027)
        let fine = try old.list(revoking: [])
        #expect(try evaluate([fine], anchors(), document: document).code(.documentSignerRevocation) == "crlStale")
    }
}
