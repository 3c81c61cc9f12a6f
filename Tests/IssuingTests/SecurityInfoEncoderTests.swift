import ByteCoding
import Cryptography
import Foundation
import Issuing
import LDS
import Standards
import TestSupport
import Testing

@Suite("Security infos: Doc 9303-11 §9.2")
struct SecurityInfoEncoderTests {
    /// What the publications print, and the call that makes it.
    static func published() throws -> [(what: String, printed: String, made: [UInt8])] {
        let cam = try #require(
            Hexadecimal.decode(
                "041872709494399E7470A6431BE25E83EEE24FEA568C2ED28DB48E05DB3A610DC884D256A40E35EFCB59BF6753D3A489D28C"
                    + "7A4D973C2DA138A6E7A4A08F68E16F"))
        return [
            (
                "Doc 9303-11 G.1: PACE-ECDH-GM-AES128, 13", "3012060A04007F0007020204020202010202010D",
                SecurityInfoEncoder.pace(try #require(.pace(.generic, .ecdh, .aes128)), parameterIdentifier: 13)
            ),
            (
                "Doc 9303-11 G.2: PACE-DH-GM-AES128, 0", "3012060A04007F00070202040102020102020100",
                SecurityInfoEncoder.pace(try #require(.pace(.generic, .dh, .aes128)), parameterIdentifier: 0)
            ),
            (
                "Doc 9303-11 I.1: PACE-ECDH-CAM-AES128, 13", "3012060A04007F0007020204060202010202010D",
                SecurityInfoEncoder.pace(
                    try #require(.pace(.chipAuthentication, .ecdh, .aes128)), parameterIdentifier: 13)
            ),
            (
                "Doc 9303-11 I.1: the chip's static key",
                "3062060904007F0007020201023052300C060704007F0007010202010D0342000418727094943"
                    + "99E7470A6431BE25E83EEE24FEA568C2ED28DB48E05DB3A610DC884D256A40E35EFCB59BF6753D3A489D28C7A4D97"
                    + "3C2DA138A6E7A4A08F68E16F02010D",
                SecurityInfoEncoder.chipAuthenticationPublicKey(.idPKECDH, .standardized(13), bits: cam, keyID: 13)
            ),
            (
                "EAC 2 worked example: Terminal Authentication", "300D060804007F0007020202020102",
                SecurityInfoEncoder.terminalAuthentication(version: 2)
            ),
            (
                "EAC 2 worked example: Chip Authentication, DH", "3012060A04007F00070202030102020102020101",
                SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.dh, .aes128), version: 2, keyID: 1)
            ),
            (
                "EAC 2 worked example: domain parameters, ECDH",
                "301C060904007F000702020302300C060704007F0007010202010D020101",
                SecurityInfoEncoder.chipAuthenticationDomainParameters(
                    OID.idCA.appending(2), .standardized(13), keyID: 1)
            ),
        ]
    }

    @Test(arguments: 0..<7)
    func `are encoded as the publications print them`(_ index: Int) throws {
        let (what, printed, made) = try Self.published()[index]
        #expect(Hexadecimal.encode(made) == printed, "\(what)")
    }

    @Test
    func `make the EF.CardAccess of the EAC 2 worked example`() throws {
        let privileged =
            "31323012060A04007F00070202030202020102020102301C060904007F000702020302300C060704007F0007010202010D020102"
        let infos = [
            SecurityInfoEncoder.terminalAuthentication(version: 2),
            SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, .aes128), version: 2, keyID: 1),
            SecurityInfoEncoder.pace(try #require(.pace(.generic, .ecdh, .aes128)), parameterIdentifier: 13),
            SecurityInfoEncoder.chipAuthenticationDomainParameters(
                OID.idCA.appending(2), .standardized(13), keyID: 1),
            SecurityInfoEncoder.info(
                OID(0, 4, 0, 127, 0, 7, 2, 2, 6),
                required: DataObjectWriter.encode(0x16, Array("https://www.hjp-consulting.com/home".utf8))),
            SecurityInfoEncoder.info(
                OID(0, 4, 0, 127, 0, 7, 2, 2, 8), required: try #require(Hexadecimal.decode(privileged))),
        ]
        let printed =
            "3181C6300D060804007F00070202020201023012060A04007F000702020302020201020201013012060A04007F000702020402020201"
            + "0202010D301C060904007F000702020302300C060704007F0007010202010D020101302F060804007F0007020206162368747470733A"
            + "2F2F7777772E686A702D636F6E73756C74696E672E636F6D2F686F6D65303E060804007F000702020831323012060A04007F00070202"
            + "030202020102020102301C060904007F000702020302300C060704007F0007010202010D020102"

        #expect(Hexadecimal.encode(SecurityInfoEncoder.cardAccess(infos.shuffled())) == printed)
    }

    @Test
    func `name the protocols as their decoder takes them apart`() throws {
        for mapping in [PACEMapping.generic, .integrated, .chipAuthentication] {
            for agreement in [KeyAgreementKind.dh, .ecdh] {
                for cipher in SessionCipher.allCases {
                    guard let identifier = OID.pace(mapping, agreement, cipher) else {
                        #expect(mapping == .chipAuthentication && (agreement == .dh || cipher == .tripleDES))
                        continue
                    }
                    let variant = try #require(PACEVariant(identifier))
                    #expect(variant.mapping == mapping && variant.agreement == agreement && variant.cipher == cipher)
                }
            }
        }
        let variant = try #require(ChipAuthenticationVariant(.chipAuthentication(.dh, .aes192)))
        #expect(variant.agreement == .dh && variant.cipher == .aes192)
    }

    @Test
    func `survive the decoder`() throws {
        let directory = FileEncoder.directory(applications: [[0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]])
        let file = SecurityInfoEncoder.cardAccess([
            SecurityInfoEncoder.pace(try #require(.pace(.integrated, .dh, .tripleDES)), parameterIdentifier: nil),
            SecurityInfoEncoder.paceDomainParameters(
                try #require(.paceMapping(.generic, .ecdh)), .explicit(.brainpoolP320r1), parameterIdentifier: 40),
            SecurityInfoEncoder.paceDomainParameters(
                try #require(.paceMapping(.generic, .dh)),
                .group(try #require(DHGroup(standardizedDomainParameters: 1))), parameterIdentifier: 41),
            SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, .aes256), keyID: 300),
            SecurityInfoEncoder.terminalAuthentication(cvcaFile: ([0x01, 0x1C], 0x1C)),
            SecurityInfoEncoder.activeAuthentication(.sha384),
            SecurityInfoEncoder.applicationDirectory(directory),
            SecurityInfoEncoder.info(OID(1, 2, 3, 4), required: [0x05, 0x00]),
        ])
        let infos = try SecurityInfos(encoded: file)

        #expect(infos.notes.isEmpty)
        #expect(infos.pace.map(\.parameterID) == [nil])
        #expect(Set(infos.paceDomainParameters.map(\.parameterID)) == [40, 41])
        #expect(infos.chipAuthentication.map(\.keyID) == [300])
        #expect(infos.terminalAuthentication.first?.cvcaFile?.shortIdentifier == 0x1C)
        #expect(infos.terminalAuthentication.first?.cvcaFile?.identifier == [0x01, 0x1C])
        #expect(infos.activeAuthentication.first?.signatureAlgorithm == .ecdsaPlainSHA384)
        #expect(infos.infos.contains { $0.content == .applicationDirectory(directory) })
        #expect(infos.infos.contains { $0.content == .unknown })
    }

    static let keys: [(KeySource, KeyParameters.Form)] = [
        (.ellipticCurve(.brainpoolP256r1), .explicit), (.ellipticCurve(.secp521r1), .named),
        (.ellipticCurve(.secp224r1), .standardized), (.ellipticCurve(.brainpoolP160r1), .standardized),
    ]

    @Test(arguments: keys.indices, KeyParameters.Form.allCases)
    func `hold keys that can be read again`(_ index: Int, form: KeyParameters.Form) throws {
        var random = SystemRandomSource()
        guard case .ellipticCurve(let curve) = Self.keys[index].0 else { return }
        let pair = try ECDHKeyPair(on: curve, random: &random)
        let key = ChipAuthenticationKey(keyID: 300, pair: .ecdh(pair))
        let file = FileEncoder.dg14(securityInfos: [
            SecurityInfoEncoder.chipAuthenticationPublicKey(key, form: form)
        ])
        let info = try #require(SecurityInfos(encoded: file).chipAuthenticationPublicKeys.first)

        #expect(info.keyID == 300)
        #expect(try PublicKey(subjectPublicKeyInfo: info.subjectPublicKeyInfo).point == pair.publicPoint)
    }

    @Test(arguments: 0...2, [true, false])
    func `hold keys of a group with and without its order`(_ number: Int, hasOrder: Bool) throws {
        var random = SystemRandomSource()
        var group = try #require(DHGroup(standardizedDomainParameters: number))
        if !hasOrder { group = try DHGroup(p: group.p, g: group.g, q: nil) }
        let pair = try DHKeyPair(in: group, random: &random)
        for form in KeyParameters.Form.allCases {
            let encoded = SecurityInfoEncoder.chipAuthenticationPublicKey(
                ChipAuthenticationKey(pair: .dh(pair)), form: form)
            let info = try #require(
                SecurityInfos(encoded: FileEncoder.dg14(securityInfos: [encoded])).chipAuthenticationPublicKeys.first)
            guard
                case .diffieHellman(let read, let value) = try PublicKey(
                    subjectPublicKeyInfo: info.subjectPublicKeyInfo
                ).kind
            else {
                Issue.record("no key of a group")
                continue
            }
            #expect(read.p == group.p && read.g == group.g)
            #expect((read.q == nil) == (!hasOrder && form != .standardized))
            #expect(value == Array(pair.publicValue.drop { $0 == 0 }))
        }
    }

    @Test
    func `can have lengths longer than needed and an order of their own`() throws {
        let infos = [
            SecurityInfoEncoder.terminalAuthentication(),
            SecurityInfoEncoder.pace(try #require(.pace(.generic, .ecdh, .aes128)), parameterIdentifier: 13),
            SecurityInfoEncoder.activeAuthentication(.sha256),
        ].reversed()
        let sorted = FileEncoder.dg14(securityInfos: Array(infos))
        for form in [SecurityInfosForm.unsorted, .longLengths] {
            let file = FileEncoder.dg14(securityInfos: Array(infos), form: form)
            #expect(file != sorted)
            #expect(file[1] == (form == .longLengths ? 0x81 : sorted[1]))
            let read = try SecurityInfos(encoded: file)
            #expect(read.pace.count == 1 && read.terminalAuthentication.count == 1)
            #expect(read.activeAuthentication.count == 1)
        }
    }
}
