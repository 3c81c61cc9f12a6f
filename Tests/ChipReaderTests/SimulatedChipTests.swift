import AccessControl
import ByteCoding
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Standards
import Testing

@Suite("Reading a simulated chip: faults, losses, altered answers and cost")
struct SimulatedChipTests {
    static func read(
        _ connection: SimulatedConnection, _ document: IssuedDocument, _ change: (inout ReadRequest) -> Void = { _ in }
    ) -> ChipReading {
        var request = ReadRequest(key: document.keyInformation)
        change(&request)
        var reader = ChipReader(connection)
        return reader.read(request, at: Timestamp(secondsSince1970: 0))
    }

    /// The outermost data object of each file, which is what a reader reads.
    static func object(_ file: [UInt8]?) -> [UInt8]? {
        guard let file else { return nil }
        var reader = ByteReader(file)
        return (try? reader.dataObject()).map { Array($0.encoded) }
    }

    /// Nothing but EF.ATR/INFO, which the chip makes itself, is given out as read that the chip does not hold.
    static func isTrue(_ reading: ChipReading, _ document: IssuedDocument) -> Bool {
        reading.files.filter { $0.file != .attributes }.allSatisfy { file in
            let whole = document.files[file.file]
            switch file.outcome {
            case .read(let bytes): return file.file.tag == nil ? bytes == whole : bytes == object(whole)
            case .partial(let bytes, _): return whole?.starts(with: bytes) == true
            default: return true
            }
        }
    }

    /// Whether all was read; what is for terminals alone was not asked for.
    static func isComplete(_ reading: ChipReading, _ document: IssuedDocument) -> Bool {
        reading.ending == .complete
            && document.files.keys.allSatisfy { file in
                file.application == .masterFile || file.dataGroup?.needsTerminalAuthentication == true
                    || file.name == ElementaryFile.cvca.name || reading.bytes(of: file) != nil
            }
    }

    static func missing(_ reading: ChipReading) -> [String] {
        reading.files.filter { reading.bytes(of: $0.file) == nil }.map {
            "\($0.file.name) \("\($0.outcome)".prefix(60))"
        }
    }

    struct Trial: Sendable, CustomTestStringConvertible {
        let fault: FaultProfile
        let maximum: Int
        var testDescription: String { "\(fault.name), commands of \(maximum) bytes" }
    }

    static let trials = FaultProfile.all.flatMap { fault in
        [CommandAPDU.maximumShortByteCount, 65_544].map { Trial(fault: fault, maximum: $0) }
    }

    @Test(arguments: trials)
    func `copes with each fault`(_ trial: Trial) throws {
        let chip = try SimulatedDocument.chip(Specimen.utopia(), fault: trial.fault)
        let connection = SimulatedConnection(chip, maximumCommandByteCount: trial.maximum)
        let reading = Self.read(connection, chip.document) { request in
            guard chip.behaviour.pace.refusesZone, let can = chip.document.pace?.can else { return }
            request.password = try? .can(String(decoding: can, as: UTF8.self))
        }

        let isTrue = Self.isTrue(reading, chip.document)
        #expect(isTrue)
        if trial.fault.isHarmless {
            let isComplete = Self.isComplete(reading, chip.document)
            #expect(isComplete, "\(reading.ending) \(reading.remarks.map(\.code)) \(Self.missing(reading))")
        }
    }

    @Test func `gets a signature that verifies`() throws {
        let document = try Specimen.utopia()
        let reading = Self.read(SimulatedConnection(SimulatedChip(document)), document)
        let key = try DG15(encoded: try #require(reading.bytes(of: .dataGroup(.dg15)))).subjectPublicKeyInfo
        let authentication = try #require(reading.activeAuthentication)

        guard case .verified = ActiveAuthentication.verify(authentication, subjectPublicKeyInfo: key, hint: nil) else {
            Issue.record("\(ActiveAuthentication.verify(authentication, subjectPublicKeyInfo: key, hint: nil))")
            return
        }
    }

    static func apduCount(_ maximum: Int) throws -> Int {
        let document = try Specimen.utopia()
        let connection = SimulatedConnection(SimulatedChip(document), maximumCommandByteCount: maximum)
        _ = read(connection, document)
        return connection.cost.apduCount
    }

    /// Short and extended length.
    static let maximumCommands = [CommandAPDU.maximumShortByteCount, 65_544]

    struct Loss: Sendable, CustomTestStringConvertible {
        let incident: WireIncident
        let maximum: Int
        var testDescription: String { "\(incident), commands of \(maximum) bytes" }
    }

    static func losses() throws -> [Loss] {
        try maximumCommands.flatMap { maximum in
            try (0...apduCount(maximum)).flatMap { index in
                [WireIncident.pull(afterAPDU: index), .pullDuring(apdu: index), .reset(afterAPDU: index)].map {
                    Loss(incident: $0, maximum: maximum)
                }
            }
        }
    }

    @Test(arguments: try losses())
    func `ends in complete data where the document is lost once`(_ loss: Loss) throws {
        let document = try Specimen.utopia()
        let connection = SimulatedConnection(
            SimulatedChip(document), incidents: [loss.incident], maximumCommandByteCount: loss.maximum)
        let reading = Self.read(connection, document)

        #expect(Self.isTrue(reading, document))
        #expect(Self.isComplete(reading, document), "\(reading.ending)")
    }

    @Test(arguments: try losses())
    func `keeps true parts where the document does not come back, and goes on from them`(_ loss: Loss) throws {
        let document = try Specimen.utopia()
        let connection = SimulatedConnection(
            SimulatedChip(document), incidents: [loss.incident], maximumCommandByteCount: loss.maximum)
        connection.returnsAfterPull = false
        let broken = Self.read(connection, document)
        let again = SimulatedConnection(SimulatedChip(document), maximumCommandByteCount: loss.maximum)
        let whole = Self.read(again, document) { $0.resume = broken }

        #expect(Self.isTrue(broken, document))
        #expect(Self.isTrue(whole, document))
        #expect(Self.isComplete(whole, document), "\(whole.ending)")
    }
}
