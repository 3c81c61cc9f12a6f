import AccessControl
import ByteCoding
import Conformance
import Cryptography
import LDS
import Standards
import TestSupport
import Testing

@Suite("Active Authentication: Doc 9303-11 §6.1.2 and Appendix F")
struct ActiveAuthenticationVerificationTests {
    static func vectors() throws -> [ActiveAuthenticationVector] {
        try ActiveAuthenticationVector.published()
    }

    static func rsaVectors() throws -> [ActiveAuthenticationVector] { try vectors().filter { $0.id.hasPrefix("RSA") } }

    @Test(arguments: try vectors())
    func `verifies a signature without being told the hash`(_ vector: ActiveAuthenticationVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors())
    func `rejects a signature with one bit changed`(_ vector: ActiveAuthenticationVector) throws {
        let signature = vector.signature.bytes
        for index in stride(from: 0, to: signature.count, by: 7) {
            var changed = signature
            changed[index] ^= 0x10
            guard case .failed = vector.verify(signature: changed) else {
                Issue.record("byte \(index): \(vector.verify(signature: changed))")
                continue
            }
        }
    }

    @Test(arguments: try vectors())
    func `rejects a signature over another challenge`(_ vector: ActiveAuthenticationVector) throws {
        for index in 0..<8 {
            var challenge = vector.challenge.bytes
            challenge[index] ^= 0x01
            guard case .failed = vector.verify(challenge: challenge) else {
                Issue.record("byte \(index)")
                continue
            }
        }
    }

    @Test(arguments: try rsaVectors())
    func `rejects a signature that is cut or lengthened`(_ vector: ActiveAuthenticationVector) throws {
        let whole = vector.signature.bytes
        for signature in [Array(whole.prefix(whole.count - 1)), [0] + whole] {
            guard case .failed(let reason) = vector.verify(signature: signature) else {
                Issue.record("\(signature.count) bytes")
                continue
            }
            #expect(reason.code == "wrongSignatureLength")
        }
    }

    @Test func `notes a hash that is not the one DG14 names`() throws {
        let vector = try #require(try Self.vectors().first { $0.id.hasPrefix("ECDSA secp256r1") })
        guard case .verified(.sha256, let notes) = vector.verify(hint: .sha1) else {
            Issue.record("\(vector.verify(hint: .sha1))")
            return
        }
        #expect(notes.map(\.code) == ["otherHash"])
        #expect(vector.verify(hint: .sha256) == .verified(.sha256, notes: []))
    }

    @Test(arguments: [[0xBC], [0x34, 0xCC]] as [[UInt8]])
    func `takes no representative with a byte changed, though the chip's own key signs it`(trailer: [UInt8]) throws {
        let key = try PrivateKey.generateRSA(bits: 1024)
        let challenge: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let hash = trailer == [0xBC] ? HashAlgorithm.sha1 : .sha256
        let m1 = [UInt8](repeating: 0x5A, count: 128 - 1 - hash.byteCount - trailer.count)
        let representative = [0x6A] + m1 + hash.hash(m1 + challenge) + trailer
        func isTaken(_ block: [UInt8]) throws -> Bool {
            guard let signature = try? key.rawRSA(block) else { return false }
            let verdict = ActiveAuthentication.verify(
                signature: signature, challenge: challenge, publicKey: key.publicKey, hint: nil)
            guard case .verified = verdict else { return false }
            return true
        }
        #expect(try isTaken(representative))
        for index in representative.indices {
            for bit in 0..<8 {
                var changed = representative
                changed[index] ^= 1 << bit
                #expect(try !isTaken(changed), "byte \(index), bit \(bit)")
            }
        }
        // A hash over the challenge alone, over M1 alone, and a message with bytes after the trailer.
        #expect(try !isTaken([0x6A] + m1 + hash.hash(challenge) + trailer))
        #expect(try !isTaken([0x6A] + m1 + hash.hash(m1) + trailer))
        let short = Array(m1.dropLast())
        #expect(try !isTaken([0x6A] + short + hash.hash(short + challenge) + trailer + [0x00]))
    }

    @Test func `says nothing about a key that cannot be used`() throws {
        let reading = ActiveAuthenticationReading(challenge: [1], answer: .signature([2]))
        guard
            case .undetermined(let reason) = ActiveAuthentication.verify(
                reading, subjectPublicKeyInfo: [0x30, 0x00], hint: nil)
        else {
            Issue.record("a verdict")
            return
        }
        #expect(reason.code == "unusableKey")
    }

    @Test func `fails a chip that refuses, or that signs nothing`() throws {
        let vector = try #require(try Self.vectors().first)
        let refused = ActiveAuthenticationReading(challenge: [1], answer: .refused(status: 0x6D00))
        let verdict = ActiveAuthentication.verify(
            refused, subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes, hint: nil)

        guard case .failed(let reason) = verdict, case .failed(let empty) = vector.verify(signature: []) else {
            Issue.record("\(verdict)")
            return
        }
        #expect(reason.code == "refused")
        #expect(empty.code == "emptySignature")
    }

    // MARK: The recovered message

    static func printed() throws -> RecoveredMessageVector { try #require(RecoveredMessageVector.published().first) }

    /// A message whose modulus is a whole number of bytes long.
    private func recovered(_ bytes: [UInt8]) -> RecoveredMessage? {
        RecoveredMessage(bytes, bitCount: bytes.count * 8)
    }

    @Test func `finds the printed hash in the printed message`() throws {
        try Self.printed().check()
    }

    @Test func `finds no hash in the printed message with a byte changed`() throws {
        let vector = try Self.printed()
        let whole = vector.recovered.bytes
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x01
            #expect(recovered(changed)?.hash(over: vector.challenge.bytes) == nil, "byte \(index)")
        }
    }

    @Test(arguments: [
        (UInt8(0x33), HashAlgorithm.sha1), (0x34, .sha256), (0x35, .sha512), (0x36, .sha384), (0x38, .sha224),
    ])
    func `knows each trailer of two bytes, and takes it for no other hash`(_ byte: UInt8, hash: HashAlgorithm) {
        let m1 = [UInt8](repeating: 0x5A, count: 60)
        let message = [0x6A] + m1 + hash.hash(m1 + [1, 2])
        #expect(recovered(message + [byte, 0xCC])?.hash(over: [1, 2]) == hash)
        for other in HashAlgorithm.allCases where other != hash {
            let wrong = [0x6A] + m1 + other.hash(m1 + [1, 2]) + [byte, 0xCC]
            #expect(recovered(wrong)?.hash(over: [1, 2]) == nil)
        }
        #expect(recovered(message + [0xBC])?.hash(over: [1, 2]) == hash)
        // The chip's own part is there, or there is no message.
        #expect(recovered([0x6A] + hash.hash([1, 2]) + [byte, 0xCC])?.hash(over: [1, 2]) == nil)
        #expect(recovered(message + [0x37, 0xCC]) == nil)
        #expect(recovered(message + [byte, 0xCD]) == nil)
        #expect(recovered([0x4A] + m1 + hash.hash(m1 + [1, 2]) + [byte, 0xCC]) == nil)
    }
}
