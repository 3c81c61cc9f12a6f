import Conformance
import Cryptography
import TestSupport
import Testing

@Suite("The bare RSA operation: ISO/IEC 9796-2 scheme 1")
struct RSATests {
    static func vectors() throws -> [RSAVector] { try RSAVector.published() }

    @Test(arguments: try vectors())
    func `opens a signature to its representative`(_ vector: RSAVector) throws {
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)

        try vector.checkSignature()
        #expect(key.recoverRSA(vector.signature.bytes.flippingBit(at: 9)) != vector.representative.bytes)
    }

    @Test(arguments: try vectors())
    func `opens the smaller signature to the representative or its complement`(_ vector: RSAVector) throws {
        try vector.checkSmallerSignature()
    }

    @Test(arguments: try vectors())
    func `signs a representative to the published signature`(_ vector: RSAVector) throws {
        try vector.checkSigning()
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
