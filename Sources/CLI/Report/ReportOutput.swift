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
        case tr03135 = "tr03135.json"

        /// The form that a file's name says.
        init?(of url: URL) {
            let name = url.lastPathComponent.lowercased()
            self.init(rawValue: name.hasSuffix("." + Form.tr03135.rawValue) ? Form.tr03135.rawValue : url.pathExtension)
        }
    }

    private let files: [(url: URL, form: Form)]
    private let printsJSON: Bool

    /// The options that `init` reads.
    static let options: [Option] = [
        .value(
            "report", "FILE",
            "write the report into this file, as its name says: .html, .json, .txt or .tr03135.json; may be repeated",
            isRepeatable: true),
        .flag("json", "print the report as JSON"),
    ]

    /// Whether something is written that a profile says anything of: a log of TR-03135.
    var writesLog: Bool { files.contains { $0.form == .tr03135 } }

    /// Looks at the names before any work is done.
    init(_ invocation: Invocation) throws(UsageError) {
        var files: [(URL, Form)] = []
        for path in invocation[all: "report"] {
            let url = URL(filePath: path)
            guard let form = Form(of: URL(filePath: path.lowercased())) else {
                throw UsageError(
                    "'--report \(path)' ends in none of .html, .json, .txt and .tr03135.json",
                    command: invocation.command)
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
    ///
    /// - Parameters:
    ///   - form: The form to print in: `text`, `json`, `html`, `tr03135-json`; nil for text, or as `--json` says.
    ///   - profile: What a log of TR-03135 says.
    func write(_ report: InspectionReport, form: String? = nil, profile: String? = nil) throws {
        let profile = profile.flatMap(InspectionReport.LogProfile.init) ?? .standard
        print(report, form ?? (printsJSON ? "json" : "text"), profile)
        var failure: CommandError?
        for (url, form) in files {
            do { try Self.write(Self.render(report, as: form, profile: profile), to: url) } catch let error
                as CommandError
            {
                failure = failure ?? error
            }
        }
        if let failure { throw failure.afterResult }
    }

    private func print(_ report: InspectionReport, _ form: String, _ profile: InspectionReport.LogProfile) {
        let text =
            switch form {
            case "json": report.json()
            case "html": report.html()
            case "tr03135-json": report.tr03135JSON(profile)
            default: report.text(width: Terminal.width, colour: Terminal.showsColour)
            }
        Terminal.write(Array(text.utf8))
    }

    /// The report in one form.
    static func render(
        _ report: InspectionReport, as form: Form, profile: InspectionReport.LogProfile = .standard
    ) -> String {
        switch form {
        case .json: report.json()
        case .html: report.html()
        case .text: report.text(width: 100)
        case .tr03135: report.tr03135JSON(profile)
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
