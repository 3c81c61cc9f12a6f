import AccessControl
import CardTransport
import ChipSimulator
import Conformance
import Cryptography
import Issuing
import LDS
import PKI
import SecureMessaging
import Standards
import TestSupport
import Testing

/// The chip's part in the published runs of Chip and Terminal Authentication.
@Suite("The simulated chip in the worked examples of EAC: TR-03110")
struct WorkedExampleTests {
    static func chipVectors() throws -> [ChipAuthenticationVector] {
        try ChipAuthenticationVector.published().filter { $0.version == 1 }
    }

    private static func key(_ vector: ChipAuthenticationVector) throws -> ChipAuthenticationKey {
        let secret = Array(vector.chipKey.bytes.drop { $0 == 0 })
        switch try vector.choice.publicKey.kind {
        case .ellipticCurve(let point, _):
            return ChipAuthenticationKey(
                keyID: vector.keyID, pair: .ecdh(try ECDHKeyPair(on: point.curve, scalar: secret)))
        case .diffieHellman(let group, _):
            return ChipAuthenticationKey(keyID: vector.keyID, pair: .dh(try DHKeyPair(in: group, secret: secret)))
        case .rsa, .dsa: throw Mismatch("chip's key", expected: "one for agreement", found: "another")
        }
    }

    @Test(arguments: try chipVectors())
    func `agrees on the keys of version 1 by the published commands`(_ vector: ChipAuthenticationVector) throws {
        var fixture = try PACEFixture()
        fixture.document.files[.dataGroup(.dg14)] = vector.securityInfos.bytes
        fixture.document.chipAuthentication = [try Self.key(vector)]
        var channel = try fixture.session()
        #expect(try channel.transmit(.selectApplication).status == .success)
        for (command, answer) in zip(vector.commands, vector.answers) {
            let reply = try channel.transmit(CommandAPDU(encoded: command.bytes))
            #expect(reply.encoded == answer.bytes)
        }
        channel.replaceKeys(try vector.agreement.keys)
        #expect(try channel.transmit(.read(short: 1)).data == fixture.document.files[.dataGroup(.dg1)])
    }

    /// PACE with the PIN, Terminal Authentication, Chip Authentication: each answer as it is printed.
    @Test(arguments: ["EAC 2, ECDH", "EAC 2, DH"])
    func `goes through all of EAC 2`(_ id: String) throws {
        let pace = try #require(try PACEVector.published().first { $0.id == id })
        let terminal = try #require(try TerminalAuthenticationVector.published().first { $0.id == id })
        let agreement = try #require(try ChipAuthenticationVector.published().first { $0.id == id })
        var channel = try Self.channel(pace, terminal, agreement)
        let exchanges =
            Array(zip(terminal.commands, terminal.answers)) + Array(zip(agreement.commands, agreement.answers))
        for (index, (command, answer)) in exchanges.enumerated() {
            let reply = try channel.transmit(CommandAPDU(encoded: command.bytes))
            #expect(reply.encoded == answer.bytes, "command \(index)")
        }
        channel.replaceKeys(try agreement.agreement.keys)
        #expect(try channel.transmit(.selectApplication).status == .success)
    }

    /// A session with a chip whose every secret is the printed one.
    private static func channel(
        _ pace: PACEVector, _ terminal: TerminalAuthenticationVector, _ agreement: ChipAuthenticationVector
    ) throws -> SecureChannel<SimulatedConnection> {
        var document = try Specimen.utopia()
        document.accessControl = .pace
        document.pace = PACEPasswords(pin: pace.pin.map { Array($0.utf8) })
        document.files[.cardAccess] = agreement.securityInfos.bytes
        document.chipAuthentication = [try key(agreement)]
        let trustPoint = try #require(terminal.certificates.first)
        let day = try #require(Timestamp(iso8601: terminal.today).flatMap { CVDate($0) })
        document.terminalAuthentication = TerminalAuthenticationTrust(
            trustPoints: [trustPoint.bytes], currentDate: day.encoded)
        let answer = try #require(agreement.answers.last)
        let secrets =
            pace.nonce.bytes + (pace.skMapIC?.bytes ?? []) + (pace.exponentIC ?? pace.skDHIC).bytes
            + terminal.challenge.bytes + answer.bytes[4..<12]
        var chip = SimulatedChip(document, random: ListedRandomSource(secrets))
        var initiator = try pace.terminal
        let session = try initiator.open(&chip, namesParameters: false)
        #expect(session.compressedChipKey == terminal.chipIdentifier.bytes)
        return SecureChannel(SimulatedConnection(chip), keys: session.keys)
    }
}
