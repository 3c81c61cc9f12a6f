import AccessControl
import Conformance
import Cryptography
import LDS
import Standards
import TestSupport
import Testing

/// Moduli that are no whole number of bytes long: the header stands at the first bit of the modulus, within a byte.
@Suite("Active Authentication with an uneven modulus: ISO/IEC 9796-2 §8.2")
struct UnevenModulusTests {
    static func vectors() throws -> [ActiveAuthenticationVector] {
        try ActiveAuthenticationVector.published().filter { $0.id.contains("uneven") }
    }

    @Test func `has a vector for every remainder`() throws {
        let remainders = try Self.vectors().map {
            try PublicKey(subjectPublicKeyInfo: $0.subjectPublicKeyInfo.bytes).bitCount % 8
        }
        #expect(Set(remainders) == Set(1...7))
    }

    /// F as the signature of a vector recovers it, and the length of the modulus.
    private func representative(_ vector: ActiveAuthenticationVector) throws -> (bytes: [UInt8], bitCount: Int) {
        let key = try PublicKey(subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
        let opened = try #require(key.recoverRSA(vector.signature.bytes))
        let isPlain = opened.last == 0xBC || opened.last == 0xCC
        return (isPlain ? opened : try #require(key.modulusMinus(opened)), key.bitCount)
    }

    @Test(arguments: try vectors())
    func `takes no representative with a bit changed`(_ vector: ActiveAuthenticationVector) throws {
        let (whole, bitCount) = try representative(vector)
        let challenge = vector.challenge.bytes
        #expect(RecoveredMessage(whole, bitCount: bitCount)?.hash(over: challenge) != nil)
        for index in whole.indices {
            for bit in 0..<8 {
                var changed = whole
                changed[index] ^= 1 << bit
                let hash = RecoveredMessage(changed, bitCount: bitCount)?.hash(over: challenge)
                #expect(hash == nil, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test(arguments: try vectors())
    func `takes it for no other length of the modulus`(_ vector: ActiveAuthenticationVector) throws {
        let (whole, bitCount) = try representative(vector)
        for other in bitCount - 9...bitCount + 9 where other != bitCount {
            #expect(RecoveredMessage(whole, bitCount: other)?.hash(over: vector.challenge.bytes) == nil)
        }
    }

    @Test(arguments: 1...7)
    func `says nothing of a message that is no whole number of bytes`(_ remainder: Int) throws {
        let key = try PrivateKey.generateRSA(bits: 1024 + remainder)
        // 6A at the first bits, as where M1 has all of c − 4 bits.
        let head = 0x6A << remainder
        let f = [UInt8(head >> 8), UInt8(head & 0xFF)] + [UInt8](repeating: 0x11, count: 126) + [0xBC]
        let verdict = ActiveAuthentication.verify(
            signature: try key.rawRSA(f), challenge: [1, 2, 3, 4, 5, 6, 7, 8], publicKey: key.publicKey, hint: nil)
        guard case .undetermined(let reason) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(reason.code == "unevenMessage")
    }

    @Test(arguments: 1...7)
    func `fails a signature that is none`(_ remainder: Int) throws {
        let key = try PrivateKey.generateRSA(bits: 1024 + remainder)
        for first in [0x00, 0x01] as [UInt8] {
            let f = [first] + [UInt8](repeating: 0x11, count: 127) + [0xBC]
            let verdict = ActiveAuthentication.verify(
                signature: try key.rawRSA(f), challenge: [1], publicKey: key.publicKey, hint: nil)
            guard case .failed = verdict else {
                Issue.record("\(verdict)")
                continue
            }
        }
    }
}
