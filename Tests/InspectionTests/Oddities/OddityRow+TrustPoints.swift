import LDS

extension OddityRow {
    /// Whom chips trust to let terminals in, and how what is long gets to them and from them.
    static let trustPoints: [OddityRow] =
        ["ta", "ta-chained"].map { fault in OddityRow(fault, on: .eac) { $0.way = .terminal } }
        + [
            // The reading knows the file by its usual place.
            OddityRow("ta-cvca-elsewhere", on: .eac) {
                $0.way = .terminal
                $0.withheld = [.cvca(identifier: 0x0130, shortIdentifier: 0)]
                $0.shows = { $0.bytes(of: .cvca)?.isEmpty == false }
            },
            OddityRow("ta-first-authority-refused", on: .eac) {
                $0.way = .terminal
                $0.remarks = ["otherTrustPoint"]
                $0.shows = { $0.terminalAuthentication?.trustPoints.first == "XXCVCA00009" }
            },
            OddityRow("ta-first-authority-final", on: .eac) {
                $0.way = .terminal
                $0.remarks = ["otherTrustPoint", "sessionReopened"]
            },
            OddityRow("eac2", on: .identityCard) { $0.way = .terminal },
            OddityRow("eac2-pieces", on: .identityCard) { $0.way = .terminal },
        ]
}
