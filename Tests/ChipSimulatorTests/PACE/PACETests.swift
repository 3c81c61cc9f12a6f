import AccessControl
import CardTransport
import ChipSimulator
import Conformance
import Cryptography
import Issuing
import LDS
import SecureMessaging
import Standards
import Testing

@Suite("The simulated chip's PACE: Doc 9303-11 §4.4")
struct PACETests {
    private typealias Entry = (PACEMapping, KeyAgreementKind, SessionCipher, Int?)

    private static let ciphers: [SessionCipher] = [.tripleDES, .aes128, .aes192, .aes256]

    @Test(arguments: [PACEMapping.generic, .integrated, .chipAuthentication], ciphers)
    func `opens with each mapping and cipher, on each curve`(mapping: PACEMapping, cipher: SessionCipher) throws {
        guard OID.pace(mapping, .ecdh, cipher) != nil else { return }
        for number in 8...18 where !(mapping == .integrated && number == 10) {
            let fixture = try PACEFixture([(mapping, .ecdh, cipher, number)])
            var chip = fixture.chip()
            let session = try fixture.open(&chip, .can("123456"))
            var channel = SecureChannel(SimulatedConnection(chip), keys: session.keys)

            #expect(try channel.transmit(.selectApplication).status == .success)
            #expect(try channel.transmit(.read(short: 1)).data == fixture.document.files[.dataGroup(.dg1)])
            let proof = session.chipAuthenticationMapping
            #expect((proof != nil) == (mapping == .chipAuthentication))
            guard let proof, case .ecdh(let pair)? = fixture.document.chipAuthentication.first?.pair else { continue }
            #expect(
                pair.publicPoint.multiplied(byScalar: proof.chipAuthenticationData)?.encoded
                    == proof.mappingPublicKey)
        }
    }

    @Test(arguments: [PACEMapping.generic, .integrated], ciphers)
    func `opens with each mapping and cipher, in each group`(mapping: PACEMapping, cipher: SessionCipher) throws {
        for number in 0...2 {
            let fixture = try PACEFixture([(mapping, .dh, cipher, number)])
            var chip = fixture.chip()
            let session = try fixture.open(&chip, .can("123456"))
            var channel = SecureChannel(SimulatedConnection(chip), keys: session.keys)

            #expect(try channel.transmit(.selectApplication).status == .success)
            #expect(try channel.transmit(.read(short: 1)).data == fixture.document.files[.dataGroup(.dg1)])
        }
    }

    @Test
    func `opens with each password`() throws {
        let fixture = try PACEFixture()
        let passwords: [PACEPassword] = [
            .mrz(fixture.document.keyInformation), try .can("123456"), try .pin("47110815"), try .puk("1234567890"),
        ]
        for password in passwords {
            var chip = fixture.chip()
            _ = try fixture.open(&chip, password)
        }
        for password in [try PACEPassword.can("123457"), try .puk("1234567891")] {
            var chip = fixture.chip()
            #expect(throws: AccessControlError.self) { try fixture.open(&chip, password) }
        }
    }

    @Test
    func `lacks passwords that the document has not`() throws {
        var fixture = try PACEFixture()
        fixture.document.pace = PACEPasswords()
        for password in [try PACEPassword.can("123456"), try .pin("47110815"), try .puk("1234567890")] {
            var chip = fixture.chip()
            #expect(throws: AccessControlError.refused(.referencedDataNotFound, at: PACEStep.select.clause)) {
                try fixture.open(&chip, password)
            }
        }
        var chip = fixture.chip()
        _ = try fixture.open(&chip, .mrz(fixture.document.keyInformation))
    }

    @Test(arguments: [KeyParameters.explicit(.brainpoolP384r1), .named(.secp256r1)])
    func `agrees over written-out parameters`(_ parameters: KeyParameters) throws {
        var fixture = try PACEFixture()
        fixture.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([
            SecurityInfoEncoder.pace(try #require(OID.pace(.generic, .ecdh, .aes256)), parameterIdentifier: 40),
            SecurityInfoEncoder.paceDomainParameters(
                try #require(OID.paceMapping(.generic, .ecdh)), parameters, parameterIdentifier: 40),
        ])
        var chip = fixture.chip()

        _ = try fixture.open(&chip, .can("123456"))
    }

    @Test
    func `agrees over a written-out group`() throws {
        var fixture = try PACEFixture()
        let group = try #require(DHGroup(standardizedDomainParameters: 1))
        fixture.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([
            SecurityInfoEncoder.pace(try #require(OID.pace(.generic, .dh, .aes128)), parameterIdentifier: nil),
            SecurityInfoEncoder.paceDomainParameters(
                try #require(OID.paceMapping(.generic, .dh)), .group(group), parameterIdentifier: nil),
        ])
        var chip = fixture.chip()

        _ = try fixture.open(&chip, .can("123456"))
    }

    // MARK: Access

    @Test
    func `is shut before PACE, to Basic Access Control too`() throws {
        var fixture = try PACEFixture()
        var chip = fixture.chip()
        #expect(try chip.transmit(.selectApplication).status == .securityStatusNotSatisfied)
        #expect(
            try chip.transmit(CommandAPDU(ins: 0x84, p1: 0, p2: 0, expectedCount: 8)).status == .conditionsNotSatisfied)
        #expect(try chip.transmit(.read(short: 0x1C)).status == .success)

        fixture.behaviour.lockedApplication = .conditionsNotSatisfied
        var other = fixture.chip()
        #expect(try other.transmit(.selectApplication).status == .conditionsNotSatisfied)
    }

    @Test
    func `opens by both where it has both`() throws {
        var fixture = try PACEFixture()
        fixture.document.accessControl = .bac
        var chip = fixture.chip()

        #expect(try chip.transmit(.selectApplication).status == .success)
        #expect(try chip.transmit(CommandAPDU(ins: 0x84, p1: 0, p2: 0, expectedCount: 8)).status == .success)
        _ = try fixture.open(&chip, .can("123456"))
    }

    @Test
    func `shows EF.CardSecurity after PACE alone`() throws {
        var fixture = try PACEFixture()
        fixture.document.files[.cardSecurity] = [0x30, 0x00]
        var chip = fixture.chip()
        #expect(try chip.transmit(.read(short: 0x1D)).status == .securityStatusNotSatisfied)

        var channel = try fixture.session()
        #expect(try channel.transmit(.read(short: 0x1D)).data == [0x30, 0x00])
    }

    @Test
    func `ends the session at a plain command`() throws {
        let fixture = try PACEFixture()
        var chip = fixture.chip()
        let session = try fixture.open(&chip, .can("123456"))
        #expect(try chip.transmit(.selectApplication).status == .securityStatusNotSatisfied)

        var channel = SecureChannel(SimulatedConnection(chip), keys: session.keys)
        #expect(throws: TransportError.channelClosed) { try channel.transmit(.selectApplication) }
    }

    @Test(arguments: [ChipBehaviour.CaseOnePadding.extraBlock, .none])
    func `reads a command without data and Le in one of two ways`(_ padding: ChipBehaviour.CaseOnePadding) throws {
        var fixture = try PACEFixture()
        fixture.behaviour.caseOnePadding = padding
        let selectMasterFile = CommandAPDU(ins: 0xA4, p1: 0x00, p2: 0x0C)
        var channel = try fixture.session()
        #expect(try channel.transmit(selectMasterFile).status == .success)

        var chip = fixture.chip()
        let session = try fixture.open(&chip, .can("123456"))
        var other = SecureChannel(
            SimulatedConnection(chip), keys: session.keys, caseOnePadding: padding == .none ? .extraBlock : .none)
        #expect(throws: TransportError.channelClosed) { try other.transmit(selectMasterFile) }
    }

    // MARK: Commands

    @Test(arguments: [
        ("", "6A80"), ("800A04007F00070202040202", "6A80"), ("800A04007F00070202040202830101", "9000"),
        ("800A04007F0007020204020283010184010D", "9000"), ("800A04007F0007020204020283010184010C", "6A88"),
        ("800A04007F0007020204020383010184010D", "6A80"), ("800A04007F00070202040202830105", "6A88"),
        ("800A04007F000702020402028301018F00", "9000"), ("800A04007F000702020402028301", "6A80"),
        ("800A04007F0007020204020283010183010 1", "6A80"), ("83010184010D", "6A80"),
    ])
    func `judges MSE Set AT`(data: String, status: String) throws {
        var chip = try PACEFixture().chip()

        #expect(try chip.transmit(.setPACE(data)).status.description == status)
    }

    @Test
    func `takes a long step in pieces`() throws {
        var fixture = try PACEFixture([(.generic, .dh, .aes128, 1)])
        fixture.behaviour.extendedLength = nil
        var chip = fixture.chip()
        let random = SystemRandomSource()
        var source: any RandomSource = random
        let key = source.bytes(2)
        #expect(try chip.transmit(.setPACE("800A04007F00070202040102830102")).status == .success)
        #expect(try chip.transmit(.generalAuthenticate("7C00")).data.count == 20)
        let group = try #require(DHGroup(standardizedDomainParameters: 1))
        let value = try DHKeyPair(in: group, secret: [0x01] + key).publicValue
        let template = DataObjectWriterTemplate.step(0x81, value)
        let first = CommandAPDU(
            cla: 0x10, ins: 0x86, p1: 0, p2: 0, data: Array(template.prefix(200)), expectedCount: 256)
        let rest = CommandAPDU(
            cla: 0x10, ins: 0x86, p1: 0, p2: 0, data: Array(template.dropFirst(200)), expectedCount: 256)

        #expect(try chip.transmit(first) == ResponseAPDU(status: .success))
        #expect(try chip.transmit(rest).status.remainingCount == nil)
    }

    @Test(arguments: ["7C", "7C0080", "7D00", "7C028100", "", "7C03810104"])
    func `refuses a template that is none, or brings the wrong thing`(data: String) throws {
        var chip = try PACEFixture().chip()
        _ = try chip.transmit(.setPACE("800A04007F00070202040202830101"))
        _ = try chip.transmit(.generalAuthenticate("7C00"))
        let status = try chip.transmit(.generalAuthenticate(data, isLast: true)).status

        #expect([StatusWord.wrongData, .authenticationFailed].contains(status))
        #expect(try chip.transmit(.generalAuthenticate("7C00")).status == .conditionsNotSatisfied)
    }

    @Test(arguments: ["04", "00", "0400", "02"])
    func `refuses points that are none`(start: String) throws {
        var chip = try PACEFixture().chip()
        _ = try chip.transmit(.setPACE("800A04007F00070202040202830101"))
        _ = try chip.transmit(.generalAuthenticate("7C00"))
        let zeros = String(repeating: "00", count: 65 - start.count / 2)
        let status = try chip.transmit(.generalAuthenticate("7C438141" + start + zeros)).status

        #expect(status == (start == "04" || start == "0400" ? .authenticationFailed : .wrongData))
    }

    @Test
    func `takes a point in its uncompressed form alone`() throws {
        let point = EllipticCurve.brainpoolP256r1.generator
        for (key, status) in [(point.encoded, StatusWord.success), (point.compressed, .wrongData)] {
            var chip = try PACEFixture().chip()
            _ = try chip.transmit(.setPACE("800A04007F00070202040202830101"))
            _ = try chip.transmit(.generalAuthenticate("7C00"))
            let data = [0x7C, UInt8(key.count + 2), 0x81, UInt8(key.count)] + key
            let command = CommandAPDU(cla: 0x10, ins: 0x86, p1: 0, p2: 0, data: data, expectedCount: 256)
            #expect(try chip.transmit(command).status == status)
        }
    }

    @Test
    func `takes the number of a group as long as its prime alone`() throws {
        let group = try #require(DHGroup(standardizedDomainParameters: 0))
        for (key, status) in [(group.g, StatusWord.success), ([0x00] + group.g, .wrongData)] {
            var chip = try PACEFixture([(.generic, .dh, .aes128, 0)]).chip()
            _ = try chip.transmit(.setPACE("800A04007F00070202040102830101"))
            _ = try chip.transmit(.generalAuthenticate("7C00"))
            let command = CommandAPDU(
                cla: 0x10, ins: 0x86, p1: 0, p2: 0, data: DataObjectWriterTemplate.step(0x81, key), expectedCount: 256)
            #expect(try chip.transmit(command).status == status)
        }
    }

    @Test
    func `wants a chain whose last command alone says that it is the last`() throws {
        var chip = try PACEFixture().chip()
        _ = try chip.transmit(.setPACE("800A04007F00070202040202830101"))
        #expect(try chip.transmit(.generalAuthenticate("7C00", isLast: true)).status == .wrongData)

        let vector = try #require(try PACEVectorTests.vectors().first)
        var other = try vector.simulatedChip()
        for command in vector.commands.dropLast() { _ = other.process(command.bytes) }
        var last = try #require(vector.commands.last).bytes
        last[0] = 0x10
        #expect(other.process(last) == [0x68, 0x83])
    }
}

/// Encodes steps of GENERAL AUTHENTICATE.
enum DataObjectWriterTemplate {
    static func step(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] {
        let inner = [tag, 0x82, UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
        return [0x7C, 0x82, UInt8(inner.count >> 8), UInt8(inner.count & 0xFF)] + inner
    }
}
