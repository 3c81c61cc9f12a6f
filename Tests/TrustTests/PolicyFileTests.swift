import Cryptography
import Issuing
import LDS
import Standards
import Testing
import Trust

@Suite("Policies of somebody's own")
struct PolicyFileTests {
    private static let checks: [CheckID] = [.comAgreement, .documentSignerRevocation, "pa.dataGroup", "aa.chip"]

    private func policy(_ text: String) throws -> TrustPolicy {
        try TrustPolicy(file: Array(text.utf8), checks: Self.checks)
    }

    private static let file = """
        {"name": "desk", "based-on": "operational", "validityTime": "signing",
         "rulings": {"weakHash": "fails", "noCRL": "isNoted"},
         "obligations": {"files.agreement": "recorded", "pa.dataGroup": "optional", "pa.dataGroup.DG2": "mandatory"}}
        """

    @Test
    func `have their rows, and those of the policy they are based on`() throws {
        let policy = try policy(Self.file)
        #expect(policy.name == "desk")
        #expect(policy.base == .operational)
        #expect(policy.sha256?.count == 32)
        #expect(policy.validityTime == .signing)
        #expect(policy.ruling(on: .weakHash) == .fails)
        #expect(policy.ruling(on: .comDisagrees) == TrustPolicy.operational.ruling(on: .comDisagrees))
        #expect(policy.obligation(of: .comAgreement) == .recorded)
        #expect(policy.obligation(of: .dataGroupIntegrity(.dg1)) == .optional)
        #expect(policy.obligation(of: .dataGroupIntegrity(.dg2)) == .mandatory)
        #expect(policy.obligation(of: .sodSignature) == .mandatory)
        #expect(try self.policy(Self.file + " ") != policy, "the hash is that of the file")
    }

    @Test
    func `judge by their rows`() throws {
        let document = TestDocument()
        #expect(try document.evaluate(policy(Self.file)).quirks.map(\.name) == ["no-crl"])
        let lax = try document.evaluate(policy(#"{"name": "lax", "rulings": {"noCRL": "fails"}}"#))
        #expect(lax.code(.documentSignerRevocation) == "noCRL")
        #expect(lax.failures == ["pa.documentSigner.revocation: noCRL", "pa.issuer.trust: notTrusted"])
        #expect(lax.verdict == .rejected, "what somebody makes fail decides")
    }

    /// Rows of a file based on `archive`, and what becomes of a document whose EF.COM lists too little.
    static let ruled: [(String, PassiveAuthenticationResult.Verdict)] = [
        (#""rulings": {}"#, .accepted), (#""rulings": {"comDisagrees": "fails"}"#, .rejected),
        (#""rulings": {"comDisagrees": "leavesOpen"}"#, .accepted),
        // As it is printed of the base, beside the ruling that was changed.
        (#""rulings": {"comDisagrees": "fails"}, "obligations": {"files.agreement": "recorded"}"#, .rejected),
        (#""rulings": {"comDisagrees": "fails"}, "obligations": {"files.agreement": "optional"}"#, .accepted),
        (#""rulings": {"weakHash": "fails"}"#, .accepted),
    ]

    @Test(arguments: ruled)
    func `decide by what they make fail, also in a check that decides nothing else`(
        rows: String, verdict: PassiveAuthenticationResult.Verdict
    ) throws {
        var document = TestDocument()
        document.changes[.com] = .read(FileEncoder.com(groups: [.dg1], ldsVersion: "0107"))
        let result = try document.evaluate(policy(#"{"name": "my-archive", "based-on": "archive", \#(rows)}"#))
        #expect(result.verdict == verdict)
        #expect((result.code(.comAgreement) == "comDisagrees") == rows.contains("comDisagrees"))
    }

    @Test
    func `decide by a weak hash that they make fail in the archive`() throws {
        var document = TestDocument()
        document.options.groupDigest = .sha1
        let archive = try document.evaluate(.archive)
        let code = try #require(archive.quirks.map(\.name).first { $0.hasPrefix("weak-hash") })
        let name = code == "weak-hash" ? "weakHash" : "weakHashRecently"
        #expect(archive.verdict == .accepted)
        let text = #"{"name": "my-archive", "based-on": "archive", "rulings": {"\#(name)": "fails"}}"#
        let result = try document.evaluate(policy(text))
        #expect(result.failures == ["pa.algorithms.strength: \(name)"])
        #expect(result.verdict == .rejected)
        #expect(result.obligation(of: .algorithmStrength) == .mandatory)
    }

    @Test(arguments: TrustPolicy.Name.allCases)
    func `read back from what is printed of a policy judge the same`(name: TrustPolicy.Name) throws {
        let policy = TrustPolicy(name: name)
        let read = try self.policy(policy.file(obligations: Self.checks.map { ($0, policy.obligation(of: $0)) }))
        #expect(read.name == "my-\(name.rawValue)")
        #expect(Deviation.allCases.allSatisfy { read.ruling(on: $0) == policy.ruling(on: $0) })
        #expect(read.validityTime == policy.validityTime)
        #expect(Self.checks.allSatisfy { read.obligation(of: $0) == policy.obligation(of: $0) })
    }

    static let faults: [(String, String)] = [
        ("[]", "this is no JSON object"), ("{", "this is no JSON object"),
        ("{}", "'name' is missing or is not a name of its own of at most 64 characters"),
        (#"{"name": "strict"}"#, "'name' is missing or is not a name of its own of at most 64 characters"),
        (#"{"name": "a", "ruling": {}}"#, "there is no member 'ruling'"),
        (#"{"name": "a", "based-on": "stric"}"#, "there is no policy 'stric'"),
        (#"{"name": "a", "based-on": 1}"#, "'based-on' is missing or is not a word"),
        (#"{"name": "a", "validityTime": "then"}"#, "there is no validity time 'then'"),
        (#"{"name": "a", "rulings": {"weakHsh": "fails"}}"#, "there is no deviation 'weakHsh'"),
        (#"{"name": "a", "rulings": {"weakHash": "fail"}}"#, "there is no ruling 'fail'"),
        (#"{"name": "a", "rulings": ["weakHash"]}"#, "'rulings' is missing or is not an object of names and words"),
        (#"{"name": "a", "obligations": {"pa.dataGroup.DG99": "optional"}}"#, "there is no check 'pa.dataGroup.DG99'"),
        (#"{"name": "a", "obligations": {"pa.dataGroup.DG0": "optional"}}"#, "there is no check 'pa.dataGroup.DG0'"),
        (#"{"name": "a", "obligations": {"pa.dataGroup.DG01": "optional"}}"#, "there is no check 'pa.dataGroup.DG01'"),
        (#"{"name": "a", "obligations": {"pa.dataGroup.DG1x": "optional"}}"#, "there is no check 'pa.dataGroup.DG1x'"),
        (#"{"name": "a", "name": "b"}"#, "'name' is there more than once"),
        (#"{"name": "a", "n\u0061me": "a"}"#, "'name' is there more than once"),
        (
            #"{"name": "a", "comment": "{\"", "rulings": {"noCRL": "fails", "noCRL": "isNoted"}}"#,
            "'noCRL' is there more than once"
        ),
        (
            #"{"rulings": {}, "name": "a", "obligations": {"files.agreement": "recorded", "files.agreement": "optional"}}"#,
            "'files.agreement' is there more than once"
        ),
        (#"{"name": "a", "obligations": {"pa.sod.sig": "optional"}}"#, "there is no check 'pa.sod.sig'"),
    ]

    @Test(arguments: [
        "Strict", " strict", "strict ", "\\tarchive", "ARCHIVE", "operational.", "stri\u{200D}ct", "oper ational", " ",
        "a\\n",
        "my\u{202E}policy",
    ])
    func `have a name that is not taken for one of this program`(name: String) {
        let error = #expect(throws: PolicyFileError.self) { try policy(#"{"name": "\#(name)"}"#) }
        #expect(error == .member("name", expected: "a name of its own of at most 64 characters"))
    }

    @Test(arguments: ["my-strict", "strict-2", "Grenze München", "архив"])
    func `may have any other name`(name: String) throws {
        #expect(try policy(#"{"name": "\#(name)", "comment": ["name", "name"]}"#).name == name)
    }

    @Test
    func `may say the same of different things`() throws {
        let text = #"{"name": "a", "rulings": {"noCRL": "fails", "weakHash": "fails"}, "comment": {"noCRL": "noCRL"}}"#
        #expect(try policy(text).ruling(on: .weakHash) == .fails)
    }

    @Test
    func `are written in UTF-8`() throws {
        let text = #"{"name": "a"}"#
        let wide: [UInt8] = text.utf8.reduce(into: []) { $0 += [$1, 0] }
        #expect(throws: PolicyFileError.notJSON) { try TrustPolicy(file: wide, checks: Self.checks) }
    }

    @Test(arguments: faults)
    func `are refused where they say what nobody knows`(text: String, message: String) {
        let error = #expect(throws: PolicyFileError.self) { try policy(text) }
        #expect(error.map { "\($0)" } == message)
    }
}
