import AccessControl
import ByteCoding
import Cryptography
import LDS
import Standards
import Testing

@Suite("Which key and which protocol for Chip Authentication: Doc 9303-11 §9.2.5 and §9.2.6, field notes 89, 91, 94")
struct ChipAuthenticationChoiceTests {
    private func choices(_ entries: [[UInt8]]) throws -> [ChipAuthenticationChoice] {
        let file = DataObjectWriter.encode(0x6E, DataObjectWriter.encode(0x31, entries.flatMap { $0 }))
        return ChipAuthenticationChoice.ranked(try SecurityInfos(encoded: file), source: .dataGroup(.dg14))
    }

    @Test
    func `takes for each key the protocol of its number`() throws {
        let found = try choices([
            key(.brainpoolP256r1, 1), key(.secp384r1, 300), info(ecdh: 4, 300), info(ecdh: 2, 1),
        ])
        #expect(found.map(\.keyID) == [300, 1])
        #expect(found.map(\.cipher) == [.aes256, .aes128])
        #expect(found.map(\.origin) == [.named, .named])
    }

    @Test
    func `puts what belongs together before what is stronger`() throws {
        // Handed case: keys 1 and 300, and one entry, for key 1.
        let found = try choices([key(.brainpoolP256r1, 1), key(.secp521r1, 300), info(ecdh: 2, 1)])
        #expect(found.map(\.keyID) == [1, 300, 300])
        #expect(found.map(\.cipher) == [.aes128, .aes128, .tripleDES])
        #expect(found.map(\.origin) == [.named, .inferred, .inferred])
    }

    @Test
    func `infers Triple DES for a key of which nothing is said`() throws {
        let found = try choices([key(.secp256r1, nil)])
        #expect(found.map(\.identifier) == [OID(0, 4, 0, 127, 0, 7, 2, 2, 3, 2, 1)])
        #expect(found.map(\.version) == [1])
        #expect(found.map(\.origin) == [.inferred])
    }

    @Test
    func `takes the only protocol for a key where one of both has no number`() throws {
        for (keyID, infoID) in [(nil, 5), (5, nil)] as [(Int?, Int?)] {
            let found = try choices([key(.secp256r1, keyID), info(ecdh: 3, infoID)])
            #expect(found.map(\.keyID) == [keyID])
            #expect(found.map(\.cipher) == [.aes192])
            #expect(found.map(\.origin) == [.fitting])
        }
    }

    @Test
    func `prefers the stronger of several protocols and of several keys`() throws {
        let found = try choices([
            key(.brainpoolP224r1, nil), info(ecdh: 1, nil), info(ecdh: 2, nil), info(ecdh: 4, nil),
        ])
        #expect(found.map(\.cipher) == [.aes256, .aes128, .tripleDES])
        let group = try #require(DHGroup(standardizedDomainParameters: 0))
        let mixed = try choices([dhKey(group, 2), key(.brainpoolP256r1, 1), info(dh: 4, 2), info(ecdh: 1, 1)])
        #expect(mixed.map(\.keyID) == [1, 2])
    }

    @Test
    func `goes by the kind of the key where the identifier beside it is wrong`() throws {
        var entry = key(.brainpoolP256r1, 1)
        entry[11] = 0x01  // id-PK-DH
        let found = try choices([entry, info(ecdh: 2, 1)])
        #expect(found.map(\.cipher) == [.aes128])
    }

    /// Point bytes that are no point, and what is wrong with them.
    static let badPoints: [[UInt8]] = [
        [0x00], [0x04] + .zeros(64), [0x04] + [UInt8](repeating: 1, count: 64), [0x04], [],
    ]

    @Test(arguments: badPoints)
    func `leaves out a key that is no point of its curve`(_ point: [UInt8]) throws {
        let good = key(.secp256r1, 1)
        let named = OID(1, 2, 840, 10045, 3, 1, 7)
        let spki = subjectPublicKeyInfo(OID(1, 2, 840, 10045, 2, 1), oid(named), point)
        let found = try choices([keyInfo(2, spki, 2), good, info(ecdh: 2, 1), info(ecdh: 2, 2)])
        #expect(found.map(\.keyID) == [1])
    }

    @Test
    func `leaves out keys of no known kind and groups with a value outside`() throws {
        let group = try #require(DHGroup(standardizedDomainParameters: 0))
        for value: [UInt8] in [[1], [0], group.p] {
            #expect(try choices([dhKey(group, 2, value: value), info(dh: 2, 2)]).isEmpty)
        }
        #expect(try choices([keyInfo(1, [0x30, 0x00], 2), info(dh: 2, 2)]).isEmpty)
        #expect(try choices([info(dh: 2, 2)]).isEmpty)
        #expect(try choices([]).isEmpty)
    }

    @Test
    func `takes a DH key whose parameters lack q`() throws {
        let group = try #require(DHGroup(standardizedDomainParameters: 1))
        let pair = try DHKeyPair(in: group, secret: [0x12, 0x34])
        let parameters = DataObjectWriter.encode(0x30, integer(group.p) + integer(group.g))
        let spki = subjectPublicKeyInfo(
            OID(1, 2, 840, 113549, 1, 3, 1), parameters, integer(Array(pair.publicValue.drop { $0 == 0 })))
        let found = try choices([keyInfo(1, spki, nil), info(dh: 2, nil)])
        #expect(found.map(\.cipher) == [.aes128])
        guard case .diffieHellman(let read, _)? = found.first?.publicKey.kind else {
            Issue.record("no DH key")
            return
        }
        #expect(read.q == nil)
        var random: any RandomSource = SystemRandomSource()
        let terminal = try TerminalKeyPair(for: try #require(found.first).publicKey, random: &random)
        #expect(terminal.publicKey.count == 256)
    }

    // MARK: Entries

    private func oid(_ oid: OID) -> [UInt8] { DataObjectWriter.encode(0x06, oid.contents) }

    private func integer(_ number: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(0x02, (number.first ?? 0) & 0x80 == 0 ? number : [0] + number)
    }

    private func number(_ number: Int?) -> [UInt8] { number.map { integer(DataObjectWriter.octets($0)) } ?? [] }

    private func subjectPublicKeyInfo(_ algorithm: OID, _ parameters: [UInt8], _ key: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(
            0x30,
            DataObjectWriter.encode(0x30, oid(algorithm) + parameters) + DataObjectWriter.encode(0x03, [0] + key))
    }

    private func keyInfo(_ kind: UInt8, _ spki: [UInt8], _ id: Int?) -> [UInt8] {
        DataObjectWriter.encode(
            0x30, oid(OID(0, 4, 0, 127, 0, 7, 2, 2, 1).appending(kind)) + spki + number(id))
    }

    private func key(_ curve: EllipticCurve, _ id: Int?) -> [UInt8] {
        keyInfo(2, subjectPublicKeyInfo(OID(1, 2, 840, 10045, 2, 1), oid(curve.oid), curve.generator.encoded), id)
    }

    private func dhKey(_ group: DHGroup, _ id: Int?, value: [UInt8]? = nil) -> [UInt8] {
        let parameters = DataObjectWriter.encode(0x30, integer(group.p) + integer(group.g) + integer(group.q ?? []))
        return keyInfo(
            1, subjectPublicKeyInfo(OID(1, 2, 840, 10046, 2, 1), parameters, integer(value ?? group.g)), id)
    }

    private func info(ecdh cipher: UInt8, _ id: Int?) -> [UInt8] { info(2, cipher, id) }
    private func info(dh cipher: UInt8, _ id: Int?) -> [UInt8] { info(1, cipher, id) }

    private func info(_ kind: UInt8, _ cipher: UInt8, _ id: Int?) -> [UInt8] {
        DataObjectWriter.encode(
            0x30, oid(OID.idCA.appending(kind).appending(cipher)) + number(1) + number(id))
    }
}
