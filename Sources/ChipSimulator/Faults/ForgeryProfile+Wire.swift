import Issuing

extension ForgeryProfile {
    /// Somebody between reader and chip, who changes every answer from the third of a session on.
    static let wire: [ForgeryProfile] = [
        wire("altered", "is altered in one bit", .bitFlipped(answer: 3)),
        wire("replayed", "is the one before again", .replayed(answer: 3)),
        wire("reordered", "is protected as the next one", .reordered(answer: 3)),
        wire("truncated", "ends sixteen bytes too early", .truncated(answer: 3)),
        wire("checksum-short", "has a checksum of four bytes", .checksumCutShort(answer: 3)),
        wire("plain", "is a bare 9000 with data in plain", .bareSuccess(answer: 3)),
        wire("counter-repeated", "is protected with the counter of the first", .counterReset(answer: 3)),
        wire("status-missing", "lacks DO'99'", .missingStatus(answer: 3)),
    ]

    private static func wire(
        _ name: String, _ text: String, _ incident: ChipBehaviour.SessionIncident
    ) -> ForgeryProfile {
        ForgeryProfile("wire-\(name)", "every answer from the third on \(text)", breaks: .files) {
            $0.behaviour.sessionIncident = incident
            $0.behaviour.repeatsSessionIncident = true
        }
    }
}
