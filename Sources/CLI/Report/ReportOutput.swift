import Evidence
import Foundation
import Report

/// Where a report goes: to standard output, and into files whose names say in which form.
struct ReportOutput {
    /// A form of a report.
    enum Form: String, CaseIterable {
        case json
        case html
        case text = "txt"
    }

    private let files: [(url: URL, form: Form)]
    private let printsJSON: Bool

    /// The options that `init` reads.
    static let options: [Option] = [
        .value(
            "report", "FILE",
            "write the report into this file, as its name says: .html, .json or .txt; may be repeated",
            isRepeatable: true),
        .flag("json", "print the report as JSON"),
    ]

    /// Looks at the names before any work is done.
    init(_ invocation: Invocation) throws(UsageError) {
        var files: [(URL, Form)] = []
        for path in invocation[all: "report"] {
            let url = URL(filePath: path)
            guard let form = Form(rawValue: url.pathExtension.lowercased()) else {
                throw UsageError(
                    "'--report \(path)' ends in none of .html, .json and .txt", command: invocation.command)
            }
            files.append((url, form))
        }
        self.files = files
        printsJSON = invocation[flag: "json"]
    }

    /// Prints the report, and writes the files.
    ///
    /// What was found out is printed first, and each file is tried: none keeps the others from the user.
    ///
    /// - Throws: what kept the first of the files from being written, as a failure after the result.
    func write(_ report: InspectionReport) throws {
        print(report)
        var failure: CommandError?
        for (url, form) in files {
            do { try Self.write(Self.render(report, as: form), to: url) } catch let error as CommandError {
                failure = failure ?? error
            }
        }
        if let failure { throw failure.afterResult }
    }

    private func print(_ report: InspectionReport) {
        if printsJSON {
            Terminal.write(Array(report.json().utf8))
        } else {
            Terminal.write(Array(report.text(width: Terminal.width, colour: Terminal.showsColour).utf8))
        }
    }

    /// The report in one form.
    static func render(_ report: InspectionReport, as form: Form) -> String {
        switch form {
        case .json: report.json()
        case .html: report.html()
        case .text: report.text(width: 100)
        }
    }

    /// Writes a file whole or not at all, for this user's eyes alone: a report shows who the holder is.
    static func write(_ text: String, to url: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try PrivateFile.write(Array(text.utf8), to: url)
        } catch {
            throw CommandError("'\(url.path(percentEncoded: false))' cannot be written: \(describe(error))")
        }
    }

    private static func describe(_ error: any Error) -> String {
        (error as? EvidenceError).map { "\($0)" } ?? error.localizedDescription
    }
}

extension InspectionReport.Verdict {
    /// How the program ends after this verdict.
    var exitStatus: ExitStatus {
        switch self {
        case .accepted: .success
        case .undecided: .undecided
        case .rejected: .rejected
        }
    }
}
