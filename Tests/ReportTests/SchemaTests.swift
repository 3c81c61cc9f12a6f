import Report
import TestSupport
import Testing

@Suite("Report: the JSON Schema")
struct SchemaTests {
    private let validator: SchemaValidator

    init() throws {
        validator = try SchemaValidator(InspectionReport.jsonSchema)
    }

    @Test func `is the checked-in file`() throws {
        let path = "report/inspection-report-1.schema.json"
        #expect(try Golden.difference(InspectionReport.jsonSchema, path) == nil)
    }

    @Test(arguments: SampleReports.all.map(\.0)) func `is kept by every report`(name: String) throws {
        let report = try #require(SampleReports.all.first { $0.0 == name }?.1)
        #expect(try validator.faults(in: report.json()) == [])
    }

    @Test(arguments: [
        ("\"verdict\" : \"accepted\"", "\"verdict\" : \"fine\"", "$.verdict: not one of"),
        ("\"transactionId\"", "\"transaction\"", "$: no 'transactionId'"),
        ("\"number\" : 3", "\"number\" : 17", "$.dataGroups[2].number: above 16"),
        ("\"status\" : \"6A82\"", "\"status\" : \"6a82\"", "$.files[0].status: does not match"),
        ("\"apduCount\" : 3", "\"apduCount\" : \"3\"", "$.reading.steps[0].apduCount: not of type integer"),
        ("\"offersPACE\" : false", "\"offersPACE\" : 1.5", "$.reading.offersPACE: not of type boolean"),
    ])
    func `is broken by a report that was altered`(from: String, to: String, fault: String) throws {
        let parts = SampleReports.accepted.json().split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        let faults = try validator.faults(in: parts.joined(separator: to))
        #expect(faults.contains { $0.hasPrefix(fault) }, "\(faults)")
    }
}
