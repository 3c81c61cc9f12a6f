import LDS

extension OddityRow {
    /// Selection of master file and application, and Basic Access Control.
    static let access: [OddityRow] =
        ["6d00", "6985", "6a86", "6982", "6a81", "6a87", "needs-nothing"].map {
            OddityRow("master-file-\($0)")
        } + [
            byPACE("master-file-silent") { $0.remarks = ["cardLost"] },
            byPACE("card-access-in-application") { $0.remarks = ["cardAccessInApplication"] },
            byPACE("card-access-is-directory"),
            byPACE("card-access-after-selection"),
            byPACE("master-file-needs-3f00"),
            byPACE("card-access-other-selection") { $0.remarks = ["cardAccessAstray"] },
            byPACE("card-access-unknown"),
            byPACE("card-access-several"),
            OddityRow("card-files-6982") { $0.withheld = [.directory] },
            OddityRow("application-6a86") { $0.remarks = ["unusualSelect"] },
            OddityRow("application-6a86", on: .eac) { $0.remarks = ["unusualSelect"] },
            OddityRow("application-selected") { $0.remarks = ["selectionRefused"] },
            OddityRow("open") {
                $0.opens = .unprotected
                $0.remarks = ["keyNotNeeded"]
            },
            byPACE("length-6700"),
        ]

    /// PACE, on documents that have nothing else or both.
    static let pace: [OddityRow] =
        [
            "pace-offered", "pace-both", "pace-only", "pace-only-6985", "pace-long-le-6982", "case-one-none",
            "pace-integrated-p521", "pace-dh-3des", "pace-p320", "pace-slow", "pace-needs-do84", "pace-assumes-curve",
            "pace-63c2", "pace-without-number", "pace-nonce-32", "pace-zero-mapping-key", "pace-zero-key",
            "pace-zero-secret", "pace-zero-secret-dh", "pace-uncalled-proof", "pace-aes256", "pace-aes192",
            "pace-both-mappings",
        ].map { byPACE($0) }
        + ["6a80", "6a87", "6a88"].map { byPACE("pace-do84-\($0)") { $0.remarks = ["parametersNotNamed"] } }
        + [byPACE("pace-lists-more") { $0.remarks = ["nextPACE"] }]
        + [byPACE("pace-can-alone") { $0.way = .can }]
        // What became of PIN and PUK is nothing to the zone and the CAN.
        + ["pin-one-wrong", "pin-suspended", "pin-blocked", "pin-deactivated", "puk-used-up"].flatMap { fault in
            [OddityRow(fault, on: .identityCard), OddityRow(fault, on: .identityCard) { $0.way = .can }]
        }

    /// The passport, opened by PACE for its fault.
    private static func byPACE(_ fault: String, _ change: (inout OddityRow) -> Void = { _ in }) -> OddityRow {
        OddityRow(fault) {
            $0.opens = .pace
            change(&$0)
        }
    }
}
