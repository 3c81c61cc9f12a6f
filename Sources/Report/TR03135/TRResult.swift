import Standards

/// A result of BSI TR-03135-1 §4 with its process state and its colour.
enum TRResult: String, CaseIterable {
    case successful, failed, undetermined
    case notSupported = "not supported"
    case aborted

    init(_ result: CheckResult) {
        self =
            switch result {
            case .successful: .successful
            case .failed: .failed
            case .undetermined: .undetermined
            case .notSupported: .notSupported
            case .aborted: .aborted
            }
    }

    /// §5.4: failed where any check failed, aborted where any was broken off, successful where all were.
    ///
    /// Checks that only inform do not count, and what the document does not offer decides nothing.
    /// Nor is it successful where a policy of somebody's own lets pass what the policy it is based on does not.
    init(overallOf report: InspectionReport) {
        let deciding = report.checks.filter { $0.obligation == .mandatory }.map { TRResult($0.result) }
        if deciding.contains(.failed) {
            self = .failed
        } else if deciding.contains(.aborted) {
            self = .aborted
        } else if deciding.contains(.undetermined) || !deciding.contains(.successful) || !report.checksLetPass.isEmpty {
            self = .undetermined
        } else {
            self = .successful
        }
    }

    /// §5.6.4: a failure, then what was broken off; then undetermined where anything is, or is not supported.
    init(contentOf results: [TRResult]) {
        if results.contains(.failed) {
            self = .failed
        } else if results.contains(.aborted) {
            self = .aborted
        } else if results.contains(.undetermined) || results.contains(.notSupported) || results.isEmpty {
            self = .undetermined
        } else {
            self = .successful
        }
    }

    /// §5.6.4.1: one success suffices, where nothing failed.
    init(proofOf results: [TRResult]) {
        let order: [TRResult] = [.failed, .successful, .aborted, .undetermined]
        self = order.first { results.contains($0) } ?? .notSupported
    }

    /// How far the check came.
    var state: String { self == .aborted ? "aborted" : "terminated" }

    var colour: String {
        switch self {
        case .successful: "green"
        case .failed: "red"
        case .undetermined: "yellow"
        case .notSupported, .aborted: "grey"
        }
    }

    func json(_ members: [String: JSONValue]) -> JSONValue {
        .object(
            members.merging(["state": .string(state), "result": .string(rawValue), "colour": .string(colour)]) { $1 })
    }
}

extension Check.Obligation {
    /// The letter of a profile: `m`, `o`, or `e` for what is only logged.
    var trLetter: String {
        switch self {
        case .mandatory: "m"
        case .optional: "o"
        case .recorded: "e"
        }
    }
}
