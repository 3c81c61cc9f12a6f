import ByteCoding
import LDS
import Report
import Standards
import Trust

/// What a line is answered with: the verdict and what led to it, without words.
struct StreamResult {
    let verdict: InspectionReport.Verdict
    private let trust: String
    private let signer: (sha256: String, country: String?)?
    private let checks: [Check]
    private let quirks: [String]
    private let dataGroups: [(number: Int, integrity: String)]

    /// The judgement of a security object.
    init(_ passive: PassiveAuthenticationResult) {
        var list = CheckList(policy: passive.policy)
        list.add(passive)
        list.addMissing(passive)
        checks = list.checks
        verdict = InspectionReport.Verdict(of: checks)
        trust = passive.trust.rawValue
        signer = passive.signer.map { (Self.hexadecimal($0.sha256), $0.country) }
        quirks = Self.names(of: passive)
        dataGroups = passive.dataGroups.map { ($0.group.rawValue, $0.integrity.rawValue) }
    }

    /// The judgement of a whole reading.
    init(_ report: InspectionReport, _ passive: PassiveAuthenticationResult) {
        checks = report.checks
        verdict = report.verdict
        trust = passive.trust.rawValue
        signer = passive.signer.map { (Self.hexadecimal($0.sha256), $0.country) }
        quirks = Self.names(of: passive)
        dataGroups = passive.dataGroups.map { ($0.group.rawValue, $0.integrity.rawValue) }
    }

    /// Each name once, whatever it was met in.
    private static func names(of passive: PassiveAuthenticationResult) -> [String] {
        var seen: Set<String> = []
        return passive.quirks.map(\.description).filter { seen.insert($0).inserted }
    }

    /// The members from `verdict` on, with a comma in front.
    var members: [UInt8] {
        let signer = self.signer.map { signer in
            StreamText.object([
                ("sha256", StreamText.string(signer.sha256)),
                ("country", signer.country.map(StreamText.string) ?? RecordID.none),
            ])
        }
        return [UInt8(ascii: ",")]
            + StreamText.members([
                ("verdict", StreamText.string(verdict.rawValue)), ("trust", StreamText.string(trust)),
                ("signer", signer ?? RecordID.none),
                ("failed", Self.list(checks.filter(\.result.isFailure))),
                ("open", Self.list(checks.filter(\.result.isOpen))),
                ("quirks", StreamText.array(quirks.map(StreamText.string))),
                (
                    "dataGroups",
                    StreamText.object(dataGroups.map { ("\($0.number)", StreamText.string($0.integrity)) })
                ),
            ])
    }

    private static func list(_ checks: [Check]) -> [UInt8] {
        StreamText.array(
            checks.map { check in
                StreamText.object([
                    ("check", StreamText.string(check.id.rawValue)),
                    ("code", StreamText.string(check.result.reason?.code ?? "")),
                    ("obligation", StreamText.string(check.obligation.rawValue)),
                ])
            })
    }

    // MARK: What every line has

    static let beginning = Array(#"{"id":"#.utf8)

    /// The members of a line that could not be read, with a comma in front.
    static func members(_ fault: StreamFault, number: Int) -> [UInt8] {
        [UInt8(ascii: ",")]
            + StreamText.members([
                (
                    "error",
                    StreamText.object([
                        ("line", Array("\(number)".utf8)), ("code", StreamText.string(fault.code.rawValue)),
                        ("words", StreamText.string(fault.words)),
                    ])
                )
            ])
    }

    /// The members that say what a line was judged by, with a comma in front, and the end of the line.
    static func ending(_ settings: StreamJudge.Settings) -> [UInt8] {
        let policy = settings.trust.policy
        var members = [("policy", StreamText.string(policy.name))]
        // A policy of one's own may change under its name.
        if let sha256 = policy.sha256 { members.append(("policySHA256", StreamText.string(hexadecimal(sha256)))) }
        members += [
            ("at", StreamText.string(settings.trust.time.description)),
            ("generation", StreamText.string(settings.trust.material.generation.description)),
            ("version", StreamText.string("\(settings.component.name) \(settings.component.version)")),
        ]
        return [UInt8(ascii: ",")] + StreamText.members(members) + Array("}\n".utf8)
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String { Hexadecimal.encode(bytes).lowercased() }
}
