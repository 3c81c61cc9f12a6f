import ByteCoding
import Conformance
import Cryptography
import TestSupport
import Testing

@Suite("Signatures: FIPS 186, RFC 8017, BSI TR-03111")
struct SignatureTests {
    static func vectors() throws -> [SignatureVector] { try SignatureVector.published() }
    static func validVectors() throws -> [SignatureVector] { try SignatureVector.published().filter(\.valid) }

    @Test(arguments: try vectors())
    func `judges the published signature as published`(_ vector: SignatureVector) throws {
        try vector.check()
    }

    @Test(arguments: try validVectors())
    func `refuses a changed signature and a changed message`(_ vector: SignatureVector) throws {
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        let (signature, message) = (vector.signature.bytes, vector.message.bytes)
        for index in stride(from: 0, to: signature.count, by: 7) {
            let changed = signature.flippingBit(at: index)
            #expect(try !key.verify(signature: changed, over: message, algorithm: vector.algorithm))
        }
        for changed in [[], [0], Array(signature.dropLast()), signature + [0], [0] + signature] {
            #expect(try !key.verify(signature: changed, over: message, algorithm: vector.algorithm))
        }
        #expect(try !key.verify(signature: signature, over: message + [0], algorithm: vector.algorithm))
    }

    @Test(arguments: try validVectors())
    func `refuses a signature of zeros and of ones`(_ vector: SignatureVector) throws {
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        for byte in [UInt8(0x00), 0x01, 0xFF] {
            let plain = [UInt8](repeating: byte, count: vector.signature.bytes.count)
            #expect(try !key.verify(signature: plain, over: vector.message.bytes, algorithm: vector.algorithm))
        }
        for der in [[0x30, 0x06, 0x02, 0x01, 0x00, 0x02, 0x01, 0x00], [0x30, 0x04, 0x02, 0x00, 0x02, 0x00]] as [[UInt8]]
        {
            #expect(try !key.verify(signature: der, over: vector.message.bytes, algorithm: vector.algorithm))
        }
    }

    @Test(arguments: try validVectors().filter { $0.scheme == .rsaPSS })
    func `refuses another salt length than the one named`(_ vector: SignatureVector) throws {
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        guard case .rsaPSS(let hash, let mgf1, let saltByteCount) = vector.algorithm else { return }
        for other in [saltByteCount + 1, saltByteCount - 1, .max] where other >= 0 {
            let algorithm = SignatureAlgorithm.rsaPSS(hash, mgf1: mgf1, saltByteCount: other)
            #expect(
                try !key.verify(
                    signature: vector.signature.bytes, over: vector.message.bytes, algorithm: algorithm))
        }
    }

    @Test(arguments: try validVectors().filter { $0.scheme == .ecdsaPlain })
    func `refuses a plain signature with a byte between its numbers`(_ vector: SignatureVector) throws {
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        let half = vector.signature.bytes.count / 2
        let changed = vector.signature.bytes.prefix(half) + [0] + vector.signature.bytes.suffix(half)

        #expect(
            try !key.verify(signature: Array(changed), over: vector.message.bytes, algorithm: vector.algorithm))
    }

    @Test(arguments: [-1, -2, -3, .min])
    func `takes no negative salt length, which OpenSSL would take as a wish to guess`(saltByteCount: Int) throws {
        let vector = try #require(try Self.validVectors().first { $0.scheme == .rsaPSS })
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        let hash = vector.hash.algorithm

        #expect(throws: CryptographyError.algorithmDoesNotFitKey) {
            try key.verify(
                signature: vector.signature.bytes, over: vector.message.bytes,
                algorithm: .rsaPSS(hash, mgf1: hash, saltByteCount: saltByteCount))
        }
    }

    @Test
    func `says so where the algorithm is for another kind of key or the digest has another length`() throws {
        let vectors = try Self.validVectors()
        let rsa = try #require(vectors.first { $0.scheme == .rsaPKCS1 })
        let ec = try #require(vectors.first { $0.scheme == .ecdsaPlain })
        for (keyOf, algorithmOf) in [(rsa, ec), (ec, rsa)] {
            let key = try PublicKey(subjectPublicKeyInfo: keyOf.subjectPublicKeyInfo.bytes)
            #expect(throws: CryptographyError.algorithmDoesNotFitKey) {
                try key.verify(signature: [], over: [], algorithm: algorithmOf.algorithm)
            }
            #expect(throws: CryptographyError.wrongLength(expected: 32, found: 31)) {
                let algorithm: SignatureAlgorithm =
                    keyOf.scheme == .rsaPKCS1 ? .rsaPKCS1(.sha256) : .ecdsa(.sha256, encoding: .der)
                return try key.verify(
                    signature: [], overDigest: [UInt8](repeating: 0, count: 31), algorithm: algorithm)
            }
        }
    }

    @Test
    func `verifies an ECDSA signature whose numbers lack the zero in front`() throws {
        let vector = try #require(
            try Self.validVectors().first {
                $0.scheme == .ecdsaPlain && $0.hash.algorithm == .sha256
                    && ($0.signature.bytes[0] & 0x80 != 0
                        || $0.signature.bytes[$0.signature.bytes.count / 2] & 0x80 != 0)
            })
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        let half = vector.signature.bytes.count / 2
        let bare = DataObjectWriter.encode(
            0x30,
            containing: [vector.signature.bytes.prefix(half), vector.signature.bytes.suffix(half)].map {
                DataObjectWriter.encode(0x02, $0)
            })

        #expect(
            try key.verify(signature: bare, over: vector.message.bytes, algorithm: .ecdsa(.sha256, encoding: .der)))
    }

    @Test
    func `verifies with one key on many threads`() async throws {
        let vector = try #require(try Self.validVectors().first { $0.id.hasPrefix("brainpoolP256r1, explicit") })
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        let results = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let signature =
                        number.isMultiple(of: 2) ? vector.signature.bytes : vector.signature.bytes.flippingBit(at: 20)
                    let isValid = try? key.verify(
                        signature: signature, over: vector.message.bytes, algorithm: vector.algorithm)
                    return isValid == number.isMultiple(of: 2)
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }

        #expect(results)
    }
}
