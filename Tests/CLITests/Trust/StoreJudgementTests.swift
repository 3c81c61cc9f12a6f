import ByteCoding
import Cryptography
import Foundation
import Issuing
import Report
import Standards
import TestSupport
import Testing
import Trust

/// Documents judged by the trust store.
@Suite("--store")
struct StoreJudgementTests {
    let folder = TemporaryFolder()

    func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    /// Issues the specimen of Utopia, and puts its authority into a store.
    init() throws {
        let issued = try BuiltProgram.run(["issue", "--out", path("issued")])
        #expect(issued.status == 0)
        let store = try TrustStore(path: path("trust.sqlite"), access: .readWrite(create: true))
        var anchors = CSCAAnchors()
        try anchors.add(path: path("issued/csca.cer"))
        var source = TrustDelivery.Source(
            kind: .masterList, name: "utopia.ml", sha256: [UInt8](repeating: 0xAA, count: 32))
        source.signingTime = Timestamp(iso8601: "2025-06-01")
        source.signer = [UInt8](repeating: 0xBB, count: 32)
        source.country = "UT"
        var delivery = TrustDelivery(source: source, standing: .accepted)
        delivery.certificates = anchors.certificates.map { .init($0) }
        _ = try store.take([delivery], at: TrustWorkplace.day("2026-01-01"))
    }

    func verify(_ arguments: String..., environment: [String: String] = [:]) throws -> (
        report: InspectionReport?, outcome: BuiltProgram.Outcome
    ) {
        let outcome = try BuiltProgram.run(
            ["verify", path("issued"), "--json"] + arguments, environment: environment)
        return (try? InspectionReport(json: outcome.output), outcome)
    }

    @Test
    func `trusts by the store that is named, and names the list it used`() throws {
        let (report, outcome) = try verify("--store", path("trust.sqlite"))
        #expect(report?.signer?.trust == .trusted, "\(outcome.errors)")
        let lists = try #require(report?.trustLists)
        #expect(lists.map(\.kind) == ["store", "masterList"])
        #expect(lists.first?.generation != nil)
        #expect(lists.last?.name == "utopia.ml")
        #expect(lists.last?.signingTime == Timestamp(iso8601: "2025-06-01"))
        #expect(lists.last?.sha256 == String(repeating: "AA", count: 32))
        #expect(lists.last?.signerSHA256 == String(repeating: "BB", count: 32))
    }

    @Test
    func `names the list and its signer in the reports of a stream and on the page too`() throws {
        struct Answer: Decodable {
            struct Report: Decodable { let trustLists: [List] }
            struct List: Decodable, Equatable {
                let kind: String
                let name: String
                let sha256: String?
                let signerSHA256: String?
            }
            let report: Report
        }
        let whole = try #require(try verify("--store", path("trust.sqlite")).report)
        let line = try BuiltProgram.run(["evidence", "lines", path("issued")]).output
        let outcome = try BuiltProgram.run(
            ["verify", "--stream", "--reports", "--store", path("trust.sqlite")], input: line)
        let lists = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8)).report.trustLists
        #expect(
            lists
                == whole.trustLists.map {
                    .init(kind: $0.kind, name: $0.name, sha256: $0.sha256, signerSHA256: $0.signerSHA256)
                })
        #expect(lists.last?.signerSHA256 == String(repeating: "BB", count: 32))
        for page in [whole.text(width: 80), whole.html()] {
            for hash in ["AA", "BB"] { #expect(page.contains(String(repeating: hash, count: 32))) }
        }
    }

    @Test
    func `names the defect list that changed a check`() throws {
        let signer = Array(try Data(contentsOf: URL(filePath: path("issued/ds.cer"))))
        let list = try ListAuthority().signer(.defectList).defectList(
            DefectListContents(defects: [.init(signer: .named(by: signer), known: [.revoked(status: 0)])]),
            options: ListAuthority.options)
        try Data(list).write(to: URL(filePath: path("ut.dl")))
        let imported = try BuiltProgram.run(
            ["trust", "import", "--accept-unpinned", path("ut.dl"), "--store", path("trust.sqlite")])
        #expect(imported.status == 0, "\(imported.errors)")

        let report = try #require(try verify("--store", path("trust.sqlite")).report)
        #expect(report.knownDefects.map(\.isApplied) == [true])
        #expect(report.trustLists.map(\.kind) == ["store", "masterList", "defectList"])
        let named = try #require(report.trustLists.last)
        #expect(named.sha256 == Hexadecimal.encode(HashAlgorithm.sha256.hash(list)))
        #expect(named.signingTime == ListAuthority.day(2025))
        #expect(named.signerSHA256?.count == 64)
        #expect(report.text(width: 1000).contains("ut.dl, signed 2025-01-01"))
        #expect(!report.text(width: 1000).contains("ut.dl, 0 certificates"))
    }

    @Test
    func `says what helps where the store does not know the issuer`() throws {
        let store = path("other.sqlite")
        let csca = path("csca.cer")
        try Data(try ListAuthority().csca()).write(to: URL(filePath: csca))
        #expect(try BuiltProgram.run(["trust", "import", csca, "--store", store]).status == 2)
        let empty = try verify("--store", store).report
        #expect(empty?.nextSteps.first?.hasPrefix("Nothing in the store is trusted yet") == true)
        _ = try BuiltProgram.run(["trust", "import", "--trust-certificates", csca, "--store", store])
        let other = try verify("--store", store).report
        #expect(other?.nextSteps.first?.hasPrefix("Import a list that has the state's CSCA certificate") == true)
        #expect(try verify().report?.nextSteps.first?.contains("--csca FILE") == true)
    }

    @Test(arguments: ["--csca", "--store"])
    func `says of a master list where it belongs`(option: String) throws {
        let list = path("it's.ml")
        try Data(try ListAuthority().masterList()).write(to: URL(filePath: list))
        let outcome = try verify(option, list).outcome
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("it's.ml is a master list"), "\(outcome.errors)")
        #expect(outcome.errors.contains("emrtd trust import '\(list.replacing("'", with: "'\\''"))'"))
    }

    @Test
    func `says that a folder is no store`() throws {
        let outcome = try verify("--store", path("issued")).outcome
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("issued is a folder"), "\(outcome.errors)")
    }

    @Test
    func `takes this user's store where no certificates are named, and leaves it out where some are`() throws {
        try FileManager.default.createDirectory(atPath: path("data/emrtd"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: path("trust.sqlite"), toPath: path("data/emrtd/trust.sqlite"))
        let home = ["XDG_DATA_HOME": path("data")]
        #expect(try verify(environment: home).report?.signer?.trust == .trusted)
        #expect(try verify().report?.signer?.trust == .undetermined)
        let named = try verify("--csca", path("issued/csca.cer"), environment: home).report
        #expect(named?.trustLists.map(\.kind) == ["certificates"])
        let both = try verify("--csca", path("issued/csca.cer"), "--store", path("trust.sqlite")).report
        #expect(both?.trustLists.map(\.kind) == ["store", "certificates", "masterList"])
    }

    @Test
    func `never takes a store that cannot be used for one that knows nobody`() throws {
        let missing = try verify("--store", path("nothing.sqlite")).outcome
        #expect(missing.status == 3)
        #expect(missing.errors.contains("there is no trust store at"))
        try Data("no database".utf8).write(to: URL(filePath: path("text.sqlite")))
        let foreign = try verify("--store", path("text.sqlite")).outcome
        #expect(foreign.status == 3)
        #expect(foreign.errors.contains("is not a trust store"))

        // The head is sound and the rest is not: found when the certificate is looked up.
        var broken = try Data(contentsOf: URL(filePath: path("trust.sqlite")))
        for page in 2..<broken.count / 4096 {
            broken.replaceSubrange(page * 4096..<page * 4096 + 64, with: Data(repeating: 0xA5, count: 64))
        }
        try broken.write(to: URL(filePath: path("broken.sqlite")))
        let damaged = try verify("--store", path("broken.sqlite")).outcome
        #expect(damaged.status == 3)
        #expect(damaged.errors.contains("is damaged"))
        #expect(damaged.errors.contains("hint: put the file aside"))
    }

    @Test
    func `judges nothing where the authority of the document cannot be decoded`() throws {
        let process = try Process.run(
            URL(filePath: "/usr/bin/python3"),
            arguments: [
                "-c", "import sqlite3,sys; sqlite3.connect(sys.argv[1], isolation_level=None).execute(sys.argv[2])",
                path("trust.sqlite"), "UPDATE certificate SET der = x'3000'",
            ])
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let (report, outcome) = try verify("--store", path("trust.sqlite"))
        #expect(outcome.status == 3)
        #expect(report == nil)
        #expect(outcome.errors.contains("is damaged"), "\(outcome.errors)")
    }
}
