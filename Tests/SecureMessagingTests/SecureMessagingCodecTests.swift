import ByteCoding
import CardTransport
import Conformance
import Cryptography
import SecureMessaging
import TestSupport
import Testing

@Suite("Secure messaging: Doc 9303-11 §9.8")
struct SecureMessagingCodecTests {
    @Test(arguments: try SecureMessagingVector.published())
    func `protects a command as published`(_ vector: SecureMessagingVector) throws {
        try vector.checkProtection()
    }

    @Test(arguments: try SecureMessagingVector.withResponse())
    func `takes the published answer`(_ vector: SecureMessagingVector) throws {
        try vector.checkAnswer()
    }

    @Test(arguments: try SecureMessagingVector.withResponse())
    func `notices one changed byte anywhere in an answer`(_ vector: SecureMessagingVector) throws {
        let keys = try vector.keys
        let codec = SecureMessagingCodec(keys)
        let whole = try vector.protectedAnswer.encoded

        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x01
            let answer = try #require(ResponseAPDU(encoded: changed))
            #expect(throws: SecureMessagingError.self, "byte \(index)") {
                try codec.unprotect(answer, to: vector.command, at: keys.sendSequenceCounter.next.next)
            }
        }
    }

    @Test(arguments: try SecureMessagingVector.withResponse())
    func `refuses an answer out of its place in the session`(_ vector: SecureMessagingVector) throws {
        let keys = try vector.keys
        let codec = SecureMessagingCodec(keys)

        #expect(throws: SecureMessagingError.wrongChecksum) {
            try codec.unprotect(vector.protectedAnswer, to: vector.command, at: keys.sendSequenceCounter.next)
        }
    }

    @Test(arguments: try SessionFragmentVector.published())
    func `agrees with the worked example of BSI`(_ vector: SessionFragmentVector) throws {
        try vector.check()
    }

    @Test(arguments: [
        (BlockCipher.tripleDES, 256, false, 231), (.aes128, 256, false, 223), (.aes256, 256, false, 223),
        (.tripleDES, 256, true, 231), (.aes192, 256, true, 223), (.tripleDES, 65_536, false, 65_511),
        (.aes128, 13, false, 0), (.tripleDES, 0, false, 0),
    ])
    func `knows how much fits into an answer`(_ cipher: BlockCipher, byteCount: Int, isOdd: Bool, payload: Int) {
        #expect(cipher.largestPayload(inResponseOf: byteCount, oddInstruction: isOdd) == payload)
    }

    @Test func `counts over the end of the counter`() {
        var counter = SendSequenceCounter([0xFF, 0xFF])
        counter.increment()
        #expect(counter.bytes == [0x00, 0x00])
        #expect(SendSequenceCounter([0x00, 0xFF]).next.bytes == [0x01, 0x00])
    }

    @Test func `shows nothing of a key`() {
        let keys = SecureMessagingKeys(.aes128, sharedSecret: [UInt8](repeating: 0x5A, count: 16))
        var dumped = ""
        dump(keys, to: &dumped)
        #expect("\(keys)" == "session keys for aes128")
        #expect(!dumped.contains("90"))
        #expect(keys == SecureMessagingKeys(.aes128, sharedSecret: [UInt8](repeating: 0x5A, count: 16)))
        #expect(keys != SecureMessagingKeys(.aes128, sharedSecret: [UInt8](repeating: 0x5B, count: 16)))
    }
}
