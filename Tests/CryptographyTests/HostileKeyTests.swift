import ByteCoding
import Conformance
import Cryptography
import Standards
import TestSupport
import Testing

@Suite("Keys that are none")
struct HostileKeyTests {
    static func info(_ algorithm: [[UInt8]], _ key: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        DataObjectWriter.encode(
            0x30,
            containing: [
                DataObjectWriter.encode(0x30, containing: algorithm),
                DataObjectWriter.encode(0x03, [unusedBits] + key),
            ])
    }

    static func oid(_ oid: OID) -> [UInt8] { DataObjectWriter.encode(0x06, oid.contents) }

    static let rsaOID = oid(OID(1, 2, 840, 113549, 1, 1, 1))
    static let ecOID = oid(OID(1, 2, 840, 10045, 2, 1))
    static let modulus = [0xC1] + [UInt8](repeating: 0x5A, count: 126) + [0x01]

    static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        let numbers = [modulus, exponent].map { DataObjectWriter.encode(0x02, [0] + $0) }
        return info([rsaOID, [0x05, 0x00]], DataObjectWriter.encode(0x30, containing: numbers))
    }

    static let brokenRSA: [(name: String, key: [UInt8], error: CryptographyError)] = [
        ("zero modulus", rsa([0], [3]), .invalidRSAKey(.evenModulus)),
        ("even modulus", rsa(modulus.dropLast() + [0x02], [3]), .invalidRSAKey(.evenModulus)),
        ("no modulus", rsa([], [3]), .invalidRSAKey(.evenModulus)),
        ("short modulus", rsa([0x0F], [3]), .undersizedKey(bitCount: 4, limit: 512)),
        ("exponent zero", rsa(modulus, [0]), .invalidRSAKey(.unusableExponent)),
        ("exponent one", rsa(modulus, [1]), .invalidRSAKey(.unusableExponent)),
        ("exponent two", rsa(modulus, [2]), .invalidRSAKey(.unusableExponent)),
        ("even exponent", rsa(modulus, [1, 0, 0]), .invalidRSAKey(.unusableExponent)),
        ("exponent as large as the modulus", rsa(modulus, modulus), .invalidRSAKey(.unusableExponent)),
        (
            "modulus of 16385 bits", rsa([1] + [UInt8](repeating: 0xFF, count: 2048), [3]),
            .oversizedKey(bitCount: 16385, limit: 16384)
        ),
        (
            "modulus of a megabyte", rsa([UInt8](repeating: 0xFF, count: 1 << 20), [3]),
            .oversizedKey(bitCount: 8 << 20, limit: 16384)
        ),
        (
            "long exponent of a long modulus",
            rsa([UInt8](repeating: 0xFF, count: 2048), [1] + [UInt8](repeating: 0xFF, count: 8)),
            .oversizedKey(bitCount: 65, limit: 64)
        ),
    ]

    @Test(arguments: brokenRSA.indices)
    func `refuses an RSA key that cannot be one`(index: Int) {
        let (name, key, error) = Self.brokenRSA[index]
        #expect(throws: error, "\(name)") { try PublicKey(subjectPublicKeyInfo: key) }
    }

    @Test
    func `takes the largest RSA key and the longest exponents, and verifies nothing with them`() throws {
        let keys = [
            Self.rsa([UInt8](repeating: 0xFF, count: 2048), [UInt8](repeating: 0xFF, count: 8)),
            Self.rsa([UInt8](repeating: 0xFF, count: 384), [UInt8](repeating: 0xEF, count: 384)),
            Self.rsa(Self.modulus, [3]),
        ]
        for encoded in keys {
            let key = try PublicKey(subjectPublicKeyInfo: encoded)
            let signature = [UInt8](repeating: 0x12, count: key.bitCount / 8)
            #expect(try !key.verify(signature: signature, over: [], algorithm: .rsaPKCS1(.sha256)))
            #expect(
                try !key.verify(
                    signature: signature, over: [], algorithm: .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32)))
        }
    }

    @Test
    func `takes RSA keys without parameters and with a modulus that lacks its zero`() throws {
        let numbers = DataObjectWriter.encode(
            0x30, containing: [Self.modulus, [3]].map { DataObjectWriter.encode(0x02, $0) })
        for parameters in [[], [[0x05, 0x00]]] as [[[UInt8]]] {
            let key = try PublicKey(subjectPublicKeyInfo: Self.info([Self.rsaOID] + parameters, numbers))
            #expect(key.kind == .rsa(modulus: Self.modulus, exponent: [3]))
        }
    }

    @Test
    func `refuses points that are none of the named curve, and curves that are not known`() {
        let p256 = EllipticCurve.secp256r1
        let named = [Self.ecOID, Self.oid(p256.oid)]
        let unknown = OID(1, 3, 132, 0, 10)
        let cases: [([UInt8], CryptographyError)] = [
            (Self.info(named, p256.generator.encoded.flippingBit(at: 64)), .invalidPoint(.notOnCurve)),
            (Self.info(named, EllipticCurve.brainpoolP256r1.generator.encoded), .invalidPoint(.notOnCurve)),
            (Self.info(named, [0x00]), .invalidPoint(.atInfinity)),
            (Self.info(named, []), .invalidPoint(.malformed)),
            (Self.info([Self.ecOID, Self.oid(unknown)], p256.generator.encoded), .unknownCurve(unknown)),
            (Self.info([Self.ecOID], p256.generator.encoded), .unknownCurve(nil)),
            (Self.info([Self.ecOID, [0x05, 0x00]], p256.generator.encoded), .unknownCurve(nil)),
        ]
        for (key, error) in cases {
            #expect(throws: error) { try PublicKey(subjectPublicKeyInfo: key) }
        }
    }

    @Test(arguments: EllipticCurve.allCases)
    func `refuses explicit parameters with any number changed`(_ curve: EllipticCurve) {
        let parameters = curve.domainParameters
        let point = curve.generator.encoded
        // Each of p, a, b, the generator and the order ends where its last byte is turned; then the cofactor.
        var changed: [[UInt8]] = []
        for number in [parameters.p, parameters.a, parameters.b, parameters.generator, parameters.order] {
            guard let end = Self.end(of: number, in: parameters.encoded) else { continue }
            changed.append(parameters.encoded.flippingBit(at: end - 1))
        }
        changed.append(parameters.encoded.flippingBit(at: parameters.encoded.count - 1))
        let primeField = OID(1, 2, 840, 10045, 1, 1).contents
        changed +=
            Self.end(of: primeField, in: parameters.encoded).map {
                [parameters.encoded.flippingBit(at: $0 - 1)]
            } ?? []

        #expect(changed.count == 7)
        #expect(throws: Never.self) {
            try PublicKey(subjectPublicKeyInfo: Self.info([Self.ecOID, parameters.encoded], point))
        }
        for encoded in changed {
            #expect(throws: CryptographyError.unknownCurve(nil)) {
                try PublicKey(subjectPublicKeyInfo: Self.info([Self.ecOID, encoded], point))
            }
        }
    }

    @Test
    func `refuses a generator other than the curve's`() throws {
        // The curve of CVE-2020-0601: all numbers right, and a generator that makes the forger's key.
        let curve = EllipticCurve.secp384r1
        let parameters = curve.domainParameters
        let other = try #require(curve.generator.times([7]))
        let end = try #require(Self.end(of: parameters.generator, in: parameters.encoded))
        var forged = parameters.encoded
        forged.replaceSubrange(end - other.encoded.count..<end, with: other.encoded)

        #expect(throws: CryptographyError.unknownCurve(nil)) {
            try PublicKey(subjectPublicKeyInfo: Self.info([Self.ecOID, forged], other.encoded))
        }
    }

    @Test
    func `refuses kinds of keys that it does not know, and bits that are not whole bytes`() {
        let ed25519 = OID(1, 3, 101, 112)
        #expect(throws: CryptographyError.unsupportedKeyAlgorithm(ed25519)) {
            try PublicKey(subjectPublicKeyInfo: Self.info([Self.oid(ed25519)], [UInt8](repeating: 1, count: 32)))
        }
        let point = EllipticCurve.secp256r1.generator.encoded
        #expect(throws: CryptographyError.self) {
            try PublicKey(
                subjectPublicKeyInfo: Self.info(
                    [Self.ecOID, Self.oid(EllipticCurve.secp256r1.oid)], point, unusedBits: 1))
        }
    }

    static func keys() throws -> [SignatureVector] {
        let vectors = try SignatureVector.published()
        return try ["rsaPKCS1", "ecdsaPlain", "dsa"].map { scheme in
            try #require(vectors.first { $0.scheme.rawValue == scheme && $0.valid })
        } + [try #require(vectors.first { $0.id.hasPrefix("brainpoolP256r1, explicit") })]
    }

    @Test(arguments: try keys())
    func `never traps on a key that is cut off or changed in one byte`(_ vector: SignatureVector) {
        let encoded = vector.subjectPublicKeyInfo.bytes
        for index in encoded.indices {
            #expect(throws: CryptographyError.self) {
                try PublicKey(subjectPublicKeyInfo: Array(encoded.prefix(index)))
            }
            for value in [UInt8(0x00), 0x80, 0xFF, encoded[index] ^ 0x01] {
                var changed = encoded
                changed[index] = value
                guard let key = try? PublicKey(subjectPublicKeyInfo: changed) else { continue }
                _ = try? key.verify(
                    signature: vector.signature.bytes, over: vector.message.bytes, algorithm: vector.algorithm)
            }
        }
        #expect(throws: CryptographyError.self) { try PublicKey(subjectPublicKeyInfo: encoded + [0]) }
    }

    @Test
    func `never traps on noise`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let tags: [UInt8] = [0x30, 0x02, 0x03, 0x06, 0x80, 0x84, .random(in: .min ... .max, using: &generator)]
            let count = Int.random(in: 0..<120, using: &generator)
            let noise = (0..<count).compactMap { _ in tags.randomElement(using: &generator) }
            #expect(throws: CryptographyError.self) { try PublicKey(subjectPublicKeyInfo: noise) }
        }
    }

    /// The offset after the last occurrence of `number`.
    private static func end(of number: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= number.count else { return nil }
        let start = (0...bytes.count - number.count).last { Array(bytes[$0..<$0 + number.count]) == number }
        return start.map { $0 + number.count }
    }
}
