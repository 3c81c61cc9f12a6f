import LDS

extension OddityRow {
    /// READ BINARY and the secure channel, by BAC and 3DES on the passport, by PACE and AES on the others.
    static let reading: [OddityRow] = [
        OddityRow("no-extended") { $0.extendedRemarks = ["bareStatus"] },
        OddityRow("no-extended", on: .eac) { $0.way = .terminal },
        OddityRow("extended-unstated"),
        OddityRow("read-4000", on: .pace) { $0.extendedRemarks = ["shortAnswers"] },
        OddityRow("read-100") { $0.remarks = ["shortAnswers"] },
        OddityRow("read-100", on: .identityCard) { $0.remarks = ["shortAnswers"] },
        OddityRow("full-read-6700") { $0.extendedRemarks = ["bareStatus"] },
        OddityRow("read-192-6700") {
            $0.remarks = ["smallerBlocks"]
            $0.extendedRemarks = ["bareStatus"]
        },
        OddityRow("read-192-6700", on: .pace) {
            $0.remarks = ["smallerBlocks"]
            $0.extendedRemarks = ["bareStatus"]
        },
        OddityRow("read-6c") {
            $0.remarks = ["smallerBlocks"]
            $0.extendedRemarks = ["bareStatus"]
        },
        OddityRow("read-6c", on: .cam) {
            $0.shortRemarks = ["smallerBlocks"]
            $0.extendedRemarks = ["bareStatus", "noExtendedLength"]
        },
        OddityRow("read-6f00") {
            $0.remarks = ["smallerBlocks"]
            $0.extendedRemarks = ["bareStatus"]
        },
        OddityRow("end-6282"),
        OddityRow("end-9000"),
        OddityRow("end-6b00") { $0.remarks = ["noOverReading"] },
        OddityRow("end-6b00", on: .eac) {
            $0.way = .terminal
            $0.remarks = ["noOverReading"]
        },
        OddityRow("end-6c"),
        OddityRow("sfi-6a86") { $0.remarks = ["noShortIdentifiers"] },
        OddityRow("sfi-6a86", on: .eac) {
            $0.way = .terminal
            $0.remarks = ["noShortIdentifiers"]
        },
        OddityRow("sfi-6b00", on: .pace) { $0.remarks = ["noShortIdentifiers"] },
        OddityRow("sfi-master-file") { $0.remarks = ["shortIdentifierAstray", "noShortIdentifiers"] },
        OddityRow("sfi-small-offsets"),
        OddityRow("no-odd-read"),
        OddityRow("bare-errors") {
            $0.remarks = ["bareStatus"]
            $0.shortRemarks = ["smallerBlocks"]
            $0.extendedRemarks = ["noExtendedLength", "noOverReading"]
        },
        OddityRow("bare-errors", on: .eac) {
            $0.way = .terminal
            $0.remarks = ["bareStatus"]
            $0.shortRemarks = ["smallerBlocks"]
            $0.extendedRemarks = ["noExtendedLength", "noOverReading"]
        },
        OddityRow("bare-errors-counted") {
            $0.remarks = ["bareStatus", "noOverReading", "sessionReopened", "smallerBlocks"]
            $0.extendedRemarks = ["noExtendedLength"]
        },
        OddityRow("bare-errors-counted", on: .pace) {
            $0.remarks = ["bareStatus", "noOverReading", "sessionReopened", "smallerBlocks"]
            $0.extendedRemarks = ["noExtendedLength"]
        },
        OddityRow("bare-errors-fatal") {
            $0.remarks = ["bareStatus", "noOverReading", "sessionReopened", "smallerBlocks"]
            $0.extendedRemarks = ["noExtendedLength"]
        },
        OddityRow("bare-errors-fatal", on: .cam) {
            $0.remarks = ["bareStatus", "noOverReading", "smallerBlocks"]
            $0.extendedRemarks = ["noExtendedLength"]
        },
        OddityRow("session-lost") {
            $0.remarks = ["sessionReopened"]
            $0.extendedRemarks = ["noExtendedLength"]
        },
        OddityRow("session-lost", on: .eac) {
            $0.way = .terminal
            $0.remarks = ["sessionReopened"]
        },
        OddityRow("status-0000") {
            $0.remarks = ["answerNotAuthentic", "sessionReopened"]
            $0.extendedRemarks = ["noExtendedLength"]
        },
        OddityRow("silent-once") {
            $0.remarks = ["cardLost"]
            $0.extendedRemarks = ["noExtendedLength"]
        },
        OddityRow("silent-once", on: .pace) {
            $0.remarks = ["cardLost"]
            $0.extendedRemarks = ["noExtendedLength"]
        },
        OddityRow("exact-length"),
        OddityRow("exact-length", on: .pace),
        OddityRow("any-length") { $0.remarks = ["asksForAll", "sessionReopened"] },
        OddityRow("any-length", on: .eac) {
            $0.way = .terminal
            $0.remarks = ["asksForAll", "sessionReopened"]
        },
        // Where it asks for the group, the reader opens the chip again and has all the others.
        OddityRow("denial-ends-session") {
            $0.way = .protectedGroups
            $0.remarks = ["bareStatus"]
            $0.shows = { if case .refused? = $0[.dataGroup(.dg3)]?.outcome { true } else { false } }
        },
    ]
}
