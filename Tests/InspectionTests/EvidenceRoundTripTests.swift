import ChipReader
import ChipSimulator
import Evidence
import Foundation
import Inspection
import LDS
import MRZ
import Report
import Standards
import TestSupport
import Testing

@Suite("Inspection: stored evidence gives the checks of the live read")
struct EvidenceRoundTripTests {
    private let fixture: InspectionFixture
    private let temporary = TemporaryFolder()

    init() throws {
        fixture = try InspectionFixture()
    }

    @Test(arguments: [[], [WireIncident.pull(afterAPDU: 9)], [.pull(afterAPDU: 20)]])
    func `by way of a line and a folder`(incidents: [WireIncident]) throws {
        let reading = fixture.read(incidents: incidents)
        let live = fixture.judge(reading)
        let kept = StoredReading(reading: reading, printedLines: fixture.printed?.lines ?? [])

        #expect(try fixture.judge(StoredReading(line: kept.line()).reading).checks == live.checks)

        let folder = temporary.url.appending(path: "evidence")
        _ = try EvidenceFolder.create(folder, with: kept)
        let report = fixture.judge(try EvidenceFolder.open(folder).read().reading)
        #expect(report.checks == live.checks)
        // Times are kept to the microsecond.
        #expect(report.reading.steps.map(\.apduCount) == live.reading.steps.map(\.apduCount))
        var (read, stored) = (live, report)
        read.reading.steps = []
        stored.reading.steps = []
        #expect(read == stored)
    }

    @Test func `whenever the program is killed in a read, and the rest after its resumption`() throws {
        let url = temporary.url.appending(path: "evidence")
        var folder: EvidenceFolder?
        var kept: [ChipReading] = []
        var reader = ChipReader(fixture.connection)
        let whole = reader.read(
            fixture.request, at: InspectionFixture.time,
            keep: { reading in
                let stored = StoredReading(reading: reading)
                if let folder {
                    try? folder.write(stored)
                } else {
                    folder = try? EvidenceFolder.create(url, with: stored)
                }
                // Durations are kept to the microsecond.
                if let read = try? EvidenceFolder.open(url).read().reading, read.files == reading.files {
                    kept.append(read)
                }
            })
        #expect(kept.count == whole.files.count)

        for reading in kept {
            #expect(fixture.judge(reading).verdict != .accepted)
            var resumed = fixture
            resumed.request.resume = reading
            #expect(resumed.inspect().verdict == .accepted)
        }
    }

    @Test func `as far as it goes after redaction`() throws {
        let stored = StoredReading(reading: fixture.read()).redacted([.dataGroup(.dg2)])
        let report = fixture.judge(stored.reading)

        #expect(report["files.DG2"]?.result.reason?.code == "skipped")
        #expect(report.verdict == .accepted)
    }
}
