import Cryptography
import TestSupport
import Testing

struct RSAVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let subjectPublicKeyInfo: HexBytes
    let modulus: HexBytes
    let publicExponent: HexBytes
    let privateExponent: HexBytes
    let representative: HexBytes
    let signature: HexBytes
    let smallerSignature: HexBytes
    var testDescription: String { id }

    func privateKey() throws -> PrivateKey {
        try PrivateKey(
            rsaModulus: modulus.bytes, publicExponent: publicExponent.bytes, privateExponent: privateExponent.bytes)
    }
}

@Suite("The bare RSA operation: ISO/IEC 9796-2 scheme 1")
struct RSATests {
    static func vectors() throws -> [RSAVector] { try VectorFile.load("cryptography/rsa/own-iso9796-2.json").vectors }

    @Test(arguments: try vectors())
    func `opens a signature to its representative`(_ vector: RSAVector) throws {
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)

        #expect(key.recoverRSA(vector.signature.bytes) == vector.representative.bytes)
        #expect(key.recoverRSA(vector.signature.bytes.flippingBit(at: 9)) != vector.representative.bytes)
        #expect(key.kind == .rsa(modulus: vector.modulus.bytes, exponent: vector.publicExponent.bytes))
    }

    @Test(arguments: try vectors())
    func `opens the smaller signature to the representative or its complement`(_ vector: RSAVector) throws {
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        let opened = try #require(key.recoverRSA(vector.smallerSignature.bytes))
        let isSame = vector.smallerSignature.bytes == vector.signature.bytes

        #expect((isSame ? opened : key.modulusMinus(opened)) == vector.representative.bytes)
    }

    @Test(arguments: try vectors())
    func `signs a representative to the published signature`(_ vector: RSAVector) throws {
        let key = try vector.privateKey()

        #expect(try key.rawRSA(vector.representative.bytes) == vector.signature.bytes)
        #expect(key.publicKey.subjectPublicKeyInfo == vector.subjectPublicKeyInfo.bytes)
    }

    @Test(arguments: try vectors())
    func `takes no number that is not below the modulus`(_ vector: RSAVector) throws {
        let key = try vector.privateKey()
        let modulus = vector.modulus.bytes
        let beyond = [UInt8](repeating: 0xFF, count: modulus.count)

        #expect(key.publicKey.recoverRSA(modulus) == nil)
        #expect(key.publicKey.recoverRSA([0x01] + modulus) == nil)
        #expect(key.publicKey.modulusMinus(modulus) == nil)
        #expect(throws: CryptographyError.numberOutOfRange) { try key.rawRSA(beyond) }
        #expect(throws: CryptographyError.wrongLength(expected: modulus.count, found: modulus.count - 1)) {
            try key.rawRSA(Array(modulus.dropLast()))
        }
    }

    @Test
    func `opens a short signature as the number it is`() throws {
        let key = try PublicKey(subjectPublicKeyInfo: try Self.vectors()[0].subjectPublicKeyInfo.bytes)
        let one = [UInt8](repeating: 0, count: 127) + [1]

        #expect(key.recoverRSA([1]) == one)
        #expect(key.recoverRSA([0, 0, 0, 1]) == one)
        #expect(key.recoverRSA([]) == [UInt8](repeating: 0, count: 128))
    }

    @Test
    func `opens nothing with a key of another kind`() throws {
        let key = try PrivateKey.generateEC(curve: .secp256r1)

        #expect(key.publicKey.recoverRSA([1]) == nil)
        #expect(key.publicKey.modulusMinus([1]) == nil)
        #expect(throws: CryptographyError.algorithmDoesNotFitKey) { try key.rawRSA([1]) }
    }
}
