import AccessControl
import CardTransport
import ChipSimulator
import Cryptography
import Issuing
import LDS
import SecureMessaging
import Testing

@Suite("What the profiles of the protocols do, from the card's side")
struct ProtocolProfileTests {
    private static func simulated(_ name: String) throws -> SimulatedDocument {
        var simulated = SimulatedDocument(try Specimen.utopia())
        try #require(FaultProfile(named: name)).apply(&simulated)
        return simulated
    }

    /// Runs PACE by every way that the chip offers, with and without DO'84', until one opens it.
    private static func open(_ simulated: SimulatedDocument) throws -> PACESession? {
        let file = try #require(simulated.document.files[.cardAccess])
        for choice in PACEChoice.ranked(try SecurityInfos(encoded: file)) {
            for namesParameters in [true, false] {
                var chip = simulated.chip()
                var terminal = PACE(
                    choice, password: .mrz(simulated.document.keyInformation), random: SystemRandomSource())
                if let session = try? terminal.open(&chip, namesParameters: namesParameters) { return session }
            }
        }
        return nil
    }

    @Test(arguments: FaultProfile.pace.filter(\.isHarmless).map(\.name))
    func `leave a way to open the chip where they are harmless`(_ name: String) throws {
        let simulated = try Self.simulated(name)
        guard simulated.document.pace != nil else { return }
        #expect(try Self.open(simulated) != nil)
    }

    @Test(arguments: FaultProfile.pace.filter { !$0.isHarmless }.map(\.name))
    func `open to nobody where they are not`(_ name: String) throws {
        #expect(try Self.open(Self.simulated(name)) == nil)
    }

    @Test(arguments: [
        ("pace-zero-mapping-key", 2), ("pace-zero-key", 3),
    ])
    func `begin a key with a zero where they are told to`(name: String, step: Int) throws {
        let simulated = try Self.simulated(name)
        var chip = simulated.chip()
        let generator = EllipticCurve.brainpoolP256r1.generator.encoded
        #expect(try chip.transmit(.setPACE("800A04007F00070202040202830101")).status == .success)
        _ = try chip.transmit(.generalAuthenticate("7C00"))
        var answer: [UInt8] = []
        for tag in [UInt8(0x81), 0x83].prefix(step - 1) {
            let data = [0x7C, 0x43, tag, 0x41] + generator
            answer = try chip.transmit(CommandAPDU(cla: 0x10, ins: 0x86, p1: 0, p2: 0, data: data, expectedCount: 256))
                .data
        }
        #expect(answer.count == 69 && answer[4...5] == [0x04, 0x00])
    }

    // MARK: Selection

    @Test
    func `take one form of SELECT of the master file`() throws {
        let forms = [
            CommandAPDU(ins: 0xA4, p1: 0, p2: 0x0C, data: [0x3F, 0x00]), CommandAPDU(ins: 0xA4, p1: 0, p2: 0x0C),
        ]
        for (name, statuses) in [
            ("master-file-needs-3f00", [StatusWord.success, .wrongLength]),
            ("master-file-needs-nothing", [.wrongLength, .success]),
        ] {
            var chip = try Self.simulated(name).chip()
            #expect(try forms.map { try chip.transmit($0).status } == statuses)
        }
    }

    @Test
    func `hide EF CardAccess in the application, or behind EF DIR`() throws {
        let select = CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: [0x01, 0x1C])
        let read = CommandAPDU(ins: 0xB0, p1: 0, p2: 0, expectedCount: 256)
        var chip = try Self.simulated("card-access-in-application").chip()
        #expect(try chip.transmit(select).status == .fileNotFound)
        #expect(try chip.transmit(.read(short: 0x1C)).status == .fileNotFound)
        #expect(try chip.transmit(.selectApplication).status == .success)
        #expect(try chip.transmit(select).status == .success)
        #expect(try chip.transmit(read).data.first == 0x31)
        #expect(try chip.transmit(.read(short: 1)).status == .securityStatusNotSatisfied)

        chip = try Self.simulated("card-access-is-directory").chip()
        #expect(try chip.transmit(select).status == .success)
        #expect(try chip.transmit(read).data.first == 0x61)
        #expect(try chip.transmit(.read(short: 0x1C)).data.first == 0x31)
    }

    @Test
    func `refuse an Le where nothing is answered`() throws {
        var chip = try Self.simulated("length-6700").chip()
        var select = CommandAPDU.selectApplication
        select.expectedCount = 256
        var setting = CommandAPDU.setPACE("800A04007F00070202040202830101")
        #expect(try chip.transmit(setting).status == .success)
        setting.expectedCount = 256
        #expect(try chip.transmit(setting).status == .wrongLength)
        #expect(try chip.transmit(select).status == .wrongLength)
    }

    @Test
    func `wait for the end of the chain until a reset`() throws {
        var chip = try Self.simulated("pace-chain-kept").chip()
        _ = try chip.transmit(.setPACE("800A04007F00070202040202830101"))
        _ = try chip.transmit(.generalAuthenticate("7C00"))
        #expect(try chip.transmit(.generalAuthenticate("7C028100")).status != .success)
        #expect(try chip.transmit(.read(short: 0x1C)).status == StatusWord(0x6883))
        chip.reset()
        #expect(try chip.transmit(.read(short: 0x1C)).status == .success)
    }

    // MARK: The channel

    private static func channel(_ simulated: SimulatedDocument) throws -> SecureChannel<SimulatedConnection> {
        var fixture = try PACEFixture()
        fixture.behaviour = simulated.behaviour
        return try fixture.session()
    }

    @Test(arguments: [
        "checksum-short", "answer-replayed", "answer-reordered", "answer-truncated", "answer-bit", "bare-9000",
        "counter-reset", "no-status-object",
    ])
    func `spoil the fifth answer and no other`(_ name: String) throws {
        var channel = try Self.channel(Self.simulated(name))
        #expect(try channel.transmit(.selectApplication).status == .success)
        for _ in 2...4 { #expect(try channel.transmit(.read(short: 1)).status == .success) }
        #expect(throws: TransportError.notAuthentic) { try channel.transmit(.read(short: 1)) }
    }

    @Test
    func `end the session where all there is is asked for`() throws {
        var channel = try Self.channel(Self.simulated("exact-length"))
        #expect(try channel.transmit(.selectApplication).status == .success)
        #expect(try channel.transmit(.read(short: 1, 93)).status == .success)
        #expect(throws: TransportError.channelClosed) { try channel.transmit(.read(short: 1)) }
    }

    @Test(arguments: [("endless-61xx", UInt8(0x61)), ("endless-6cxx", 0x6C)])
    func `never come to an end`(name: String, sw1: UInt8) throws {
        var fixture = try PACEFixture()
        fixture.behaviour = try Self.simulated(name).behaviour
        let connection = try fixture.session().close()
        for _ in 0..<3 { _ = try connection.transmit(CommandAPDU(cla: 0x0C, ins: 0xB0, p1: 0, p2: 0)) }
        // A broken command ends the session; with an open one the chip gives what never ends.
        #expect(try connection.transmit(.read(short: 0x1C)).status == .success)

        var channel = try fixture.session()
        for _ in 1...4 { _ = try channel.transmit(.selectApplication) }
        let plain = channel.close()
        for _ in 0..<3 {
            let answer = try plain.transmit(CommandAPDU(ins: 0xC0, p1: 0, p2: 0, expectedCount: 256))
            #expect(answer.status.sw1 == sw1)
        }
    }

    @Test
    func `let another chip answer through a relay`() throws {
        var other = try Specimen.utopia()
        other.accessControl = .open
        var simulated = SimulatedDocument(try Specimen.utopia())
        simulated.relay = (other, 2)
        var chip = simulated.chip()
        for _ in 0..<2 {
            #expect(try chip.transmit(.selectApplication).status == .success)
        }
        #expect(try chip.transmit(.selectApplication).status == .success)
        #expect(try chip.transmit(.read(short: 1)).status == .success)
    }

    @Test
    func `count the time of slow steps`() throws {
        let simulated = try Self.simulated("pace-slow")
        let connection = SimulatedConnection(simulated.chip())
        _ = try connection.transmit(.setPACE("800A04007F00070202040202830101"))
        #expect(connection.cost.seconds < 1)
        _ = try connection.transmit(.generalAuthenticate("7C00"))
        #expect(connection.cost.seconds > 4)
    }

    @Test
    func `refuse an other length than 256 bytes for a signature, or sign another challenge`() throws {
        var document = DocumentProfile(mrzLines: try Specimen.utopia().mrzLines)
        document.accessControl = .open
        document.activeAuthentication = ActiveAuthenticationProfile(key: .rsa(bits: 1024), hash: .sha1)
        var behaviour = ChipBehaviour()
        behaviour.activeAuthentication = .corrected
        var chip = SimulatedChip(try document.issue(), behaviour: behaviour)
        _ = try chip.transmit(.selectApplication)
        var command = CommandAPDU(ins: 0x88, p1: 0, p2: 0, data: [1, 2, 3, 4, 5, 6, 7, 8], expectedCount: 128)
        #expect(try chip.transmit(command).status == StatusWord(0x6C00))
        command.expectedCount = 256
        #expect(try chip.transmit(command).data.count == 128)
    }
}
