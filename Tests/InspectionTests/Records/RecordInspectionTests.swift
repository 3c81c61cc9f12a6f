import AccessControl
import ChipReader
import ChipSimulator
import Cryptography
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

@Suite("Inspection: what states wrote onto a chip, Doc 9303-10 §5")
struct RecordInspectionTests {
    private let fixture: InspectionFixture
    private let temporary = TemporaryFolder()

    init() throws {
        var fixture = try InspectionFixture()
        let document = try #require(try Specimen.named("specimen-lds2"))
        fixture.simulated = SimulatedDocument(document)
        fixture.printed = try MachineReadableZone(concatenated: document.mrzLines.joined().utf8)
        fixture.request = ReadRequest(key: document.keyInformation)
        let (certificates, key) = Specimen.terminal
        fixture.request.terminal = TerminalCredential(
            pool: try certificates.map { try CVCertificate(encoded: $0) },
            signer: PrivateKeySigner(try PrivateKey(pkcs8: key)))
        self.fixture = fixture
    }

    @Test func `shows each with its result, and accepts the document`() {
        let report = fixture.inspect()
        #expect(report.verdict == .accepted)
        #expect(
            report.records.map(\.name) == [
                "EntryRecords 1", "EntryRecords 2", "ExitRecords 1", "VisaRecords 1", "EF.Biometrics1",
            ])
        #expect(report.records.map(\.kind) == [.entry, .entry, .exit, .visa, .biometrics])
        #expect(report.records.allSatisfy { $0.result == .successful })
        for id in [CheckID.travelRecords, .visas, .additionalBiometrics] {
            #expect(report[id]?.result == .successful)
            #expect(report[id]?.obligation == .recorded)
        }
        let entry = report.records.first
        let fields = Dictionary(
            (entry?.fields ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        #expect(fields["state"] == "UTO")
        #expect(fields["travelDate"] == "2025-10-03")
        #expect(fields["inspectionAuthority"] == "BORDER")
        #expect(fields["signer"] == "UT, serial number 0BB9")
        #expect(report.files.first { $0.name == "EntryRecords" }?.note == "2 records")
        // That there are biometrics, and not what they show.
        #expect(report.records.last?.fields.map(\.name) == ["pictures", "dataBytes", "signer"])
    }

    @Test func `judges stored evidence as the chip was judged`() throws {
        let reading = fixture.read()
        let live = fixture.judge(reading)
        let kept = StoredReading(reading: reading, printedLines: fixture.printed?.lines ?? [])
        let line = fixture.judge(try StoredReading(line: kept.line()).reading)
        #expect(line.checks == live.checks)
        #expect(line.records == live.records)
        let folder = try EvidenceFolder.create(temporary.url.appending(path: "evidence"), with: kept)
        let stored = fixture.judge(try folder.read().reading)
        #expect(stored.checks == live.checks)
        #expect(stored.records == live.records)
        #expect(stored.files == live.files)
    }

    @Test func `reads its report back`() throws {
        let report = fixture.inspect()
        #expect(try InspectionReport(json: report.json()).records == report.records)
        #expect(report.text().contains("Entry, UTO, 3 October 2025 (EntryRecords 1): signature right"))
        #expect(report.html().contains("Visa, UTO, VIS000001"))
    }

    @Test func `says what a terminal without rights did not read, and decides without it`() {
        var fixture = fixture
        fixture.request.terminal = nil
        let report = fixture.inspect()
        #expect(report.verdict == .accepted)
        #expect(report.records.isEmpty)
        #expect(report.code(.travelRecords) == "recordsProtected")
        #expect(!report.nextSteps.contains { $0.contains("ecords of states") })
        #expect(report.code(.visas) == "recordsProtected")
        #expect(report[.travelRecords]?.result.isOpen == true)
        #expect(report.files.first { $0.name == "EntryRecords" }?.state == .protected)
        fixture.request.records = .none
        #expect(fixture.inspect()[.travelRecords] == nil)
    }

    // MARK: Faults

    /// A fault, what the check of travel records says, and which records are not right.
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: String
        /// The reason; nil where the check succeeds.
        let code: String?
        var isFailure = true
        /// The records that are not right by themselves.
        var records: [String] = []
        var testDescription: String { fault }
    }

    static let rows =
        [
            "record-count-5e", "record-count-long", "record-count-6d00", "record-sfi-6a86", "record-sfi-6a82",
            "record-6282",
        ]
        .map { Row(fault: $0, code: nil) } + [
            Row(
                fault: "record-extended-6700", code: "certificateMissing", isFailure: false,
                records: ["EntryRecords 1", "EntryRecords 2", "ExitRecords 1"]),
            Row(fault: "record-gap", code: "certificateMissing", isFailure: false, records: ["EntryRecords 2"]),
            Row(fault: "record-6a83-early", code: "recordsMissing", isFailure: false),
            Row(fault: "record-empty", code: "certificateMissing", isFailure: false, records: ["EntryRecords 2"]),
            Row(fault: "record-refused", code: "recordsRefused", isFailure: false),
            Row(fault: "record-ends-session", code: "recordsRefused", isFailure: false),
            Row(
                fault: "record-truncated", code: "notSigned",
                records: ["EntryRecords 1", "EntryRecords 2", "ExitRecords 1"]),
            Row(fault: "record-count-claims", code: "recordsMissing", isFailure: false),
            Row(
                fault: "record-endless", code: "repeated",
                records: ["EntryRecords 2", "EntryRecords 3", "ExitRecords 2", "ExitRecords 3"]),
            Row(fault: "record-altered", code: "signatureWrong", records: ["EntryRecords 1"]),
            Row(fault: "record-other-signature", code: "signatureWrong", records: ["EntryRecords 1"]),
            Row(fault: "record-out-of-order", code: "outOfOrder", records: ["EntryRecords 2"]),
            Row(fault: "record-repeated", code: "repeated", records: ["EntryRecords 3"]),
            Row(
                fault: "record-unknown-certificate", code: "certificateMissing", isFailure: false,
                records: ["EntryRecords 1"]),
            Row(fault: "record-other-state", code: "stateDiffers", records: ["EntryRecords 1"]),
            Row(fault: "record-length-bomb", code: "malformed", records: ["EntryRecords 1"]),
            Row(fault: "record-nested", code: "notSigned", records: ["EntryRecords 1"]),
            Row(
                fault: "record-self-made-signer", code: "noAnchor", isFailure: false,
                records: ["EntryRecords 1", "EntryRecords 2"]),
            Row(
                fault: "record-visa-signer", code: "otherPurpose", records: ["EntryRecords 1", "EntryRecords 2"]),
        ]

    @Test func `has a row for each fault`() {
        #expect(Self.rows.map(\.fault) == FaultProfile.records.map(\.name))
    }

    @Test(arguments: rows)
    func `names what is wrong with records, and which`(_ row: Row) throws {
        var fixture = fixture
        try #require(FaultProfile(named: row.fault)).apply(&fixture.simulated)
        let reading = fixture.read()
        let report = fixture.judge(reading)
        #expect(report.code(.travelRecords) == row.code)
        #expect(report[.travelRecords]?.result.isFailure == (row.code != nil && row.isFailure))
        let wrong = report.records.filter { $0.kind == .entry || $0.kind == .exit }.filter { $0.result != .successful }
        #expect(wrong.map(\.name) == row.records)
        #expect(report.verdict == .accepted)  // by its own signer and key
        #expect(
            report.nextSteps.contains { $0.hasPrefix("Do not rely on the records") }
                == (row.code != nil && row.isFailure))
        let isMissing = ["recordsMissing", "recordsRefused", "certificateMissing"].contains(row.code ?? "")
        #expect(report.nextSteps.contains { $0.hasPrefix("Records of states are missing") } == isMissing)
        let kept = try StoredReading(line: StoredReading(reading: reading).line()).reading
        #expect(fixture.judge(kept).checks == report.checks)
    }

    @Test func `lets a date go back by a day, over the date line, and no further`() throws {
        for (date, isRight) in [("20260114", true), ("20260113", false)] {
            var fixture = fixture
            try fixture.simulated.appendEntry(on: date)
            let report = fixture.inspect()
            #expect((report[.travelRecords]?.result == .successful) == isRight, "\(date)")
            #expect(report.code(.travelRecords) == (isRight ? nil : "outOfOrder"))
        }
    }

    @Test(
        arguments: [
            ("UT7402205", "1990-02-17", nil), ("UT7402206", "1990-02-17", "otherDocument"),
            ("UT7402205", "1990-02-18", "otherHolder"),
        ] as [(String, String, String?)])
    func `holds a visa against the holder of DG1`(number: String, born: String, code: String?) throws {
        var fixture = fixture
        let document = fixture.simulated.document
        let issuer = try #require(document.authorities?.recordSigners[.visas])
        var visa = VisaRecordContents(
            issuer: "UTO", documentType: "VC", placeOfIssuance: "HERE", effectiveDate: "20251001",
            expirationDate: "20260930", documentNumber: "VIS000002", holderName: "LUMEN ADA",
            primaryIdentifier: "LUMEN",
            secondaryIdentifier: "ADA", sex: "F", dateOfBirth: born.replacing("-", with: ""), nationality: "UTO",
            machineReadableZone: "V<UTO")
        visa.passportNumber = number
        fixture.simulated.document.records[.visaRecords] = [try issuer.visaRecord(visa)]
        #expect(fixture.inspect().code(.visas) == code)
    }
}

extension SimulatedDocument {
    /// Appends an entry that the document's signer of travel records signs.
    fileprivate mutating func appendEntry(on date: String) throws {
        let issuer = try #require(document.authorities?.recordSigners[.travelRecords])
        document.records[.entryRecords]?.append(
            try issuer.travelRecord(
                TravelRecordContents(
                    state: "UTO", travelDate: date, inspectionAuthority: "BORDER", inspectionLocation: "AIRPORT",
                    inspectorReference: "INSP0001")))
    }
}
