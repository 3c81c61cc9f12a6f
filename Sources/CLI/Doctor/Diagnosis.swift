/// One thing that the doctor looked at.
package struct Diagnosis: Encodable, Sendable {
    /// A stable name: `service`, `kernelModules`.
    package let id: String
    package let state: State
    /// What was found, lower case, no full stop.
    package let finding: String
    /// What to do about it, where something can be done.
    package let hint: String?

    /// How bad it is.
    package enum State: String, Comparable, CaseIterable, Encodable, Sendable {
        case ok
        case warning
        case failed

        package static func < (left: State, right: State) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }

        /// The word of the text form, all of one width.
        var word: String {
            switch self {
            case .ok: "ok  "
            case .warning: "warn"
            case .failed: "fail"
            }
        }
    }

    package init(_ id: String, _ state: State, _ finding: String, hint: String? = nil) {
        self.id = id
        self.state = state
        self.finding = finding
        self.hint = hint
    }
}
