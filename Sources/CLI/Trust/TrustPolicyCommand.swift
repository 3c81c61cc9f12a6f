import ByteCoding
import Inspection
import Report
import Standards
import Trust

extension Command {
    static let trustPolicy = Command(
        "trust", "policy",
        summary: "print what policies make of departures and checks",
        discussion: """
            Without an operand the three policies of this program stand side by side, and below each row what it is about. With one, that policy alone; with \
            --json it is a file that --policy takes, to be given a name of its own and changed.
            A file says on which policy it is based and in which rows it differs: rulings (fails, leavesOpen, isNoted) on \
            departures, obligations (mandatory, optional, recorded) of checks, and validityTime (now, signing). A departure \
            that a file makes fail, and that its base lets pass, decides whatever the check counts for, unless the file gives \
            that check another obligation than its base does.
            """,
        operands: [
            Operand(
                "POLICY", "strict, operational, archive, or a FILE", arity: .optional,
                choices: TrustPolicy.Name.allCases.map(\.rawValue))
        ],
        options: [.flag("json", "print one policy as a file")],
        examples: [
            Example("emrtd trust policy", "the three policies side by side"),
            Example("emrtd trust policy operational --json > desk.json", "a file to change and to give to --policy"),
        ]
    ) { invocation in
        let policies =
            try invocation.operands.first.map { [try PolicyInput.policy($0, command: invocation.command)] }
            ?? TrustPolicy.Name.allCases.map(TrustPolicy.init(name:))
        if invocation[flag: "json"] {
            guard let policy = policies.first, policies.count == 1 else {
                throw UsageError(
                    "--json prints one policy", hint: "name it: emrtd trust policy operational --json",
                    command: invocation.command)
            }
            // What depends on whether a list was ever imported is no single word: the base goes on saying it.
            let obligations = PolicyTable.checks.filter { !PolicyText.dependsOnLists($0, policy) }
                .map { ($0, PolicyTable.obligation(of: $0, under: policy)) }
            Terminal.write(Array(policy.file(obligations: obligations).utf8))
        } else {
            Terminal.write(Array(PolicyText.page(policies).utf8))
        }
        return .success
    }
}

/// Policies as a table, a column each.
private enum PolicyText {
    static func page(_ policies: [TrustPolicy]) -> String {
        var lines: [String] = []
        for policy in policies {
            guard let sha256 = policy.sha256 else { continue }
            lines.append(
                "\(SafeText.clean(policy.name)), based on \(policy.base.rawValue), SHA-256 \(Hexadecimal.encode(sha256))"
            )
            lines.append("")
        }
        lines.append(row("", policies.map { SafeText.clean($0.name) }))
        lines.append(row("validityTime", policies.map(\.validityTime.rawValue)))
        lines += ["", "Rulings on departures"]
        lines += Deviation.allCases.flatMap { deviation in
            [row(deviation.rawValue, policies.map { $0.ruling(on: deviation).rawValue })] + words(deviation.quirk.words)
        }
        lines += ["", "Obligations of checks"]
        lines += PolicyTable.checks.flatMap { check in
            [row(check.rawValue, policies.map { obligation(check, $0) })] + words(CheckCatalogue.title(of: check))
        }
        lines += [
            "", "* a failure decides, though a doubt does not",
            "+ mandatory once a list signed by a trusted key of the state was imported",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func obligation(_ check: CheckID, _ policy: TrustPolicy) -> String {
        let plain = PolicyTable.obligation(of: check, under: policy)
        if dependsOnLists(check, policy) { return plain.rawValue + "+" }
        return plain.rawValue + (plain != .mandatory && PolicyTable.failureDecides(check, under: policy) ? "*" : "")
    }

    static func dependsOnLists(_ check: CheckID, _ policy: TrustPolicy) -> Bool {
        PolicyTable.obligation(of: check, under: policy, hasRevocationLists: true)
            != PolicyTable.obligation(of: check, under: policy)
    }

    /// What a row is about, below its name.
    private static func words(_ text: String) -> [String] {
        TextLayout.wrap(text, width: 74).map { "      \($0)" }
    }

    private static func row(_ name: String, _ values: [String]) -> String {
        let cells = values.map { $0.padded(to: 14) }.joined()
        return ("  " + name.padded(to: 36) + cells).trimmedEnd
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
