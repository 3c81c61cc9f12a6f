import Foundation
import Inspection
import Report

extension Command {
    static let reportRender = Command(
        "report", "render",
        summary: "show a stored report as text, or write it as a page",
        discussion: "Reads the JSON form of a report and shows the same report in another form. The verdict is derived "
            + "again from the checks; a report whose verdict was altered is refused.",
        operands: [Operand("FILE", "a report in JSON, or - for standard input")],
        options: ReportOutput.options,
        examples: [
            Example("emrtd report render report.json --report report.html", "the report on the terminal and as a page")
        ]
    ) { invocation in
        let output = try ReportOutput(invocation)
        let text = try InputText.read(invocation.operands[0], limit: 64 << 20)
        let report: InspectionReport
        do { report = try InspectionReport(json: text) } catch {
            throw CommandError("'\(invocation.operands[0])' is no report: \(error)")
        }
        try output.write(report)
        return .success
    }

    static let reportSchema = Command(
        "report", "schema",
        summary: "print the JSON Schema of reports",
        options: [
            .value(
                "format", "NAME", "of what: report (default), or stream, an answer of 'verify --stream'",
                choices: ["report", "stream"]),
            .alwaysJSON,
        ],
        examples: [
            Example(
                "emrtd report schema > inspection-report-1.schema.json", "the schema, for any JSON Schema validator")
        ]
    ) { invocation in
        let schema = invocation["format"] == "stream" ? StreamJudge.jsonSchema : InspectionReport.jsonSchema
        Terminal.write(Array(schema.utf8))
        return .success
    }
}
