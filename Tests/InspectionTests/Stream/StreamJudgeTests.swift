import ChipReader
import ChipSimulator
import Cryptography
import Evidence
import Foundation
import Inspection
import Issuing
import LDS
import MRZ
import Report
import Standards
import TestSupport
import Testing
import Trust

@Suite("A stream of records")
struct StreamJudgeTests {
    private let fixture: InspectionFixture
    private let reading: ChipReading

    init() throws {
        fixture = try InspectionFixture()
        reading = fixture.read()
    }

    private func settings(_ policy: TrustPolicy = .operational, reports: Bool = false) -> StreamJudge.Settings {
        .init(
            trust: PassiveAuthentication(anchors: fixture.anchors, policy: policy, at: fixture.time),
            component: .init(name: "emrtd", version: "0"), holdsReports: reports)
    }

    private func answer(_ line: [UInt8], _ settings: StreamJudge.Settings? = nil) -> [UInt8] {
        var judge = StreamJudge(settings ?? self.settings())
        var output: [UInt8] = []
        judge.judge(line[...], number: 7, into: &output)
        return output
    }

    /// The answer, which has to keep to the schema.
    private func decoded(_ line: [UInt8], _ settings: StreamJudge.Settings? = nil) throws -> [String: Any] {
        let answer = answer(line, settings)
        #expect(answer.last == 0x0A && answer.count { $0 == 0x0A } == 1)
        let validator = try SchemaValidator(StreamJudge.jsonSchema)
        #expect(try validator.faults(in: String(decoding: answer, as: UTF8.self)) == [])
        return try #require(JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any])
    }

    private var sod: String { Data(reading.bytes(of: .sod) ?? []).base64EncodedString() }

    private func file(_ group: DataGroup) -> [UInt8] { reading.bytes(of: .dataGroup(group)) ?? [] }

    private func hash(_ group: DataGroup) -> String {
        HashAlgorithm.sha256.hash(file(group)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func hashed(_ extra: String = "") -> String {
        #"{"id":"A-1","sod":"\#(sod)","dataGroupHashes":{"1":"\#(hash(.dg1))","2":"\#(hash(.dg2))"}\#(extra)}"#
    }

    // MARK: Records

    @Test
    func `answers a security object with hashes`() throws {
        let answer = try decoded(Array(hashed().utf8))
        #expect(answer["id"] as? String == "A-1")
        #expect(answer["verdict"] as? String == "accepted")
        #expect(answer["trust"] as? String == "trusted")
        #expect((answer["signer"] as? [String: Any])?["country"] as? String == "UT")
        #expect((answer["dataGroups"] as? [String: String])?["2"] == "identical")
        #expect(answer["at"] as? String == "2026-05-28T20:26:40Z")
        #expect(answer["policy"] as? String == "operational")
    }

    @Test
    func `hashes files and compares them`() throws {
        let face = Data(file(.dg2)).base64EncodedString()
        let line =
            #"{"id":"A","sod":"\#(sod)","dataGroups":{"1":"\#(Data(file(.dg1)).base64EncodedString())","2":"\#(face)"}}"#
        #expect(try decoded(Array(line.utf8))["verdict"] as? String == "accepted")
        let changed = Data(file(.dg2).dropLast() + [0x5A]).base64EncodedString()
        let forged = try decoded(Array(line.replacing(face, with: changed).utf8))
        #expect(forged["verdict"] as? String == "rejected")
        #expect((forged["dataGroups"] as? [String: String])?["2"] == "not identical")
    }

    /// The same record in every other form of JSON.
    static let forms: [(String, @Sendable (String) -> String)] = [
        ("as it is", { $0 }), ("spaces", { $0.replacing(":", with: " : ").replacing(",", with: " ,\t") }),
        ("escapes", { $0.replacing(#""A-1""#, with: #""\u0041-1""#) }),
        ("escaped names", { $0.replacing(#""sod""#, with: #""so\u0064""#) }),
        (
            "upper-case digits",
            { line in
                let parts = line.split(separator: #"{"1":"#, maxSplits: 1)
                return parts[0] + #"{"1":"# + parts[1].uppercased()
            }
        ),
        ("further members", { $0.dropLast() + #","x":[1,{"y":null}]}"# }),
        ("nulls", { $0.dropLast() + #","readAt":null,"dataGroups":null}"# }),
        ("a function", { $0.dropLast() + #","hashAlgorithm":"SHA-256"}"# }),
        ("a function in lower case", { $0.dropLast() + #","hashAlgorithm":"sha256"}"# }),
        ("a time", { $0.dropLast() + #","readAt":"2026-01-31T09:30:00Z"}"# }),
        ("carriage return", { $0 + "\r" }), ("empty list", { $0.dropLast() + #","dataGroups":{}}"# }),
    ]

    @Test(arguments: forms.indices)
    func `answers every form of a record alike`(_ index: Int) {
        let line = Array(Self.forms[index].1(hashed()).utf8)
        #expect(
            String(decoding: answer(line), as: UTF8.self)
                == String(decoding: answer(Array(hashed().utf8)), as: UTF8.self))
    }

    @Test(arguments: [
        (#""x""#, #""x""#), ("17", "17"), (#""\"ä\u0001\\""#, #""\"ä\u0001\\""#), ("null", "null"),
        (#""a/b""#, #""a/b""#),
    ])
    func `gives the record's name back`(name: String, expected: String) {
        let line = hashed().replacing(#""A-1""#, with: name)
        #expect(String(decoding: answer(Array(line.utf8)), as: UTF8.self).hasPrefix(#"{"id":"# + expected + ","))
    }

    @Test
    func `answers the same line by the same bytes, whatever came before`() {
        let line = Array(hashed().utf8)
        let first = answer(line)
        var judge = StreamJudge(settings())
        var output: [UInt8] = []
        for number in 1...3 {
            judge.judge(Array("x".utf8)[...], number: number, into: &output)
            output = []
            judge.judge(line[...], number: number, into: &output)
            #expect(output == first)
        }
        #expect(judge.counts.all == 6)
        #expect(judge.counts.errors == 3)
        #expect(judge.counts.repeated == 2)
    }

    @Test
    func `names another generation for other certificates`() throws {
        var other = settings()
        other.trust = PassiveAuthentication(anchors: CSCAAnchors(), at: fixture.time)
        let (one, two) = (try decoded(Array(hashed().utf8)), try decoded(Array(hashed().utf8), other))
        #expect(one["generation"] as? String != two["generation"] as? String)
        #expect(two["verdict"] as? String == "undecided")
        #expect((two["open"] as? [[String: String]])?.contains { $0["code"] == "noAnchor" } == true)
    }

    @Test
    func `takes one name in several objects, and as a value`() throws {
        let line = hashed(#","x":[{"sod":1,"y":{"sod":2}},{"sod":"x"},["x","x"],"sod","sod"],"z":"sod""#)
        #expect(try decoded(Array(line.utf8))["verdict"] as? String == "accepted")
    }

    @Test
    func `refuses a twin of each member, in the usual form too`() throws {
        let line = hashed()
        let twice = line.dropLast() + #","dataGroupHashes":{"1":"\#(hash(.dg1))"}}"#
        let inside = line.replacing(#"{"1":"#, with: #"{"1":"\#(hash(.dg1))","1":"#)
        for line in [String(twice), inside, #"{"id":"A-1",\#(line.dropFirst())"#] {
            let error = try #require(try decoded(Array(line.utf8))["error"] as? [String: Any])
            #expect(error["code"] as? String == "memberTwice")
        }
    }

    @Test(arguments: TrustPolicy.Name.allCases, [DataGroup.dg1, .dg2])
    func `leaves open what is signed and came neither way`(policy: TrustPolicy.Name, group: DataGroup) throws {
        let other: DataGroup = group == .dg1 ? .dg2 : .dg1
        let line = #"{"sod":"\#(sod)","dataGroupHashes":{"\#(other.rawValue)":"\#(hash(other))"}}"#
        let settings = settings(TrustPolicy(name: policy))
        let answer = try decoded(Array(line.utf8), settings)
        #expect(answer["verdict"] as? String == "undecided")
        let open = try #require(answer["open"] as? [[String: String]])
        #expect(open.contains(["check": "files.\(group.name)", "code": "notRead", "obligation": "mandatory"]))
        #expect((answer["dataGroups"] as? [String: String])?["\(group.rawValue)"] == "present")

        // The same by what is known of the signer, after a record that has both.
        var judge = StreamJudge(settings)
        for line in [hashed(), line, line, hashed()] {
            var output: [UInt8] = []
            judge.judge(Array(line.utf8)[...], number: 1, into: &output)
            #expect(output == self.answer(Array(line.utf8), settings))
        }
        // Without revocation lists, strict leaves every record open.
        #expect(judge.counts.undecided == (policy == .strict ? 4 : 2))
    }

    // MARK: Readings

    @Test(arguments: TrustPolicy.Name.allCases)
    func `answers a reading as its report does`(policy: TrustPolicy.Name) throws {
        var fixture = fixture
        fixture.policy = TrustPolicy(name: policy)
        let stored = StoredReading(
            reading: reading, printedLines: fixture.printed?.lines ?? [],
            accessPolicy: fixture.request.accessPolicy.rawValue)
        let report = fixture.judge(try StoredReading(line: stored.line()).reading)
        let answer = try decoded(Array(stored.line().dropLast()), settings(fixture.policy, reports: true))
        #expect(answer["verdict"] as? String == report.verdict.rawValue)
        #expect(
            (answer["open"] as? [[String: String]])?.map { $0["check"] ?? "" }
                == report.checks.filter(\.result.isOpen).map(\.id.rawValue))
        #expect((answer["failed"] as? [Any])?.count == 0)
        let inside = try #require(answer["report"] as? [String: Any])
        #expect((inside["checks"] as? [Any])?.count == report.checks.count)
        let line = try stored.line().dropLast()
        let settings = settings(fixture.policy, reports: true)
        #expect(self.answer(Array(line), settings) == self.answer(Array(line), settings))
    }

    @Test(arguments: ForgeryProfile.all.map(\.name))
    func `accepts no forged reading`(name: String) throws {
        var forged = fixture
        try #require(ForgeryProfile(named: name)).apply(&forged.simulated)
        let stored = StoredReading(reading: forged.read(), printedLines: forged.printed?.lines ?? [])
        let answer = try decoded(Array(stored.line().dropLast()))
        #expect(answer["verdict"] as? String == forged.judge(stored.reading).verdict.rawValue)
        #expect(answer["verdict"] as? String != "accepted")
    }

    // MARK: Bad lines

    static let faults: [(String, StreamFault.Code, hasName: Bool)] = [
        ("{", .notJSON, false), ("hello", .notJSON, false), (#"{"id":"A-1","sod":"#, .notJSON, true),
        (#"{"id":"A-1","sod":"AA=="} {}"#, .notJSON, true),
        ("[]", .wrongType, false), ("17", .wrongType, false), (#"{"id":{},"sod":"AA=="}"#, .wrongType, false),
        (#"{"id":"A-1","sod":17}"#, .wrongType, true),
        (#"{"id":"A-1","sod":"AA==","dataGroups":[]}"#, .wrongType, true),
        (#"{"id":"A-1","sod":"AA==","dataGroupHashes":{"1":{"1":"00"}}}"#, .wrongType, true),
        ("{}", .notARecord, false), (#"{"id":"A-1"}"#, .notARecord, true),
        (#"{"id":"A-1","sod":null}"#, .notARecord, true),
        (#"{"id":"A-1","format":"emrtd/evidence/1","sod":"AA=="}"#, .notARecord, true),
        (#"{"id":"A-1","sod":"AA==","sod":"AA=="}"#, .memberTwice, true),
        (#"{"id":"A-1","sod":"AA==","so\u0064":"AQ=="}"#, .memberTwice, true),
        (#"{"id":"A-1","sod":"AA==","dataGroups":{"1":"AA==","1":"AA=="}}"#, .memberTwice, true),
        (#"{"id":"A-1","sod":"AA==","dataGroupHashes":{},"dataGroupHashes":{}}"#, .memberTwice, true),
        (#"{"id":"A-1","sod":"AA==","x":[{"\"":1,"\\":[],"\"":3}]}"#, .memberTwice, true),
        (#"{"id":"A-1","format":"emrtd/evidence/1","files":[{"name":"SOD","name":"COM"}]}"#, .memberTwice, true),
        (#"{"id":"A-1","sod":""}"#, .base64, true), (#"{"id":"A-1","sod":"AAA"}"#, .base64, true),
        (#"{"id":"A-1","sod":"AA=A"}"#, .base64, true), (#"{"id":"A-1","sod":"A-__"}"#, .base64, true),
        (#"{"id":"A-1","sod":"===="}"#, .base64, true), (#"{"id":"A-1","sod":"AA==AA=="}"#, .base64, true),
        (#"{"id":"A-1","sod":"AA==","dataGroups":{"1":"AA"}}"#, .base64, true),
        (#"{"id":"A-1","sod":"AA==","dataGroupHashes":{"1":"0"}}"#, .hexadecimal, true),
        (#"{"id":"A-1","sod":"AA==","dataGroupHashes":{"1":"GG"}}"#, .hexadecimal, true),
        (#"{"id":"A-1","sod":"AA==","dataGroupHashes":{"1":"00"}}"#, .hashLength, true),
        (#"{"id":"A-1","sod":"AA==","dataGroupHashes":{"1":""}}"#, .hashLength, true),
        (#"{"id":"A-1","sod":"AA==","dataGroupHashes":{"17":"00"}}"#, .dataGroupNumber, true),
        (#"{"id":"A-1","sod":"AA==","dataGroupHashes":{"01":"00"}}"#, .dataGroupNumber, true),
        (#"{"id":"A-1","sod":"AA==","dataGroups":{"0":"00"}}"#, .dataGroupNumber, true),
        (
            #"{"id":"A-1","sod":"AA==","dataGroups":{"1":"AA=="},"dataGroupHashes":{"1":"\#(String(repeating: "0", count: 64))"}}"#,
            .dataGroupTwice, true
        ),
        (#"{"id":"A-1","sod":"AA==","hashAlgorithm":"MD5"}"#, .hashAlgorithm, true),
        (#"{"id":"A-1","sod":"AA==","readAt":"yesterday"}"#, .time, true),
        (#"{"id":"A-1","format":"emrtd/evidence/1"}"#, .evidence, true),
        (#"{"id":"A-1","format":"other"}"#, .evidence, true),
    ]

    @Test(arguments: faults)
    func `says what is wrong with a line`(line: String, code: StreamFault.Code, hasName: Bool) throws {
        let answer = try decoded(Array(line.utf8))
        let error = try #require(answer["error"] as? [String: Any])
        #expect(error["code"] as? String == code.rawValue)
        #expect(error["line"] as? Int == 7)
        #expect(answer["id"] as? String == (hasName ? "A-1" : nil))
        #expect(answer["verdict"] == nil)
    }

    @Test
    func `has a test for every fault that a line alone can have`() {
        let tested = Set(Self.faults.map(\.1)).union([.notUTF8, .lineTooLong])
        #expect(tested == Set(StreamFault.Code.allCases))
        for code in StreamFault.Code.allCases { #expect(StreamJudge.jsonSchema.contains("\"\(code.rawValue)\"")) }
    }

    @Test
    func `says that a line is not UTF-8`() throws {
        let line = Array(#"{"id":"A-1","sod":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
        let answer = try decoded(line)
        #expect((answer["error"] as? [String: Any])?["code"] as? String == "notUTF8")
        #expect(answer["id"] as? String == "A-1")
    }

    @Test(arguments: ["[", #"{"a":"#, #"{"sod":["#])
    func `takes no harm from nesting`(opening: String) throws {
        let answer = try decoded(Array(String(repeating: opening, count: 200_000).utf8))
        #expect((answer["error"] as? [String: Any])?["code"] as? String == "notJSON")
    }

    @Test
    func `says that a line is too long`() throws {
        var judge = StreamJudge(settings())
        var output: [UInt8] = []
        judge.refuse(overlong: Array(#"{"id":"A-1","so"#.utf8)[...], limit: 10, number: 3, into: &output)
        #expect(
            String(decoding: output, as: UTF8.self).hasPrefix(
                #"{"id":"A-1","error":{"line":3,"code":"lineTooLong","words":"the line has more than 10 bytes"},"#))
        #expect(judge.counts.errors == 1)
    }
}
