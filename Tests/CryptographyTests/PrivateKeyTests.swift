import ByteCoding
import Conformance
import Cryptography
import Foundation
import TestSupport
import Testing

@Suite("Private keys")
struct PrivateKeyTests {
    static let message = Array("Doc 9303".utf8)
    static let rsa = Result { () throws(CryptographyError) in try PrivateKey.generateRSA(bits: 2048) }

    static func ecdsaKeys() throws -> [ECDSAKeyVector] {
        try ECDSAKeyVector.published()
    }

    @Test(arguments: EllipticCurve.allCases, [SignatureAlgorithm.ECDSAEncoding.der, .plain])
    func `signs on every curve, and survives PKCS #8 and both forms of the public key`(
        curve: EllipticCurve, encoding: SignatureAlgorithm.ECDSAEncoding
    ) throws {
        let key = try PrivateKey(pkcs8: PrivateKey.generateEC(curve: curve).pkcs8)
        let algorithm = SignatureAlgorithm.ecdsa(.sha512, encoding: encoding)
        let signature = try key.sign(Self.message, algorithm: algorithm)
        let explicit = try PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo(explicitParameters: true))
        let named = try PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo())

        #expect(key.publicKey.curve == curve)
        #expect(named == explicit && named == key.publicKey)
        #expect(named.description == "EC on \(curve)" && explicit.description == "EC on \(curve), explicit parameters")
        #expect(named.bitCount == curve.bitCount)
        #expect(encoding == .der || signature.count == 2 * curve.byteCount)
        for publicKey in [named, explicit] {
            #expect(try publicKey.verify(signature: signature, over: Self.message, algorithm: algorithm))
            #expect(try !publicKey.verify(signature: signature, over: Self.message + [0], algorithm: algorithm))
        }
    }

    @Test(arguments: HashAlgorithm.allCases, [0, 20, 32])
    func `signs with RSA in both ways`(hash: HashAlgorithm, saltByteCount: Int) throws {
        let key = try PrivateKey(pkcs8: Self.rsa.get().pkcs8)
        for algorithm in [.rsaPKCS1(hash), .rsaPSS(hash, mgf1: .sha1, saltByteCount: saltByteCount)]
            as [SignatureAlgorithm]
        {
            let signature = try key.sign(Self.message, algorithm: algorithm)
            #expect(try key.publicKey.verify(signature: signature, over: Self.message, algorithm: algorithm))
            #expect(try !key.publicKey.verify(signature: signature, over: [], algorithm: algorithm))
        }
        #expect(key.publicKey.bitCount == 2048 && key.publicKey.description == "RSA, 2048 bits")
    }

    static let dsa = Result { () throws(CryptographyError) in try PrivateKey.generateDSA(bits: 1024) }

    @Test(arguments: [HashAlgorithm.sha1, .sha224, .sha256])
    func `signs with DSA`(hash: HashAlgorithm) throws {
        let key = try PrivateKey(pkcs8: Self.dsa.get().pkcs8)
        let signature = try key.sign(Self.message, algorithm: .dsa(hash))

        #expect(try key.publicKey.verify(signature: signature, over: Self.message, algorithm: .dsa(hash)))
        #expect(try !key.publicKey.verify(signature: signature, over: [], algorithm: .dsa(hash)))
        #expect(key.publicKey.description == "DSA, 1024 bits")
        #expect(throws: CryptographyError.algorithmDoesNotFitKey) {
            try key.sign(Self.message, algorithm: .rsaPKCS1(hash))
        }
    }

    @Test(arguments: HashAlgorithm.allCases)
    func `signs without NULL what only the named check takes`(hash: HashAlgorithm) throws {
        let key = try Self.rsa.get()
        let signature = try key.signWithoutNull(Self.message, hash: hash)

        #expect(key.publicKey.verifiesWithoutNull(signature: signature, over: Self.message, hash: hash))
        #expect(!key.publicKey.verifiesWithoutNull(signature: signature, over: [], hash: hash))
        #expect(try !key.publicKey.verify(signature: signature, over: Self.message, algorithm: .rsaPKCS1(hash)))
        #expect(throws: CryptographyError.self) {
            try PrivateKey.generateRSA(bits: 512).signWithoutNull(Self.message, hash: .sha512)
        }
    }

    @Test(arguments: try ecdsaKeys())
    func `makes the public point of the published scalar, whose signature verifies`(_ vector: ECDSAKeyVector) throws {
        try vector.check()
    }

    @Test
    func `writes explicit parameters byte for byte as OpenSSL does`() throws {
        let vectors = try VectorFile<SignatureVector>.load("cryptography/signature/openssl-program.json").vectors
        // A P-256 key also carries the seed there, which we leave out.
        for vector in vectors where vector.id.hasPrefix("brainpool") && vector.id.hasSuffix("r1, explicit parameters") {
            let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
            let parameters = try #require(key.curve?.domainParameters.encoded)
            #expect(Hexadecimal.encode(vector.subjectPublicKeyInfo.bytes).contains(Hexadecimal.encode(parameters)))
        }
    }

    @Test
    func `generates with the public exponent asked for`() throws {
        let key = try PrivateKey.generateRSA(bits: 1024, publicExponent: 3)

        guard case .rsa(_, let exponent) = key.publicKey.kind else { throw CryptographyError.algorithmDoesNotFitKey }
        #expect(exponent == [3])
        #expect(throws: CryptographyError.invalidRSAKey(.unusableExponent)) {
            try PrivateKey.generateRSA(bits: 1024, publicExponent: 2)
        }
    }

    @Test
    func `says that a modulus is too short for digest and salt`() throws {
        let key = try PrivateKey.generateRSA(bits: 512)

        #expect(throws: CryptographyError.undersizedKey(bitCount: 512, limit: 752)) {
            try key.sign(Self.message, algorithm: .rsaPKCS1(.sha512))
        }
        #expect(throws: CryptographyError.undersizedKey(bitCount: 512, limit: 528)) {
            try key.sign(Self.message, algorithm: .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32))
        }
        #expect(throws: CryptographyError.algorithmDoesNotFitKey) {
            try key.sign(Self.message, algorithm: .ecdsa(.sha256, encoding: .der))
        }
        #expect(throws: CryptographyError.wrongLength(expected: 32, found: 20)) {
            try key.sign(digest: [UInt8](repeating: 0, count: 20), algorithm: .rsaPKCS1(.sha256))
        }
    }

    @Test
    func `reads nothing but whole PKCS #8`() throws {
        let encoded = try PrivateKey.generateEC(curve: .brainpoolP256r1).pkcs8
        for bytes in [[], [0x30], encoded + [0], Array(encoded.dropLast()), [UInt8](repeating: 0x30, count: 500)] {
            #expect(throws: CryptographyError.malformedPrivateKey) { try PrivateKey(pkcs8: bytes) }
        }
        // The scalar or the point beside it no longer belongs to the other.
        for index in [encoded.count - 1, encoded.count - 71] {
            #expect(throws: CryptographyError.malformedPrivateKey) {
                try PrivateKey(pkcs8: encoded.flippingBit(at: index))
            }
        }
        for index in encoded.indices {
            _ = try? PrivateKey(pkcs8: encoded.flippingBit(at: index))
            _ = try? PrivateKey(pkcs8: Array(encoded.prefix(index)))
        }
    }

    @Test(arguments: [[], [0], EllipticCurve.secp256r1.domainParameters.order, [UInt8](repeating: 0xFF, count: 33)])
    func `takes no scalar that is zero or not below the order`(scalar: [UInt8]) {
        #expect(throws: CryptographyError.numberOutOfRange) { try PrivateKey(curve: .secp256r1, scalar: scalar) }
        #expect(throws: CryptographyError.numberOutOfRange) { try ECDHKeyPair(on: .secp256r1, scalar: scalar) }
    }

    @Test(.enabled(if: Repository.hasShared), arguments: ["DG14", "DG15"])
    func `reads the private keys of the BSI reference data set, which belong to its public keys`(name: String) throws {
        let folder = Repository.shared.appending(path: "data/bsi-tr03105-5")
        let key = try PrivateKey(pkcs8: [UInt8](Data(contentsOf: folder.appending(path: "\(name)_sk.pkcs8"))))
        let file = try [UInt8](Data(contentsOf: folder.appending(path: "Datagroup\(name.dropFirst(2)).bin")))

        switch key.publicKey.kind {
        case .rsa(let modulus, _): #expect(Hexadecimal.encode(file).contains(Hexadecimal.encode(modulus)))
        case .ellipticCurve(let point, _): #expect(Hexadecimal.encode(file).contains(Hexadecimal.encode(point.x)))
        case .diffieHellman(_, let value):
            #expect(Hexadecimal.encode(file).contains(Hexadecimal.encode(value)))
            #expect(try DHKeyPair(key).publicValue.suffix(value.count) == value[...])
        case .dsa: Issue.record("the data set has no DSA key")
        }
    }
}
