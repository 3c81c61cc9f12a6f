/// Results of tests in the XML form of JUnit, which tools of continuous integration read.
package struct JUnitReport: Hashable, Sendable {
    /// The name of the whole.
    package var name: String
    package var suites: [Suite]

    /// Tests that belong together.
    package struct Suite: Hashable, Sendable {
        package var name: String
        /// What is worth knowing of all of them, by name.
        package var properties: [Property]
        package var cases: [Case]

        package init(name: String, properties: [Property] = [], cases: [Case]) {
            self.name = name
            self.properties = properties
            self.cases = cases
        }
    }

    /// A named text.
    package struct Property: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// One test and how it ended.
    package struct Case: Hashable, Sendable {
        package var name: String
        /// What groups tests, with dots between its parts.
        package var className: String
        package var duration: Duration
        package var outcome: ConformanceReport.Outcome

        package init(
            name: String, className: String, duration: Duration = .zero, outcome: ConformanceReport.Outcome
        ) {
            self.name = name
            self.className = className
            self.duration = duration
            self.outcome = outcome
        }
    }

    package init(name: String, suites: [Suite]) {
        self.name = name
        self.suites = suites
    }

    /// A run over vectors: a suite for each file.
    package init(_ report: ConformanceReport) {
        name = "vectors"
        suites = report.files.map { file in
            let className = file.path.hasSuffix(".json") ? String(file.path.dropLast(5)) : file.path
            return Suite(
                name: file.path, properties: file.source.isEmpty ? [] : [Property("source", file.source)],
                cases: file.vectors.map { vector in
                    Case(
                        name: vector.id.isEmpty ? "the file" : vector.id,
                        className: className.split(separator: "/").joined(separator: "."), outcome: vector.outcome)
                })
        }
    }
}

extension JUnitReport {
    /// The document, in UTF-8.
    package var xml: String {
        let cases = suites.flatMap(\.cases)
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            "<testsuites\(Self.attribute("name", name))\(Self.counts(of: cases))>",
        ]
        for suite in suites {
            lines.append("  <testsuite\(Self.attribute("name", suite.name))\(Self.counts(of: suite.cases))>")
            if !suite.properties.isEmpty {
                lines.append("    <properties>")
                lines += suite.properties.map {
                    "      <property\(Self.attribute("name", $0.name))\(Self.attribute("value", $0.value))/>"
                }
                lines.append("    </properties>")
            }
            for one in suite.cases { lines += Self.lines(of: one) }
            lines.append("  </testsuite>")
        }
        return (lines + ["</testsuites>", ""]).joined(separator: "\n")
    }

    private static func lines(of one: Case) -> [String] {
        let start =
            "    <testcase\(attribute("name", one.name))\(attribute("classname", one.className))"
            + attribute("time", seconds(one.duration))
        switch one.outcome {
        case .passed: return ["\(start)/>"]
        case .failed(let problem):
            return [
                "\(start)>", "      <failure\(attribute("message", problem))\(attribute("type", "failed"))/>",
                "    </testcase>",
            ]
        case .skipped(let reason):
            return ["\(start)>", "      <skipped\(attribute("message", reason))/>", "    </testcase>"]
        }
    }

    private static func counts(of cases: [Case]) -> String {
        let total = cases.reduce(Duration.zero) { $0 + $1.duration }
        return attribute("tests", "\(cases.count)")
            + attribute("failures", "\(cases.count { $0.outcome.isFailure })") + attribute("errors", "0")
            + attribute("skipped", "\(cases.count { $0.outcome.isSkip })") + attribute("time", seconds(total))
    }

    /// In seconds with three digits, whatever the language of the machine.
    private static func seconds(_ duration: Duration) -> String {
        let (whole, fraction) = duration.components
        let digits = String(max(0, fraction) / 1_000_000_000_000_000)
        return "\(max(0, whole))." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    private static func attribute(_ name: String, _ value: String) -> String {
        #" \#(name)="\#(escaped(value))""#
    }

    /// Spec: XML 1.0 (5th ed.) §2.2 for the characters that may stand in a document at all.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "\t", "\n", "\r": result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": result.append(scalar)
            default: result.append("\u{FFFD}")
            }
        }
        return String(result)
    }
}
