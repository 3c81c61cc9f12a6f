import Evidence
import LDS
import Testing

@Suite("Evidence: one line")
struct EvidenceLineTests {
    @Test(arguments: [SampleReading.stored, SampleReading.complete, SampleReading.complete.redacted()])
    func `gives back what was written`(stored: StoredReading) throws {
        let line = try stored.line()

        #expect(line.count { $0 == 0x0A } == 1)
        #expect(line.last == 0x0A)
        #expect(try StoredReading(line: line) == stored)
    }

    @Test(arguments: [
        ("\"base64\":\"YQNf", "\"base64\":\"YQNg", "DG1 of the evidence was altered"),
        ("\"base64\":\"YQNfHwA=\"", "\"base64\":\"%\"", "DG1 is missing"),
        ("{", "[", "no JSON object"),
    ])
    func `refuses a line that was altered`(from: String, to: String, words: String) throws {
        let text = String(decoding: try SampleReading.stored.line(), as: UTF8.self)
        let parts = text.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)

        let error = #expect(throws: EvidenceError.self) {
            try StoredReading(line: parts.joined(separator: to).utf8)
        }
        #expect("\(try #require(error))".contains(words))
    }
}
