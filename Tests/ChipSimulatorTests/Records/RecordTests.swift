import ByteCoding
import CardTransport
import ChipSimulator
import Issuing
import LDS
import SecureMessaging
import Standards
import Testing

@Suite("The simulated chip's records: Doc 9303-10 §3.7, §3.8 and Appendices H and I")
struct RecordTests {
    /// 5F44 with a state, and something behind it.
    private static func record(_ state: String, _ count: Int = 5) -> [UInt8] {
        [0x5F, 0x44, 0x03] + Array(state.utf8) + [UInt8](repeating: UInt8(count & 0xFF), count: count)
    }

    private static let entries = [record("USA", 6), record("SWE", 7), record("USA", 8), record("UTO", 2000)]

    private static func fixture() throws -> PACEFixture {
        var fixture = try PACEFixture()
        fixture.document.records = [
            .entryRecords: entries, .travelCertificates: [[0x5F, 0x3A, 0x01, 0x00]], .exitRecords: [],
        ]
        fixture.document.files[try #require(ElementaryFile.additionalBiometrics(1))] = [0x7F, 0x2E, 0x00]
        return fixture
    }

    private static func select(_ application: ElementaryFile.Application) -> CommandAPDU {
        CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: application.identifier ?? [])
    }

    private static func open(
        _ fixture: PACEFixture, _ application: ElementaryFile.Application
    ) throws -> SecureChannel<SimulatedConnection> {
        var channel = try fixture.session()
        guard try channel.transmit(select(application)).status == .success else { throw TransportError.timedOut }
        return channel
    }

    private static func read(_ number: UInt8, _ p2: UInt8, isExtended: Bool = true) -> CommandAPDU {
        CommandAPDU(
            ins: 0xB2, p1: number, p2: p2, expectedCount: isExtended ? 65_536 : 256, prefersExtendedLength: isExtended)
    }

    private static func command(_ hexadecimal: String) throws -> CommandAPDU {
        try CommandAPDU(encoded: #require(Hexadecimal.decode(hexadecimal)))
    }

    @Test
    func `are not to be seen without a session, nor an application that is not there`() throws {
        let fixture = try Self.fixture()
        var chip = fixture.chip()
        #expect(try chip.transmit(Self.select(.travelRecords)).status == .securityStatusNotSatisfied)
        #expect(try chip.transmit(Self.select(.visaRecords)).status == .fileNotFound)
        #expect(try chip.transmit(Self.read(1, 0x0C)).status == .fileNotFound)
    }

    @Test
    func `are read one by one, and all from one on`() throws {
        var channel = try Self.open(Self.fixture(), .travelRecords)
        for (index, record) in Self.entries.enumerated() {
            #expect(try channel.transmit(Self.read(UInt8(index + 1), 0x0C)).data == record)
        }
        #expect(try channel.transmit(Self.read(2, 0x0D)).data == Self.entries.dropFirst().flatMap { $0 })
        #expect(try channel.transmit(Self.read(1, 0x0C, isExtended: false)).data == Self.entries[0])
        #expect(try channel.transmit(Self.read(4, 0x0C, isExtended: false)).status == .wrongLength)
        #expect(try channel.transmit(Self.read(1, 0xD4)).data == [0x5F, 0x3A, 0x01, 0x00])
        #expect(try channel.transmit(Self.read(5, 0x0C)).status == StatusWord(0x6A83))
        #expect(try channel.transmit(Self.read(0, 0x0C)).status == StatusWord(0x6A83))
        #expect(try channel.transmit(Self.read(1, 0x14)).status == StatusWord(0x6A83))
        #expect(try channel.transmit(Self.read(1, 0x1C)).status == .fileNotFound)
        #expect(try channel.transmit(Self.read(1, 0x0E)).status == .wrongParameters)
        #expect(
            try channel.transmit(CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: [0x01, 0x01])).status == .success)
        #expect(try channel.transmit(Self.read(2, 0x04)).data == Self.entries[1])
    }

    @Test
    func `are counted`() throws {
        var channel = try Self.open(Self.fixture(), .travelRecords)
        #expect(
            try channel.transmit(Self.command("805F0104045102010100")).data == [0x7F, 0x78, 0x03, 0x83, 0x01, 0x04])
        #expect(
            try channel.transmit(Self.command("805F0104045102010200")).data == [0x7F, 0x78, 0x03, 0x83, 0x01, 0x00])
        #expect(try channel.transmit(Self.command("805F0104045102010300")).status == .fileNotFound)
        #expect(try channel.transmit(Self.command("805F010402510100")).status == .wrongData)
        #expect(try channel.transmit(Self.command("005F0104045102010100")).status == .classNotSupported)
    }

    @Test
    func `are searched`() throws {
        var channel = try Self.open(Self.fixture(), .travelRecords)
        let found = try channel.transmit(
            Self.command("00A200F81C7F7619510101A10B800100B006020103020103A307B105810355534100"))
        #expect(Hexadecimal.encode(found.data) == "7F7609510101020101020103")
        let first = try channel.transmit(
            Self.command("00A200F81C7F7619510101A10B800130B006020103020103A307B105810355534100"))
        #expect(Hexadecimal.encode(first.data) == "7F7606510101020101")
        let none = try channel.transmit(
            Self.command("00A200F81C7F7619510101A10B800100B006020103020103A307B105810358585800"))
        #expect(none == ResponseAPDU(status: .endOfFile))
        #expect(try channel.transmit(Self.command("00A200F8037F760000")).status == .wrongData)
    }

    @Test
    func `lie beside files that are read as others are`() throws {
        var channel = try Self.open(Self.fixture(), .additionalBiometrics)
        #expect(
            try channel.transmit(CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: [0x02, 0x01])).status == .success)
        #expect(
            try channel.transmit(CommandAPDU(ins: 0xB0, p1: 0, p2: 0, expectedCount: 256)).data == [0x7F, 0x2E, 0x00])
        #expect(try channel.transmit(.read(short: 0)).status == .fileNotFound)
    }

    // MARK: Rights

    private static let travel = OID(2, 23, 136, 1, 1, 9).appending(1).appending(3)
    private static let biometrics = OID(2, 23, 136, 1, 1, 9).appending(3).appending(3)

    @Test(
        arguments: [
            ([0x01], [true, false]), ([0x04], [false, true]), ([0x05], [true, true]), ([0x0A], [false, false]),
            ([], [false, false]),
        ] as [([UInt8], [Bool])])
    func `ask for the rights that certificates grant`(bits: [UInt8], readable: [Bool]) throws {
        var fixture = try EACFixture()
        fixture.base.document.records = try Self.fixture().document.records
        var authority = fixture.authority
        authority.extensions = [(Self.travel, [0x0F])]
        let trustPoint = try fixture.trustPoint(authority)
        fixture.base.document.terminalAuthentication?.trustPoints = [trustPoint]
        fixture.authority = authority
        fixture.verifier.extensions = [(Self.travel, [0x0F])]
        fixture.terminal.extensions = bits.isEmpty ? [] : [(Self.travel, bits)]
        var session = try fixture.session()
        #expect(try session.send(Self.select(.travelRecords)).status == .success)
        #expect(try session.send(Self.read(1, 0x0C)).status == .securityStatusNotSatisfied)
        _ = try session.send(.selectApplication)
        try authenticate(fixture, &session)
        _ = try session.send(Self.select(.travelRecords))

        #expect(
            try [0x0C, 0xD4].map { try session.send(Self.read(1, $0)).status == .success } == readable)
        let count = try session.send(Self.command("805F0104045102010100")).status
        #expect((count == .success) == readable[0])
    }

    @Test(arguments: [(1, 16, 0x01), (2, 16, 0x04), (5, 15, 0x01), (64, 1, 0x40)])
    func `ask for the right to each file of biometrics`(number: Int, byte: Int, bit: UInt8) throws {
        var fixture = try EACFixture()
        let all = [UInt8](repeating: 0xFF, count: 17)
        let file = try #require(ElementaryFile.additionalBiometrics(number))
        let other = try #require(ElementaryFile.additionalBiometrics(number == 1 ? 3 : 1))
        fixture.base.document.files[file] = [0x7F, 0x2E, 0x00]
        fixture.base.document.files[other] = [0x7F, 0x2E, 0x00]
        fixture.authority.extensions = [(Self.biometrics, all)]
        fixture.verifier.extensions = [(Self.biometrics, all)]
        let trustPoint = try fixture.trustPoint(fixture.authority)
        fixture.base.document.terminalAuthentication?.trustPoints = [trustPoint]
        var bits = [UInt8](repeating: 0x00, count: 17)
        bits[byte] = bit
        fixture.terminal.extensions = [(Self.biometrics, bits)]
        var session = try fixture.session()
        try authenticate(fixture, &session)
        _ = try session.send(Self.select(.additionalBiometrics))
        for (file, status) in [(file, StatusWord.success), (other, .securityStatusNotSatisfied)] {
            let name = [UInt8(file.identifier >> 8), UInt8(file.identifier & 0xFF)]
            #expect(try session.send(CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: name)).status == status)
        }
    }

    private func authenticate(_ fixture: EACFixture, _ session: inout TerminalSession) throws {
        _ = try session.authenticateChip(fixture.base.document.chipAuthentication[0], .aes128)
        for (holder, issuer) in [(fixture.verifier, fixture.authority), (fixture.terminal, fixture.verifier)] {
            let certificate = try CertificateMaker().certificate(holder, by: issuer)
            #expect(try session.present(certificate, under: issuer.reference) == .success)
        }
        #expect(try session.authenticateTerminal(fixture.terminal) == .success)
    }
}
