import ByteCoding
import Conformance
import Cryptography
import TestSupport
import Testing

@Suite("ECDH: BSI TR-03111 §4.3, RFC 7027")
struct ECDHTests {
    static func vectors() throws -> [ECDHVector] {
        try ECDHVector.published()
    }

    @Test(arguments: try vectors())
    func `agrees on the published secret from both sides`(_ vector: ECDHVector) throws {
        try vector.check()
    }

    @Test(arguments: EllipticCurve.allCases)
    func `agrees between new keys of every curve, also over another generator`(_ curve: EllipticCurve) throws {
        var random = SystemRandomSource()
        let mapped = try #require(curve.generator.times([0x12, 0x34, 0x57]))
        for generator in [nil, mapped] {
            let a = try ECDHKeyPair(on: curve, generator: generator, random: &random)
            let b = try ECDHKeyPair(on: curve, generator: generator, random: &random)
            let shared = try a.sharedSecret(with: b.publicPoint).copied()
            #expect(try b.sharedSecret(with: a.publicPoint).copied() == shared)
            #expect(shared.count == curve.byteCount)
        }
        let stored = try PrivateKey.generateEC(curve: curve)
        let fromStored = try ECDHKeyPair(stored)
        #expect(stored.publicKey.kind == .ellipticCurve(fromStored.publicPoint, .named))
    }

    @Test
    func `keeps the zeros in front of a secret`() throws {
        let curve = EllipticCurve.secp256r1
        let one = try ECDHKeyPair(on: curve, scalar: [1])
        let found = try (UInt16(2)..<2000).lazy.compactMap { number -> [UInt8]? in
            let scalar = [UInt8(number >> 8), UInt8(number & 0xFF)]
            let shared = try one.sharedSecret(with: ECDHKeyPair(on: curve, scalar: scalar).publicPoint).copied()
            return shared.first == 0 ? shared : nil
        }.first

        #expect(found?.count == 32)
    }

    @Test
    func `refuses its own key and a key of another curve`() throws {
        var random = SystemRandomSource()
        let pair = try ECDHKeyPair(on: .brainpoolP256r1, random: &random)
        let other = try ECDHKeyPair(on: .secp256r1, random: &random)

        #expect(throws: CryptographyError.reflectedPublicKey) { try pair.sharedPoint(with: pair.publicPoint) }
        #expect(throws: CryptographyError.algorithmDoesNotFitKey) { try pair.sharedPoint(with: other.publicPoint) }
        #expect(throws: CryptographyError.algorithmDoesNotFitKey) {
            try ECDHKeyPair(PrivateKey.generateRSA(bits: 512))
        }
    }

    @Test
    func `gives up on a random source that hands out nothing but zeros`() {
        var zeros = ConstantRandomSource(byte: 0)
        #expect(throws: CryptographyError.numberOutOfRange) { try ECDHKeyPair(on: .secp256r1, random: &zeros) }
    }
}

@Suite("DH: RFC 2631, RFC 5114")
struct DHTests {
    static func vectors() throws -> [DHVector] {
        try DHVector.published()
    }

    @Test(arguments: try vectors())
    func `agrees on the published secret from both sides`(_ vector: DHVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors())
    func `reads its own public key back, with the order and without`(_ vector: DHVector) throws {
        var random = SystemRandomSource()
        for q in [vector.q.bytes, nil] {
            let group = try DHGroup(p: vector.p.bytes, g: vector.g.bytes, q: q)
            let pair = try DHKeyPair(in: group, random: &random)
            let key = try PublicKey(subjectPublicKeyInfo: pair.subjectPublicKeyInfo)
            let value = Array(pair.publicValue.drop { $0 == 0 })
            #expect(key.kind == .diffieHellman(group, publicValue: value))
            #expect(key.bitCount == group.p.count * 8)
            #expect(throws: CryptographyError.algorithmDoesNotFitKey) {
                try key.verify(signature: [], over: [], algorithm: .rsaPKCS1(.sha256))
            }
        }
    }

    @Test(arguments: try vectors())
    func `refuses values outside of the group, and its own`(_ vector: DHVector) throws {
        let group = try #require(DHGroup(standardizedDomainParameters: vector.number))
        let pair = try DHKeyPair(in: group, secret: vector.secretA.bytes)
        var primeLessOne = vector.p.bytes
        primeLessOne[primeLessOne.count - 1] -= 1
        // 2 is outside of the subgroups of these groups.
        for value in [[], [0], [1], [2], primeLessOne, vector.p.bytes, [1] + vector.p.bytes] {
            #expect(throws: CryptographyError.invalidGroupElement) { _ = try pair.sharedSecret(with: value) }
        }
        let withoutOrder = try DHKeyPair(in: DHGroup(p: group.p, g: group.g, q: nil), secret: vector.secretA.bytes)
        for value in [[], [0], [1], primeLessOne, vector.p.bytes, [1] + vector.p.bytes] {
            #expect(throws: CryptographyError.invalidGroupElement) { _ = try withoutOrder.sharedSecret(with: value) }
        }
        #expect(throws: CryptographyError.invalidGroupElement) {
            try DHKeyPair(in: group, generator: [2], secret: vector.secretA.bytes)
        }
        #expect(throws: CryptographyError.reflectedPublicKey) { _ = try pair.sharedSecret(with: vector.publicA.bytes) }
    }

    static func keys() throws -> [DHKeyVector] {
        try DHKeyVector.published()
    }

    @Test(arguments: try keys())
    func `reads the key pair that the openssl program wrote`(_ vector: DHKeyVector) throws {
        let key = try PrivateKey(pkcs8: vector.pkcs8.bytes)

        try vector.check()
        #expect(throws: CryptographyError.algorithmDoesNotFitKey) { try ECDHKeyPair(key) }
    }

    @Test
    func `refuses numbers that make no group`() throws {
        let vector = try Self.vectors()[0]
        let (p, g, q) = (vector.p.bytes, vector.g.bytes, vector.q.bytes)
        var even = p
        even[even.count - 1] ^= 1
        let cases: [(p: [UInt8], g: [UInt8], q: [UInt8]?, error: CryptographyError)] = [
            (even, g, nil, .invalidGroupElement), (p, [1], nil, .invalidGroupElement),
            (p, p, nil, .invalidGroupElement), (p, g, [0], .invalidGroupElement),
            (p, g, q.flippingBit(at: 19), .invalidGroupElement), (p, g, [1] + p, .invalidGroupElement),
            ([], g, nil, .undersizedKey(bitCount: 0, limit: 512)),
            ([0x0D], [2], nil, .undersizedKey(bitCount: 4, limit: 512)),
            ([UInt8](repeating: 0xFF, count: 513), g, nil, .oversizedKey(bitCount: 4104, limit: 4096)),
        ]
        for (p, g, q, error) in cases {
            #expect(throws: error) { try DHGroup(p: p, g: g, q: q) }
        }
        #expect(DHGroup(standardizedDomainParameters: 3) == nil && DHGroup(standardizedDomainParameters: -1) == nil)
    }

    @Test
    func `refuses secrets that are zero or not below the prime`() throws {
        let group = try #require(DHGroup(standardizedDomainParameters: 0))
        for secret in [[], [0], group.p] {
            #expect(throws: CryptographyError.numberOutOfRange) { try DHKeyPair(in: group, secret: secret) }
        }
    }
}

struct ConstantRandomSource: RandomSource {
    let byte: UInt8

    mutating func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}
