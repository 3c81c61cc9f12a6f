import ByteCoding
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Foundation
import Issuing
import LDS
import Standards
import TestSupport
import Testing

/// The reader against the simulated chip: two implementations that share the secure-messaging codec alone.
@Suite("Reading the simulated chip: access, altered answers, published files")
struct SimulatorReadTests {
    private static let moment = Timestamp(secondsSince1970: 1_780_000_000)

    static func read(
        _ connection: SimulatedConnection, _ document: IssuedDocument, _ change: (inout ReadRequest) -> Void = { _ in }
    ) -> ChipReading {
        var request = ReadRequest(key: document.keyInformation)
        request.reconnectLimit = .seconds(1)
        change(&request)
        var reader = ChipReader(connection)
        return reader.read(request, at: moment)
    }

    static func read(_ simulated: SimulatedDocument, _ change: (inout ReadRequest) -> Void = { _ in }) -> ChipReading {
        read(
            SimulatedConnection(simulated.chip()), simulated.document, change)
    }

    /// The files of the application that the reading has other bytes for than the chip.
    static func differences(_ reading: ChipReading, _ document: IssuedDocument) -> [String] {
        reading.files.compactMap { file in
            guard case .read(let bytes) = file.outcome, file.file.application == .lds1 else { return nil }
            guard let genuine = document.files[file.file] else { return "\(file.file.name) is not on the chip" }
            return genuine.starts(with: bytes) ? nil : file.file.name
        }
    }

    @Test
    func `gets every file of the specimen, and a signature over its challenge`() throws {
        let document = try Specimen.utopia()
        let reading = Self.read(SimulatedDocument(document))

        #expect(reading.ending == .complete)
        #expect(reading.access.used == .bac)
        for (file, bytes) in document.files { #expect(reading.bytes(of: file) == bytes, "\(file)") }
        let exchange = try #require(reading.activeAuthentication)
        guard case .signature(let signature) = exchange.answer else {
            Issue.record("no signature: \(exchange.answer)")
            return
        }
        let key = try PublicKey(
            subjectPublicKeyInfo: DG15(encoded: #require(reading.bytes(of: .dataGroup(.dg15)))).subjectPublicKeyInfo)
        #expect(
            try key.verify(
                signature: signature, over: exchange.challenge, algorithm: .ecdsa(.sha256, encoding: .plain)))
    }

    /// EF.ATR/INFO and EF.DIR hold several data objects and no tag around them; the first of both ends with byte 11.
    @Test(arguments: [4, 6, 11, 17, 25])
    func `gets the card's files from a chip that gives few bytes at a time`(_ count: Int) throws {
        let directory = try Hexadecimal.decode("61094F07A000000247100161094F07A0000002472001").unwrapped()
        var document = try EACDocument([.ecdh(cipher: 2)], size: 300)
        document.document.files[.directory] = directory
        let reading = document.read(document.connection { $0.maximumReadByteCount = count })

        #expect(reading.bytes(of: .attributes) == document.read(document.connection()).bytes(of: .attributes))
        #expect(reading.bytes(of: .directory) == directory)
        #expect(reading.access.used == .bac)
    }

    @Test(arguments: FaultProfile.access.filter { !$0.isHarmless }.map(\.name))
    func `opens no chip that does not prove the keys`(_ name: String) throws {
        var simulated = SimulatedDocument(try Specimen.utopia())
        try #require(FaultProfile(named: name)).apply(&simulated)
        let reading = Self.read(simulated)

        #expect(reading.access.used == nil)
        #expect(reading.access.failure != nil || reading.ending != .complete)
        #expect(reading.bytes(of: .dataGroup(.dg1)) == nil)
    }

    @Test
    func `notices each changed byte of each answer in the channel`() throws {
        // A small document, so that every byte can have its turn.
        var document = try Specimen.utopia()
        for group in [DataGroup.dg2, .dg11, .dg12, .dg14, .dg15] { document.files[.dataGroup(group)] = nil }
        try document.reissue()
        document.files[.sod] = nil
        let whole = SimulatedConnection(SimulatedChip(document))
        whole.recordsTraffic = true
        _ = Self.read(whole, document)
        for (index, exchange) in whole.traffic.enumerated() where exchange.command.first == 0x0C {
            for byte in exchange.answer.indices {
                let connection = SimulatedConnection(
                    SimulatedChip(document), incidents: [.flip(answer: index + 1, byte: byte, mask: 0x40)])
                let reading = Self.read(connection, document)
                #expect(Self.differences(reading, document).isEmpty, "answer \(index + 1), byte \(byte)")
            }
        }
    }

    @Test(.enabled(if: Repository.hasShared))
    func `reads the published BSI files back byte for byte`() throws {
        let base = Repository.shared.appending(path: "data/bsi-tr03105-5")
        let profiles = Repository.testVectors.appending(path: "profiles")
        let json = try Data(contentsOf: profiles.appending(path: "bsi-tr03105-5.json"))
        let document = try DocumentProfile(json: Array(json)) { path in
            (try? Data(contentsOf: base.appending(path: path))).map(Array.init)
        }.issue()
        let reading = Self.read(SimulatedDocument(document)) {
            $0.readsProtectedGroups = true
            $0.groups = Set([.dg1, .dg2, .dg3, .dg4, .dg14, .dg15])
        }

        #expect(reading.ending == .complete)
        for (file, bytes) in document.files { #expect(reading.bytes(of: file) == bytes, "\(file)") }
    }
}
