import CardTransport
import ChipReader
import ChipSimulator
import Issuing
import LDS
import Standards
import TestSupport
import Testing

@Suite("Reading records of odd and hostile chips: Doc 9303-10 §3.7, §3.8 and §5")
struct RecordFaultTests {
    /// A fault, and what becomes of the entries.
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: String
        /// How many entries are kept.
        let count: Int
        /// `read`, or the code of what is missing, or a status word.
        let outcome: String
        /// The remarks that are expected, and no others.
        var remarks: [String] = []
        var testDescription: String { fault }
    }

    static let rows = [
        Row(fault: "record-count-5e", count: 2, outcome: "read"),
        Row(fault: "record-count-long", count: 2, outcome: "read"),
        Row(fault: "record-count-6d00", count: 2, outcome: "read", remarks: ["recordsNotCounted"]),
        Row(fault: "record-sfi-6a86", count: 2, outcome: "read", remarks: ["noShortIdentifiersForRecords"]),
        Row(fault: "record-sfi-6a82", count: 2, outcome: "read", remarks: ["noShortIdentifiersForRecords"]),
        Row(fault: "record-6282", count: 2, outcome: "read"),
        Row(fault: "record-extended-6700", count: 2, outcome: "read"),
        Row(fault: "record-gap", count: 1, outcome: "recordsMissing"),
        Row(fault: "record-6a83-early", count: 1, outcome: "recordsMissing"),
        Row(fault: "record-empty", count: 1, outcome: "recordUnreadable"),
        Row(fault: "record-refused", count: 0, outcome: "6982"),
        Row(
            fault: "record-ends-session", count: 0, outcome: "6988",
            remarks: ["recordEndsSession", "sessionReopened"]),
        Row(fault: "record-truncated", count: 2, outcome: "read", remarks: ["recordMalformed"]),
        Row(fault: "record-count-claims", count: 2, outcome: "recordsMissing"),
        Row(
            fault: "record-endless", count: 3, outcome: "endlessRecords", remarks: ["recordsNotCounted"]),
        Row(fault: "record-altered", count: 2, outcome: "read"),
        Row(fault: "record-other-signature", count: 2, outcome: "read"),
        Row(fault: "record-out-of-order", count: 2, outcome: "read"),
        Row(fault: "record-repeated", count: 3, outcome: "read"),
        Row(fault: "record-unknown-certificate", count: 2, outcome: "read"),
        Row(fault: "record-other-state", count: 2, outcome: "read"),
        Row(fault: "record-length-bomb", count: 2, outcome: "read", remarks: ["recordMalformed"]),
        Row(fault: "record-nested", count: 2, outcome: "read"),
        Row(fault: "record-self-made-signer", count: 2, outcome: "read"),
        Row(fault: "record-visa-signer", count: 2, outcome: "read"),
    ]

    @Test func `has a row for each fault`() {
        #expect(Self.rows.map(\.fault) == FaultProfile.records.map(\.name))
    }

    @Test(arguments: rows)
    func `keeps what there is, and says what is missing`(_ row: Row) throws {
        var document = try LDS2Document()
        try #require(FaultProfile(named: row.fault)).apply(&document.simulated)
        let reading = document.read()
        #expect(reading.ending == .complete)
        #expect(reading.records.filter { $0.file == .entryRecords }.count == row.count)
        #expect(reading[.entryRecords]?.outcome.code == row.outcome)
        #expect(Set(reading.remarks.map(\.code)) == Set(row.remarks))
        // Whatever happens to records, the document itself is whole.
        #expect(document.document.dataGroups.allSatisfy { reading.bytes(of: .dataGroup($0.key)) == $0.value })
        if try #require(FaultProfile(named: row.fault)).isHarmless { #expect(document.isWhole(reading)) }
    }

    @Test(arguments: FaultProfile.records.filter(\.isHarmless).map(\.name))
    func `reads records of a document without Terminal Authentication, after access alone`(fault: String) throws {
        var simulated = SimulatedDocument(try Specimen.utopia())
        try #require(FaultProfile(named: fault)).apply(&simulated)
        let reading = SimulatorReadTests.read(simulated)
        let isWhole = LDS2Document.records(reading) == simulated.document.records
        #expect(isWhole)
    }

    @Test
    func `finds the end on a chip that ends the session over every error`() throws {
        var document = try LDS2Document()
        document.simulated.behaviour.errorsInSession = .bareEndingSession
        document.simulated.behaviour.records.counting = .unsupported(.instructionNotSupported)
        let reading = document.read()
        #expect(
            document.document.records.allSatisfy { reading[$0.key]?.outcome == .read(count: $0.value.count) },
            "\(reading.recordFiles)")
    }

    @Test(arguments: [true, false])
    func `keeps all that there is on a chip that ends the session over files that it does not have`(isCounted: Bool)
        throws
    {
        var document = try LDS2Document()
        document.simulated.behaviour.errorsInSession = .bareEndingSession
        if !isCounted { document.simulated.behaviour.records.counting = .unsupported(.instructionNotSupported) }
        let reading = document.read()
        #expect(document.isWhole(reading), "\(reading.ending) \(reading.recordFiles)")
        #expect(reading.files.count { $0.file.application == .additionalBiometrics } == 1)
        #expect(!reading.remarks.contains { $0.code == "fileEndsSession" })
        // The loss over the second file shows when the third is asked for.
        #expect(!reading.steps.contains { $0.name == "Biometrics4" })
    }

    @Test(arguments: [true, false])
    func `reads the 254 records that a file can have, whatever the chip says or has`(isCounted: Bool) throws {
        var document = try LDS2Document()
        let record = try document.document.records[.entryRecords].unwrapped()[0]
        document.simulated.document.records[.entryRecords] = (0..<300).map {
            Array(record.dropLast(2)) + [UInt8($0 >> 8), UInt8($0 & 0xFF)]
        }
        document.simulated.behaviour.records.counting =
            isCounted ? .claims(300) : .unsupported(.instructionNotSupported)
        let reading = document.read()
        #expect(reading.records.filter { $0.file == .entryRecords }.map(\.number) == Array(1...254))
        #expect(reading[.entryRecords]?.outcome.code == (isCounted ? "tooManyRecords" : "read"))
        #expect(reading.ending == .complete)
    }

    @Test
    func `asks for few records that are not there, however many the chip claims`() throws {
        var document = try LDS2Document()
        document.simulated.behaviour.records.counting = .claims(200)
        let reading = document.read()
        #expect(reading[.entryRecords]?.outcome.code == "recordsMissing")
        #expect(reading.steps.filter { $0.name == "EntryRecords" }.allSatisfy { $0.apduCount < 16 })
    }

    @Test
    func `takes a session that ends over a record for no end of the file`() throws {
        var document = try LDS2Document()
        document.simulated.behaviour.records.counting = .unsupported(.instructionNotSupported)
        document.simulated.behaviour.records.incident = .endingSession(number: 1)
        let reading = document.read()
        #expect(reading[.entryRecords]?.outcome.code == "6988")
        #expect(reading.ending == .complete)
    }

    @Test
    func `takes a bare end for no end where the chip has counted more`() throws {
        var document = try LDS2Document()
        document.simulated.behaviour.errorsInSession = .bareEndingSession
        document.simulated.behaviour.records.incident = .endingEarly(from: 2)
        let reading = document.read()
        #expect(reading[.entryRecords]?.outcome.code != "read")
        #expect(reading[.exitRecords]?.outcome == .read(count: 1))
    }

    @Test
    func `leaves records that are more than the limit, and keeps those before`() throws {
        var document = try LDS2Document()
        let record = try document.document.records[.entryRecords].unwrapped()[0]
        document.simulated.document.records[.entryRecords] = (0..<200).map { Array(record.dropLast()) + [UInt8($0)] }
        let reading = document.read { $0.maximumFileByteCount = 16_000 }
        #expect(reading[.entryRecords]?.outcome.code == "tooLarge")
        let kept = reading.records.filter { $0.file == .entryRecords }
        #expect(kept.count == 16_000 / record.count)
        #expect(reading[.exitRecords]?.outcome == .read(count: 1))
        #expect(document.read()[.entryRecords]?.outcome == .read(count: 200))
    }

    @Test
    func `notices records of another chip after a loss between them`() throws {
        var document = try LDS2Document()
        let connection = document.connection()
        connection.recordsTraffic = true
        _ = document.read(connection)
        let firstRecord = try connection.traffic.firstIndex { $0.command.dropFirst().first == 0xB2 }.unwrapped()

        for isOther in [false, true] {
            let again = document.connection([.pull(afterAPDU: firstRecord + 1)])
            if isOther { document.simulated.document.records[.entryRecords]?[0][60] ^= 0x01 }
            again.replacement = document.simulated.chip()
            let reading = document.read(again)
            #expect((reading.ending == .complete) != isOther)
            if case .brokenOff(let reason) = reading.ending { #expect(reason.code == "otherChip") }
        }
    }
}

extension RecordFileReading.Outcome {
    /// `read`, a status word, the code of what is missing, or what the case is called.
    var code: String {
        switch self {
        case .read: "read"
        case .incomplete(let reason): reason.code
        case .absent(let status), .refused(let status): StatusWord(status).description
        case .protected: "protected"
        case .skipped: "skipped"
        }
    }
}
