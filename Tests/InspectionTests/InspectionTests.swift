import ByteCoding
import CardTransport
import ChipReader
import ChipSimulator
import Evidence
import Foundation
import Inspection
import Issuing
import LDS
import MRZ
import PKI
import Report
import Standards
import TestSupport
import Testing
import Trust

@Suite("Inspection: from a reading to a verdict")
struct InspectionTests {
    private var fixture: InspectionFixture

    init() throws {
        fixture = try InspectionFixture()
    }

    @Test(arguments: TrustPolicy.Name.allCases)
    mutating func `accepts the specimen under every policy that can be kept`(name: TrustPolicy.Name) {
        fixture.policy = TrustPolicy(name: name)
        let report = fixture.inspect()

        // Strict wants to know that the signer is not revoked, and no list says so.
        #expect(report.verdict == (name == .strict ? .undecided : .accepted), "\(report.obstacles)")
        for answer in Check.Answer.allCases where name != .strict {
            #expect(report.answer(answer) == .successful, "\(answer)")
        }
        #expect(report.document?.documentNumber == "UT7402193")
        #expect(report.policy.name == name.rawValue)
    }

    @Test mutating func `accepts nothing where the printed lines are no zone`() {
        fixture.printed = nil
        fixture.isPrintUnreadable = true
        let report = fixture.inspect()

        #expect(report.verdict == .undecided)
        #expect(report["consistency.printedMRZ"]?.result.reason?.code == "printUnreadable")
    }

    @Test func `takes no data group for protected that every reader gets`() throws {
        var reading = fixture.read()
        let index = try #require(reading.files.firstIndex { $0.file == .dataGroup(.dg2) })
        reading.files[index] = FileReading(file: .dataGroup(.dg2), outcome: .protected)
        let report = fixture.judge(reading)

        #expect(report.verdict == .undecided)
        #expect(report.checks.contains { $0.result.reason?.code == "notGivenOut" })
    }

    @Test func `gives every check a title of its own`() {
        let report = fixture.inspect()
        for check in report.checks { #expect(CheckCatalogue.title(of: check.id) != check.id.rawValue, "\(check.id)") }
        #expect(Set(report.checks.map(\.id)).count == report.checks.count)
    }

    @Test(arguments: ForgeryProfile.all.map(\.name))
    mutating func `accepts no forgery, and says by which answer`(name: String) throws {
        let forgery = try #require(ForgeryProfile.all.first { $0.name == name })
        try forgery.apply(&fixture.simulated)
        let report = fixture.inspect()
        let answer = try #require(Check.Answer(rawValue: forgery.breaks.rawValue))

        #expect(report.verdict != .accepted)
        #expect(report.answer(answer) != .successful, "\(report.obstacles)")
    }

    @Test mutating func `leaves open who signed where no certificate is at hand`() {
        fixture.anchors = CSCAAnchors()
        let report = fixture.inspect()

        #expect(report.verdict == .undecided)
        #expect(report.answer(.issuerTrust)?.reason?.code == "noAnchor")
        #expect(report.answer(.dataIntegrity) == .successful)
        #expect(report.code("aa.chip") == "signerNotTrusted")
        #expect(report.nextSteps.count == 1)
    }

    @Test mutating func `says that the chip did not open, and rejects nothing for it`() throws {
        fixture.request.key = try MRZKeyInformation(documentNumber: "X1", dateOfBirth: "700101", dateOfExpiry: "300101")
        let report = fixture.inspect()

        #expect(report.verdict == .undecided)
        #expect(report.answer(.access)?.isFailure == true)
        #expect(report.document?.origin == .printed)
    }

    @Test func `stays undecided after a read that was broken off, and is whole after its resumption`() {
        let broken = fixture.read(incidents: [.pull(afterAPDU: 16)])
        let report = fixture.judge(broken)
        #expect(report.verdict == .undecided)
        #expect(report["files.complete"]?.result.isOpen == true)

        var resumed = fixture
        resumed.request.resume = broken
        #expect(resumed.inspect().verdict == .accepted)
    }

    @Test(arguments: [
        (8, "1", InspectionReport.Verdict.rejected, "printDiffers"),
        (72, "A", .undecided, "optionalDataDiffers"),
    ])
    mutating func `compares the printed lines with the chip`(
        position: Int, character: String, verdict: InspectionReport.Verdict, code: String
    ) throws {
        var characters = Array(try #require(fixture.printed).lines.joined())
        characters[position] = Character(character)
        fixture.printed = try MachineReadableZone(concatenated: String(characters).utf8)
        let report = fixture.inspect()

        #expect(report.verdict == verdict)
        #expect(report.code("consistency.printedMRZ") == code)
    }

    @Test mutating func `does not miss the printed lines where only the key was typed`() {
        fixture.printed = nil
        let report = fixture.inspect()

        #expect(report.verdict == .accepted)
        #expect(report.code("consistency.printedMRZ") == "notTyped")
    }

    @Test mutating func `rejects a chip that opens with typed fields and names others in its DG1`() throws {
        try #require(ForgeryProfile(named: "other-document")).apply(&fixture.simulated)
        fixture.printed = nil
        let reading = fixture.read()
        #expect(fixture.judge(reading).code("consistency.printedMRZ") == "keyDiffers")
        #expect(fixture.judge(reading).verdict == .rejected)

        let stored = try StoredReading(line: StoredReading(reading: reading).line())
        #expect(fixture.judge(stored.reading).code("consistency.printedMRZ") == "keyDiffers")
    }

    @Test mutating func `rejects an expired document, but for the archive`() {
        fixture.time = Timestamp(secondsSince1970: 2_075_000_000)  // 2035-10-03
        #expect(fixture.inspect().code("consistency.expiry") == "documentExpired")
        #expect(fixture.inspect().verdict == .rejected)
        fixture.policy = .archive
        #expect(fixture.inspect().verdict == .accepted)
    }

    @Test mutating func `rejects no document for a date that nobody vouches for`() {
        fixture.time = Timestamp(secondsSince1970: 2_075_000_000)
        fixture.anchors = CSCAAnchors()
        #expect(fixture.inspect()["consistency.expiry"]?.result.isOpen == true)
        #expect(fixture.inspect().verdict == .undecided)
    }

    @Test mutating func `leaves the portrait out on request`() {
        fixture.request.skipsPortrait = true
        let report = fixture.inspect()

        #expect(report.code("files.DG2") == "skipped")
        #expect(report.verdict == .accepted)
    }

    @Test mutating func `reports PACE that was offered and not used`() {
        fixture.simulated.document.files[.cardAccess] = DocumentProfile.cardAccessOfferingPACE
        fixture.request.accessPolicy = .bacOnly
        let report = fixture.inspect()

        #expect(report.verdict == .accepted)
        #expect(report.code("access.downgrade") == "paceNotUsed")
        #expect(report.answer(.access)?.isOpen == true)
        fixture.policy = .strict
        #expect(fixture.inspect()["access.downgrade"]?.obligation == .mandatory)
    }

    @Test mutating func `finds a signer among the files that were given, and trusts nobody for its sake`() throws {
        let document = fixture.simulated.document
        let signer = try #require(document.authorities).documentSigner.certificate
        try #require(FaultProfile(named: "sod-without-certificate")).apply(&fixture.simulated)
        let reading = fixture.read()
        #expect(fixture.judge(reading).verdict == .undecided)

        try fixture.anchors.add(file: signer)
        #expect(fixture.anchors.documentSigners.map(\.encoded) == [signer])
        #expect(fixture.judge(reading)["pa.documentSigner.found"]?.result == .successful)
        #expect(fixture.judge(reading)["pa.sod.signature"]?.result == .successful)
        #expect(fixture.judge(reading).verdict == .accepted)

        var alone = CSCAAnchors()
        #expect(try alone.add(file: signer) == 1)
        #expect(try alone.add(file: signer) == 0)
        #expect(alone.certificates.isEmpty)
        fixture.anchors = alone
        #expect(fixture.judge(reading).code("pa.issuer.found") == "noAnchor")
    }

    @Test mutating func `judges signed data without the tag around it alike from a chip, a dump and evidence`() throws {
        try #require(FaultProfile(named: "sod-without-wrapper")).apply(&fixture.simulated)
        let read = fixture.read()
        let temporary = TemporaryFolder()
        for file in read.files {
            guard file.file.application == .lds1, let bytes = read.bytes(of: file.file) else { continue }
            try Data(bytes).write(to: temporary.url.appending(path: "EF_\(file.file.name).bin"))
        }
        let dump = try DumpImport(folder: temporary.url, at: InspectionFixture.time).reading
        let bytes = try #require(read.bytes(of: .sod))
        var old = read
        let fault = Reason("wrongTag", "The dump of SOD is not a file of this kind.")
        old.files = old.files.map { file in
            file.file == .sod ? FileReading(file: .sod, outcome: .damaged(bytes, fault)) : file
        }
        let stored = try StoredReading(line: StoredReading(reading: old).line()).reading
        for reading in [read, dump, stored] {
            let report = fixture.judge(reading)
            #expect(report["files.sod"]?.result == .successful)
            #expect(report["pa.sod.structure"]?.result == .successful)
            #expect(report.remarks.count { $0.code == "Q42-bare-cms" } == 1)
            #expect(!report.checks.contains { $0.result.isFailure })
        }
    }

    @Test(.enabled(if: Repository.hasShared))
    mutating func `judges the reference data set of TR-03105-5 as far as it can be judged`() throws {
        let folder = Repository.shared.appending(path: "data/bsi-tr03105-5", directoryHint: .isDirectory)
        fixture.anchors = CSCAAnchors()
        fixture.printed = nil
        let report = fixture.judge(try DumpImport(folder: folder, at: InspectionFixture.time).reading)

        #expect(report.verdict == .undecided)
        let identical = report.dataGroups.filter { $0.integrity == .identical }.map(\.number)
        #expect(identical == [1, 2, 3, 4, 14])
        #expect(report.dataGroups.last == DataGroupEntry(number: 15, integrity: .nonConformance))
        #expect(report["pa.sod.signature"]?.result == .successful)
        #expect(report.code("pa.issuer.found") == "noAnchor")
    }
}
