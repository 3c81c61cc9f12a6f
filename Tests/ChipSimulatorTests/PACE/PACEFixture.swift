import AccessControl
import ByteCoding
import CardTransport
import ChipSimulator
import Cryptography
import Issuing
import LDS
import SecureMessaging
import Standards
import Testing

/// A chip that opens by PACE, and terminals for it.
struct PACEFixture {
    var document: IssuedDocument
    var behaviour = ChipBehaviour()

    /// Entries of EF.CardAccess by variant and parameters.
    init(_ entries: [(PACEMapping, KeyAgreementKind, SessionCipher, Int?)] = [(.generic, .ecdh, .aes128, 13)]) throws {
        document = try Specimen.utopia()
        document.accessControl = .pace
        document.pace = PACEPasswords(
            can: Array("123456".utf8), pin: Array("47110815".utf8), puk: Array("1234567890".utf8))
        let infos = try entries.map { mapping, agreement, cipher, number in
            SecurityInfoEncoder.pace(
                try #require(OID.pace(mapping, agreement, cipher)), parameterIdentifier: number)
        }
        document.files[.cardAccess] = SecurityInfoEncoder.cardAccess(infos, form: .unsorted)
        for entry in entries where entry.0 == .chipAuthentication {
            let curve = try #require(entry.3.flatMap { EllipticCurve(standardizedDomainParameters: $0) })
            var random = SystemRandomSource()
            document.chipAuthentication.append(
                ChipAuthenticationKey(keyID: entry.3, pair: .ecdh(try ECDHKeyPair(on: curve, random: &random))))
        }
    }

    func chip() -> SimulatedChip { SimulatedChip(document, behaviour: behaviour) }

    var choices: [PACEChoice] {
        get throws {
            try PACEChoice.ranked(SecurityInfos(encoded: #require(document.files[.cardAccess])))
        }
    }

    /// Runs PACE with the best choice.
    func open(
        _ chip: inout SimulatedChip, _ password: PACEPassword, choice: PACEChoice? = nil, namesParameters: Bool = true,
        chat: [UInt8]? = nil
    ) throws -> PACESession {
        var terminal = PACE(
            try choice ?? #require(choices.first), password: password, random: SystemRandomSource())
        return try terminal.open(&chip, chat: chat, namesParameters: namesParameters)
    }

    /// Opens the chip and selects the eMRTD application in the channel.
    func session(_ password: PACEPassword? = nil) throws -> SecureChannel<SimulatedConnection> {
        var chip = chip()
        let session = try open(&chip, try password ?? .can("123456"))
        return SecureChannel(
            SimulatedConnection(chip), keys: session.keys,
            caseOnePadding: behaviour.caseOnePadding == .none ? .none : .extraBlock)
    }
}

extension CommandAPDU {
    static let selectApplication = CommandAPDU(
        ins: 0xA4, p1: 0x04, p2: 0x0C, data: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01])

    static func read(short identifier: UInt8, _ count: Int = 256) -> CommandAPDU {
        CommandAPDU(ins: 0xB0, p1: 0x80 | identifier, p2: 0, expectedCount: count)
    }

    static func generalAuthenticate(_ hexadecimal: String, isLast: Bool = false) -> CommandAPDU {
        CommandAPDU(
            cla: isLast ? 0x00 : 0x10, ins: 0x86, p1: 0, p2: 0, data: Hexadecimal.decode(hexadecimal) ?? [],
            expectedCount: 256)
    }

    static func setPACE(_ hexadecimal: String) -> CommandAPDU {
        CommandAPDU(ins: 0x22, p1: 0xC1, p2: 0xA4, data: Hexadecimal.decode(hexadecimal) ?? [])
    }
}
