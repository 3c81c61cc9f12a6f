import Standards
import Testing

@Suite("Moments in UTC: ISO 8601")
struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600), ("2026-11-30T03:12:46Z", 1_796_008_366),
        ("1969-12-31T23:59:59Z", -1), ("1900-03-01T00:00:00Z", -2_203_891_200),
        ("0000-03-01T00:00:00Z", -62_162_035_200),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `counts seconds both ways`(_ text: String, _ seconds: Int64) {
        #expect(Timestamp(iso8601: text)?.secondsSince1970 == seconds)
        #expect(Timestamp(secondsSince1970: seconds).description == text)
    }

    @Test(arguments: [
        "2025-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z", "2026-01-01T00:00:00", "2026-01", "", "T", "2026-01-01T00:00:00ZZ", "x-y-z",
    ])
    func `refuses what is no moment`(_ text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test
    func `takes a date alone as its first second`() {
        #expect(Timestamp(iso8601: "2026-11-30") == Timestamp(year: 2026, month: 11, day: 30))
    }

    @Test
    func `gives back each day of four centuries`() {
        var wrong = 0
        for day in stride(from: -200_000, through: 200_000, by: 7) {
            let moment = Timestamp(secondsSince1970: Int64(day) * 86_400)
            let (year, month, dayOfMonth) = moment.date
            if Timestamp(year: year, month: month, day: dayOfMonth) != moment { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}
