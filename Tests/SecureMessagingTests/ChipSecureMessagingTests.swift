import ByteCoding
import CardTransport
import Conformance
import Cryptography
import SecureMessaging
import TestSupport
import Testing

@Suite("Secure messaging, the chip's side: Doc 9303-11 §9.8")
struct ChipSecureMessagingTests {
    @Test(arguments: try SecureMessagingVector.published())
    func `reads the published command`(_ vector: SecureMessagingVector) throws {
        try vector.checkReadingOfCommand()
    }

    @Test(arguments: try SecureMessagingVector.withResponse())
    func `answers as published`(_ vector: SecureMessagingVector) throws {
        try vector.checkAnswering()
    }

    @Test(arguments: try SecureMessagingVector.published())
    func `notices one changed byte anywhere in a command`(_ vector: SecureMessagingVector) throws {
        let whole = vector.protectedCommand.bytes
        // The length fields of the APDU itself are not protected, and a byte of the secure messaging bits of CLA
        // decides whether there is secure messaging at all.
        let command = try CommandAPDU(encoded: whole)
        for index in command.data.indices {
            var changed = command
            changed.data[index] ^= 0x01
            #expect(throws: SecureMessagingError.self, "data byte \(index)") {
                var chip = ChipSecureMessaging(try vector.keys, caseOnePadding: vector.padding)
                _ = try chip.unwrap(changed)
            }
        }
        for change in [\CommandAPDU.cla, \.ins, \.p1, \.p2] {
            var changed = command
            changed[keyPath: change] ^= 0x01
            #expect(throws: SecureMessagingError.self, "\(change)") {
                var chip = ChipSecureMessaging(try vector.keys, caseOnePadding: vector.padding)
                _ = try chip.unwrap(changed)
            }
        }
    }

    @Test func `tells a missing object from a wrong one`() throws {
        let vector = try #require(try SecureMessagingVector.published().first)
        var chip = ChipSecureMessaging(try vector.keys)
        let plain = CommandAPDU(cla: 0x0C, ins: 0xB0, p1: 0, p2: 0, expectedCount: 256)
        let error = #expect(throws: SecureMessagingError.self) { try chip.unwrap(plain) }

        #expect(error == .missingObject(tag: 0x8E))
        #expect(error?.status == .secureMessagingObjectMissing)
        #expect(SecureMessagingError.wrongChecksum.status == .secureMessagingObjectIncorrect)
        // Neither no secure messaging, nor a proprietary one, nor one that leaves the header unprotected.
        for cla in [UInt8(0x00), 0x04, 0x08] {
            #expect(throws: SecureMessagingError.notProtected(cla: cla)) {
                try chip.unwrap(CommandAPDU(cla: cla, ins: 0xB0, p1: 0, p2: 0, expectedCount: 256))
            }
        }
    }

    @Test(arguments: BlockCipher.allCases, [0, 1, 7, 8, 15, 16, 231, 256])
    func `both ends of a session understand each other`(_ cipher: BlockCipher, count: Int) throws {
        let keys = SecureMessagingKeys(cipher, sharedSecret: Array(0..<16))
        let codec = SecureMessagingCodec(keys)
        var chip = ChipSecureMessaging(keys)
        var counter = keys.sendSequenceCounter
        for ins in [UInt8(0xB0), 0xB1] {
            let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let command = CommandAPDU(ins: ins, p1: 1, p2: 2, data: data, expectedCount: 256)
            let protected = codec.protect(command, at: counter.next)
            var plain = command
            plain.prefersExtendedLength = protected.isExtended
            #expect(try chip.unwrap(protected) == plain)
            let answer = ResponseAPDU(data: data, status: .success)
            #expect(try codec.unprotect(chip.wrap(answer), to: command, at: counter.next.next) == answer)
            counter = counter.next.next
        }
    }
}
