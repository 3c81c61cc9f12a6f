import Conformance
import Foundation
import TestSupport
import Testing
import Trust

@Suite("The suite derived from TR-03105-5.1")
struct SuiteTests {
    @Test func `ends each case as is expected under each policy`() {
        let report = TR03105Suite().report()

        #expect(report.failures.map { "\($0.id) under \($0.policy.rawValue): \($0.problem ?? "")" } == [])
        #expect(report.passedCount == TR03105Suite.catalogue.count)
        #expect(report.results.count == 3 * report.passedCount)
        #expect(report.open == TR03105Suite.openCases)
    }

    @Test(arguments: TrustPolicy.Name.allCases)
    func `accepts the document of each case that is to fail, once the one fault is out`(_ policy: TrustPolicy.Name) {
        let faulty = TR03105Suite.catalogue.filter { $0.expectation.answer == .failed }
        let problems = faulty.compactMap { one in
            TR03105Suite.soundness(of: one, under: policy).map { "\(one.id): \($0)" }
        }

        #expect(faulty.count > 50)
        #expect(problems == [])
    }

    @Test func `names each id once, and every id of the catalogue`() throws {
        let ids = TR03105Suite.ids

        #expect(Set(ids).count == ids.count)
        #expect(Set(SuiteIDs.all).subtracting(ids).sorted() == [])
        #expect(Set(ids).subtracting(SuiteIDs.all).sorted() == [])
    }

    @Test(.enabled(if: Repository.hasShared))
    func `has the ids of the shared table, which are checked in`() throws {
        let table = try String(
            contentsOf: Repository.shared.appending(path: "facts/tr03105-5.1-cases.tsv"), encoding: .utf8)
        let ids = table.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }

        #expect(ids.sorted() == SuiteIDs.all.sorted())
    }

    @Test(.enabled(if: Repository.hasShared))
    func `asks of strict what the shared table asks, where it says`() throws {
        let table = try String(
            contentsOf: Repository.shared.appending(path: "facts/tr03105-5.1-cases.tsv"), encoding: .utf8)
        let answers = Dictionary(
            uniqueKeysWithValues: TR03105Suite.catalogue.map { ($0.id, $0.expectation.answer) })
        var compared = 0
        for line in table.split(separator: "\n") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count > 3, let answer = answers[String(columns[0])] else { continue }
            let text = columns[3]
            if text.contains("successful") || text.contains("procedure passed") {
                #expect(answer == .successful, "\(columns[0])")
            } else if text.contains("failed") {
                #expect(answer == .failed, "\(columns[0])")
            } else {
                continue
            }
            compared += 1
        }
        #expect(compared > 60)
    }

    @Test func `lets strict accept what the catalogue calls successful, and nothing else`() {
        #expect(TR03105Suite.catalogue.filter { !$0.expectation.strictAgrees }.map(\.id) == [])
    }

    @Test func `says of each case that is not run why`() {
        for one in TR03105Suite.openCases { #expect(one.reason.count > 20, "\(one.id)") }
        #expect(Set(TR03105Suite.openCases.map(\.id)).isDisjoint(with: TR03105Suite.catalogue.map(\.id)))
    }

    @Test func `runs only what it is asked for`() {
        let report = TR03105Suite(policies: [.operational], ids: ["LDS_H_61", "LDS_H_01"]).report()

        #expect(report.results.map(\.id) == ["LDS_H_01", "LDS_H_61"])
        #expect(report.results.map(\.policy) == [.operational, .operational])
        #expect(report.open == [])
    }
}
