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
        options: ReportOutput.options + [
            .value("format", "FORMAT", "print in this form", choices: ["text", "json", "html", "tr03135-json"]),
            .value(
                "profile", "PROFILE",
                "what tr03135-json, printed or in a file .tr03135.json, says: full says who the holder is, too "
                    + "(default standard)",
                choices: InspectionReport.LogProfile.allCases.map(\.rawValue)),
        ],
        examples: [
            Example("emrtd report render report.json --report report.html", "the report on the terminal and as a page"),
            Example(
                "emrtd report render report.json --format tr03135-json",
                "in the terms of TR-03135-1, without the holder"),
        ]
    ) { invocation in
        let output = try ReportOutput(invocation)
        guard invocation["profile"] == nil || invocation["format"] == "tr03135-json" || output.writesLog else {
            throw UsageError(
                "--profile goes with --format tr03135-json, or with --report and a name that ends in .tr03135.json",
                command: invocation.command)
        }
        let text = try InputText.read(invocation.operands[0], limit: 64 << 20)
        let report: InspectionReport
        do { report = try InspectionReport(json: text) } catch {
            throw CommandError("'\(invocation.operands[0])' is no report: \(error)")
        }
        try output.write(report, form: invocation["format"], profile: invocation["profile"])
        return .success
    }

    static let reportSchema = Command(
        "report", "schema",
        summary: "print the JSON Schema of reports",
        options: [
            .value(
                "format", "NAME", "of what: report (default), tr03135-json, or stream, an answer of 'verify --stream'",
                choices: ["report", "tr03135-json", "stream"]),
            .alwaysJSON,
        ],
        examples: [
            Example(
                "emrtd report schema > inspection-report-1.schema.json", "the schema, for any JSON Schema validator")
        ]
    ) { invocation in
        let schema =
            switch invocation["format"] {
            case "stream": StreamJudge.jsonSchema
            case "tr03135-json": InspectionReport.tr03135Schema
            default: InspectionReport.jsonSchema
            }
        Terminal.write(Array(schema.utf8))
        return .success
    }
}
