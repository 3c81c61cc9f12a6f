import ChipSimulator
import LDS
import Report
import Testing

@Suite("Chips as they were handed over, read to the verdict")
struct HandedCaseTests {
    /// What the chips show, and the profiles of them.
    static let cases: [(name: String, faults: [String])] = [
        ("PACE alone, whatever else is tried first", ["pace-only", "pace-only-6985"]),
        (
            "the master file refused, and EF.CardAccess elsewhere or behind EF.DIR",
            [
                "master-file-6982", "master-file-6a81", "master-file-6a86", "master-file-6a87",
                "card-access-in-application", "card-access-is-directory", "card-access-other-selection",
            ]
        ),
        (
            "several, unknown and unnamed entries, and bytes behind them",
            ["card-access-several", "pace-without-number"]
        ),
        ("DO84 refused, and 63C2", ["pace-do84-6a80", "pace-63c2"]),
        ("a nonce of 32 bytes under AES-128", ["pace-nonce-32"]),
        (
            "leading zeros in points and secrets",
            ["pace-zero-mapping-key", "pace-zero-key", "pace-zero-secret", "pace-zero-secret-dh"]
        ),
        (
            "DG14 with two keys, without q, with long lengths, in another order",
            ["ca-two-keys", "ca-group-without-order", "ca-long-lengths", "ca-unsorted"]
        ),
        (
            "a signature cut, answered with 6C00 or in parts",
            ["aa-truncated", "aa-6c00", "aa-parts", "aa-protected-parts"]
        ),
        (
            "names twice, packed and short dates, empty elements, both times of personalisation",
            ["dg11-names-twice", "dg11-packed-date", "dg11-year", "dg11-empty", "dg12-14-digits", "dg12-packed-time"]
        ),
    ]

    @Test(arguments: cases.flatMap(\.faults), OddityTrial.Reader.allCases)
    func `are accepted, unless a short answer cannot carry the proof`(_ fault: String, _ reader: OddityTrial.Reader)
        throws
    {
        let trial = try OddityTrial(fault, .passport, reader)
        let row = try #require(OddityRow.all.first { $0.fault == fault && $0.specimen == .passport })
        #expect(trial.lost(way: .zone).isEmpty)
        if reader == .short, let obstacle = row.undecidedInShort {
            #expect(trial.report.verdict == .undecided)
            #expect(trial.obstacles == [obstacle])
        } else {
            #expect(trial.report.verdict == .accepted, "\(trial.obstacles)")
        }
    }

    @Test(arguments: ["pace-nonce-24", "pace-nonce-24-integrated"], OddityTrial.Reader.allCases)
    func `are not opened by a nonce that is no whole number of blocks`(_ fault: String, _ reader: OddityTrial.Reader)
        throws
    {
        let trial = try OddityTrial(fault, .passport, reader)
        #expect(trial.reading.access.used == nil)
        #expect(trial.obstacles.contains("files.complete: paceBroken"))
    }
}
