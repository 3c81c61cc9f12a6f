import Conformance
import Foundation
import FoundationXML
import Testing
import Trust

@Suite("Results as JUnit XML")
struct JUnitReportTests {
    static let report = JUnitReport(
        name: "a & b",
        suites: [
            .init(
                name: "one", properties: [.init("source", "\"quoted\"")],
                cases: [
                    .init(name: "right", className: "one", duration: .milliseconds(1204), outcome: .passed),
                    .init(
                        name: "wrong", className: "one", outcome: .failed("expected <A>, found 'B' & \u{1}\u{FFFE}\n")),
                    .init(name: "left out", className: "one", outcome: .skipped("no key")),
                ]),
            .init(name: "two", cases: []),
        ])

    @Test func `is well-formed whatever stands in a name or a message`() throws {
        let document = try XMLDocument(data: Data(Self.report.xml.utf8))
        let root = try #require(document.rootElement())

        #expect(root.name == "testsuites")
        #expect(root.attribute(forName: "name")?.stringValue == "a & b")
        let failure = try #require(try document.nodes(forXPath: "//failure").first as? XMLElement)
        #expect(failure.attribute(forName: "message")?.stringValue == "expected <A>, found 'B' & \u{FFFD}\u{FFFD}\n")
    }

    @Test func `counts tests, failures and those left out, of each suite and of all`() throws {
        let document = try XMLDocument(data: Data(Self.report.xml.utf8))
        func counts(_ path: String) throws -> [String] {
            let element = try #require(try document.nodes(forXPath: path).first as? XMLElement)
            return ["tests", "failures", "errors", "skipped", "time"].map {
                element.attribute(forName: $0)?.stringValue ?? ""
            }
        }

        #expect(try counts("/testsuites") == ["3", "1", "0", "1", "1.204"])
        #expect(try counts("/testsuites/testsuite[1]") == ["3", "1", "0", "1", "1.204"])
        #expect(try counts("/testsuites/testsuite[2]") == ["0", "0", "0", "0", "0.000"])
        #expect(try document.nodes(forXPath: "//testcase[@name='right'][@time='1.204']").count == 1)
        #expect(try document.nodes(forXPath: "//testcase[@name='left out']/skipped[@message='no key']").count == 1)
        #expect(try document.nodes(forXPath: "//testsuite[1]/properties/property[@value='\"quoted\"']").count == 1)
    }

    @Test func `holds every case of the suite under each policy, and the open ones as skipped`() throws {
        let report = TR03105Suite(policies: [.strict, .archive], ids: ["LDS_H_61", "ISO7816_E_01"]).report()
        let document = try XMLDocument(data: Data(JUnitReport(report).xml.utf8))

        #expect(try document.nodes(forXPath: "//testcase").count == 3)
        #expect(try document.nodes(forXPath: "//testcase[@classname='tr03105-5-1.LDS_H.archive']").count == 1)
        #expect(try document.nodes(forXPath: "//testcase[@name='ISO7816_E_01']/skipped").count == 1)
        #expect(try document.nodes(forXPath: "//property[@name='standing']").count == 3)
    }
}
