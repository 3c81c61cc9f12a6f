extension Command {
    static let doctor = Command(
        "doctor",
        summary: "look for what keeps reading from working, with a hint for each",
        discussion: "Looks at the PC/SC service, readers, their drivers, kernel modules that take readers away, the "
            + "cryptographic library, the worker that decodes pictures and reads zones from them, cameras, the folder for evidence, the trust store and the terminal. "
            + "Nothing is changed. The exit status is 3 where something failed, and 0 where there are only warnings.",
        options: [.flag("json", "print JSON")],
        examples: [Example("emrtd doctor", "one line for each thing that was looked at")]
    ) { invocation in
        let examination = Examination()
        if invocation[flag: "json"] {
            try Terminal.printJSON(examination)
        } else {
            Terminal.print(examination.text(width: Terminal.width))
        }
        return examination.state == .failed ? .failed : .success
    }
}

/// What the doctor found.
private struct Examination: Encodable {
    let checks: [Diagnosis]
    let state: Diagnosis.State

    init() {
        checks =
            ServiceDiagnosis.all()
            + [
                KernelModuleDiagnosis.ofThisMachine, InstallationDiagnosis.cryptography, InstallationDiagnosis.tokens,
                InstallationDiagnosis.remoteSigners, InstallationDiagnosis.pictures,
            ] + CaptureDiagnosis.all + [
                InstallationDiagnosis.evidenceFolder, StoreDiagnosis.ofThisUser,
                InstallationDiagnosis.terminal,
            ]
        state = checks.map(\.state).max() ?? .ok
    }

    func text(width: Int) -> String {
        let column = checks.map(\.id.count).max() ?? 0
        return checks.flatMap { check -> [String] in
            let head = check.state.word + "  " + check.id.padded(to: column) + "  "
            let margin = String(repeating: " ", count: head.count)
            let body =
                TextLayout.wrap(check.finding, width: max(width - head.count, 30))
                + (check.hint.map { TextLayout.wrap("hint: \($0)", width: max(width - head.count, 30)) } ?? [])
            return body.enumerated().map { index, line in (index == 0 ? head : margin) + line }
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
