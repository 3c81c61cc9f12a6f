import Evidence
import Foundation
import LDS
import Standards
import Testing

@Suite("Evidence: what became of the files of records")
struct RecordFileEvidenceTests {
    private static let stored: StoredReading = {
        var stored = SampleReading.protocols
        stored.reading.recordFiles = [
            RecordFileReading(file: .entryRecords, outcome: .read(count: 2)),
            RecordFileReading(
                file: .exitRecords, outcome: .incomplete(Reason("recordsMissing", "Number 3 is missing."))),
            RecordFileReading(file: .travelCertificates, outcome: .protected),
            RecordFileReading(file: .visaRecords, outcome: .refused(status: 0x6982)),
            RecordFileReading(file: .visaCertificates, outcome: .absent(status: 0x6A82)),
            RecordFileReading(file: .biometricCertificates, outcome: .skipped),
        ]
        return stored
    }()

    @Test func `comes back as it was`() throws {
        #expect(try StoredReading(line: Self.stored.line()) == Self.stored)
        // Evidence from before there was any of it.
        let line = String(decoding: try SampleReading.protocols.line(), as: UTF8.self)
        #expect(!line.contains("recordFiles"))
    }

    @Test(arguments: [
        (#""count":2"#, #""count":255"#, "EntryRecords has no number of records"),
        (#""count":2"#, #""number":2"#, "EntryRecords has no number of records"),
        (#""state":"incomplete""#, #""state":"whole""#, "ExitRecords has state 'whole'"),
        (
            #""file":"VisaRecords","state":"refused","status":"6982""#,
            #""file":"VisaRecords","state":"refused","status":"69""#, "VisaRecords has no status"
        ),
        (#""file":"ExitRecords","reason""#, #""file":"EntryRecords","reason""#, "EntryRecords is listed twice"),
        (#""file":"ExitRecords","reason""#, #""file":"../Exit","reason""#, "no file of records '../Exit'"),
    ])
    func `is refused where it was altered`(from: String, to: String, words: String) throws {
        let text = String(decoding: try Self.stored.line(), as: UTF8.self)
        let parts = text.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let error = #expect(throws: EvidenceError.self) {
            try StoredReading(line: Array(parts.joined(separator: to).utf8))
        }
        #expect("\(try #require(error))".contains(words), "\(String(describing: error))")
    }
}
