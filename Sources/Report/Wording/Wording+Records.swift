import Standards

extension Wording {
    static var recordsTitle: String { "Travel records, visas, additional biometrics" }

    /// `Entry, UTO, 3 October 2025`.
    static func title(_ record: RecordEntry) -> String {
        func field(_ name: String) -> String? { record.fields.first { $0.name == name }?.value }
        let (kind, details): (String, [String?]) =
            switch record.kind {
            case .entry: ("Entry", [field("state"), field("travelDate").map(date)])
            case .exit: ("Exit", [field("state"), field("travelDate").map(date)])
            case .visa: ("Visa", [field("issuer"), field("documentNumber")])
            case .biometrics: ("Additional biometrics", [])
            }
        return ([kind] + details.compactMap { $0 }).joined(separator: ", ")
    }

    /// What the check of one record says of it, in a word or two.
    static func signature(_ result: CheckResult) -> String {
        switch result {
        case .successful: "signature right"
        case .failed: "not to be relied on"
        case .undetermined, .aborted: "not decided"
        case .notSupported: "not checked"
        }
    }
}
