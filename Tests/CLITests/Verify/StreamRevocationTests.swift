import ByteCoding
import Cryptography
import Foundation
import Issuing
import LDS
import Report
import Standards
import TestSupport
import Testing

@Suite("emrtd verify --stream with revocation lists")
struct StreamRevocationTests {
    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    /// A signer that was revoked on the first of July, and when its documents were signed.
    private static let signings: [(id: String, time: Timestamp?)] = [
        ("before", HandedPassport.day(2024, 6)), ("on the day", HandedPassport.day(2024, 7)),
        ("after", HandedPassport.day(2024, 8)), ("unknown", nil),
    ]

    private struct Answer: Decodable {
        let id: String
        let verdict: String
        let failed: [Fault]
        let quirks: [String]

        struct Fault: Decodable {
            let check: String
        }
    }

    private static func record(_ id: String, _ passport: HandedPassport, _ signer: [UInt8]) throws -> String {
        let hashes = try passport.groups().map {
            "\"\($0.key.rawValue)\":\"\(Hexadecimal.encode(HashAlgorithm.sha256.hash($0.value)))\""
        }
        let sod = Data(try passport.sod(certificate: signer)).base64EncodedString()
        return #"{"id":"\#(id)","sod":"\#(sod)","dataGroupHashes":{\#(hashes.joined(separator: ","))}}"#
    }

    @Test(arguments: ["strict", "operational", "archive"], [true, false])
    func `judges signers that were revoked before and after they signed as a single document is judged`(
        policy: String, isBackwards: Bool
    ) throws {
        var passport = HandedPassport(
            authority: HandedAuthority(
                name: DirectoryName(country: "UT", organization: "Ministry", commonName: "CSCA"),
                key: try HandedKeys.old.get()))
        let signer = try passport.signerCertificate()
        try Data(passport.authority.certificate()).write(to: URL(filePath: path("csca.cer")))
        let list = try passport.authority.list(revoking: [0x2A], on: HandedPassport.day(2024, 7))
        try Data(list).write(to: URL(filePath: path("list.crl")))
        let trust = [
            "--csca", path("csca.cer"), "--crl", path("list.crl"), "--at", "2026-01-31", "--policy", policy,
        ]

        var (lines, verdicts): ([String], [String: String]) = ([], [:])
        for signing in isBackwards ? Self.signings.reversed() : Self.signings {
            passport.options.signingTime = signing.time
            lines.append(try Self.record(signing.id, passport, signer))
            try passport.write(to: folder.url.appending(path: "document"), certificate: signer)
            let single = try BuiltProgram.run(["verify", path("document"), "--json"] + trust)
            verdicts[signing.id] = try InspectionReport(json: single.output).verdict.rawValue
        }
        let isKept = policy == "archive"
        #expect(
            verdicts == [
                "before": isKept ? "accepted" : "rejected", "on the day": "rejected", "after": "rejected",
                "unknown": "rejected",
            ])

        let input = (0..<4).flatMap { _ in lines }.joined(separator: "\n")
        for jobs in ["1", "4"] {
            let stream = try BuiltProgram.run(["verify", "--stream", "--jobs", jobs] + trust, input: input)
            let answers = try stream.output.split(separator: "\n").map {
                try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
            }
            #expect(answers.count == 16)
            for answer in answers {
                #expect(answer.verdict == verdicts[answer.id], "\(answer.id)")
                let isRejected = answer.verdict == "rejected"
                #expect(answer.failed.map(\.check).contains("pa.documentSigner.revocation") == isRejected)
                #expect(answer.quirks.contains("revoked-after-signing") == !isRejected)
            }
        }
    }
}
