import LDS
import Standards

extension OddityRow {
    /// Active and Chip Authentication.
    static let authentication: [OddityRow] = signatures + chipKeys

    private static let signatures: [OddityRow] =
        [
            "aa-6c00", "aa-empty-extended", "aa-ecdsa-sha384", "aa-ecdsa-sha224", "aa-p384-sha256", "aa-der", "aa-p320",
            "aa-rsa-1024", "aa-smaller-root",
        ].map { OddityRow($0) }
        + ["aa-parts", "aa-protected-parts"].map { OddityRow($0) { $0.extendedRemarks = ["bareStatus"] } }
        // Where the reader cannot carry the signature, nothing is known: the chip is not to blame.
        + ["aa-truncated", "aa-rsa-2048", "aa-extended-alone"].map { fault in
            OddityRow(fault) {
                if fault == "aa-extended-alone" { $0.extendedRemarks = ["bareStatus"] }
                $0.shortRemarks = ["signatureNotCarried"]
                $0.undecidedInShort = "aa.chip: unverifiable"
            }
        }

    private static let chipKeys: [OddityRow] =
        [
            "ca", "ca-3des", "ca-aes256", "ca-long-lengths", "ca-unsorted", "ca-key-195", "ca-two-keys",
            "ca-group-without-order", "ca-extended-refused", "dg14-by-identifier",
        ].map { byChipKey($0) } + [
            byChipKey("ca-info-missing") { $0.remarks = ["protocolInferred"] },
            byChipKey("ca-no-kat") { $0.remarks = ["otherWayOfChipAuthentication"] },
            byChipKey("ca-number-refused") { $0.remarks = ["otherWayOfChipAuthentication"] },
            byChipKey("ca-numbers-refused") { $0.remarks = ["otherWayOfChipAuthentication"] },
            byChipKey("ca-lists-more") {
                $0.shows = { $0.chipAuthentication?.identifier == .chipAuthentication(.ecdh, .aes128) }
            },
            byChipKey("ca-chained") { $0.extendedRemarks = ["bareStatus"] },
            OddityRow("cam") {
                $0.opens = .pace
                $0.proofs = ["aa.chip", "cam.chip"]
            },
            OddityRow("cam-two-keys") {
                $0.opens = .pace
                $0.proofs = ["aa.chip", "cam.chip"]
            },
        ]

    /// The passport with PACE and a key for Chip Authentication beside that for Active Authentication.
    private static func byChipKey(_ fault: String, _ change: (inout OddityRow) -> Void = { _ in }) -> OddityRow {
        OddityRow(fault) {
            $0.opens = .pace
            $0.proofs = ["aa.chip", "ca.chip"]
            change(&$0)
        }
    }
}
