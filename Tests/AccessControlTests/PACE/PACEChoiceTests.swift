import AccessControl
import ByteCoding
import Cryptography
import LDS
import Standards
import Testing

@Suite("Ways of PACE: Doc 9303-11 §9.2.1, §9.2.2 and §9.5")
struct PACEChoiceTests {
    static func info(_ arcs: [UInt8], _ number: Int?, version: UInt8 = 2) -> [UInt8] {
        DataObjectWriter.encode(
            0x30,
            containing: [
                DataObjectWriter.encode(0x06, OID.idPACE.contents + arcs), [0x02, 0x01, version],
                number.map { DataObjectWriter.encode(0x02, DataObjectWriter.octets($0)) } ?? [],
            ])
    }

    static func parameters(_ mapping: UInt8, _ algorithm: [UInt8], _ number: Int?) -> [UInt8] {
        DataObjectWriter.encode(
            0x30,
            containing: [
                DataObjectWriter.encode(0x06, OID.idPACE.contents + [mapping]), algorithm,
                number.map { DataObjectWriter.encode(0x02, DataObjectWriter.octets($0)) } ?? [],
            ])
    }

    static let curve = DataObjectWriter.encode(
        0x30,
        containing: [
            DataObjectWriter.encode(0x06, OID(1, 2, 840, 10045, 2, 1).contents),
            EllipticCurve.brainpoolP384r1.domainParameters.encoded,
        ])

    func ranked(_ infos: [[UInt8]]) throws -> [String] {
        try PACEChoice.ranked(SecurityInfos(encoded: DataObjectWriter.encode(0x31, containing: infos))).map {
            "\($0.info.identifier.contents.suffix(2).map(String.init).joined(separator: ".")) \($0.parameters)"
        }
    }

    @Test func `ranks the proof of the chip first, then strength`() throws {
        let infos = [
            Self.info([2, 1], 13), Self.info([1, 2], 0), Self.info([2, 2], 12), Self.info([6, 2], 13),
            Self.info([4, 4], 16), Self.info([2, 4], 16), Self.info([2, 2], 13), Self.info([1, 4], 2),
        ]
        #expect(
            try ranked(infos) == [
                "6.2 brainpoolP256r1", "2.4 brainpoolP384r1", "4.4 brainpoolP384r1", "2.2 secp256r1",
                "2.2 brainpoolP256r1", "1.4 DH, 2048 bits", "1.2 DH, 1024 bits", "2.1 brainpoolP256r1",
            ])
    }

    @Test func `skips what is unknown or does not fit together`() throws {
        let infos = [
            Self.info([2, 2], 13), Self.info([2, 2], 16), Self.info([2, 2], nil), Self.info([2, 2], 19),
            Self.info([2, 2], 3), Self.info([1, 2], 13), Self.info([2, 2], 0), Self.info([4, 2], 10),
            Self.info([2, 2], 13, version: 1), Self.info([5, 2], 13), Self.info([6, 1], 13), Self.info([2, 5], 13),
            Self.info([2, 2], 77),
        ]
        #expect(try ranked(infos) == ["2.2 brainpoolP384r1", "2.2 brainpoolP256r1"])
    }

    @Test func `takes parameters that are written out for the entry's own number and protocol`() throws {
        #expect(
            try ranked([Self.info([2, 2], 40), Self.parameters(2, Self.curve, 40)]) == ["2.2 brainpoolP384r1"])
        #expect(try ranked([Self.info([2, 2], nil), Self.parameters(2, Self.curve, nil)]) == ["2.2 brainpoolP384r1"])
        #expect(try ranked([Self.info([2, 2], 40), Self.parameters(2, Self.curve, 41)]) == [])
        #expect(try ranked([Self.info([4, 2], 40), Self.parameters(2, Self.curve, 40)]) == [])
        #expect(
            try ranked([
                Self.info([2, 2], 40), Self.parameters(2, Self.curve, 40), Self.parameters(2, Self.curve, 40),
            ]) == [])
        // A number of the table means what the table says.
        #expect(
            try ranked([Self.info([2, 2], 13), Self.parameters(2, Self.curve, 13)]) == ["2.2 brainpoolP256r1"])
    }

    @Test func `skips a curve that the library lacks`() throws {
        let choices = try EllipticCurve.$assumedMissing.withValue([.brainpoolP384r1]) {
            try ranked([Self.info([2, 2], 16), Self.info([2, 2], 13)])
        }
        #expect(choices == ["2.2 brainpoolP256r1"])
    }
}
