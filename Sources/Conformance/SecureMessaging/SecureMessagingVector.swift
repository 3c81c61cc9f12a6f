package import CardTransport
import Cryptography
package import SecureMessaging

/// One exchange under given keys, as plain and as protected bytes.
package struct SecureMessagingVector: ConformanceVector {
    package static let places = ["secure-messaging/"]

    package let id: String
    package let cipher: CipherName
    package let ksEnc: HexBytes
    package let ksMAC: HexBytes
    /// The counter before the command.
    package let ssc: HexBytes
    package let header: HexBytes
    package let data: HexBytes
    package let expectedCount: Int?
    package let extended: Bool?
    package let caseOnePadding: CaseOnePadding?
    package let protectedCommand: HexBytes
    package let response: HexBytes?
    package let protectedResponse: HexBytes?

    package enum CaseOnePadding: String, Codable, Sendable { case none, extraBlock }

    package var requiredAlgorithms: [String] { [cipher.requiredAlgorithm] }

    package func check() throws {
        try checkProtection()
        try checkReadingOfCommand()
        guard protectedResponse != nil else { return try compare("response", response, with: nil) }
        try checkAnswer()
        try checkAnswering()
    }

    /// The terminal protects the command as published.
    package func checkProtection() throws {
        let keys = try keys
        let protected = SecureMessagingCodec(keys, caseOnePadding: padding).protect(
            try command, at: keys.sendSequenceCounter.next)
        try compare("protectedCommand", protected.encoded, with: protectedCommand.bytes)
    }

    /// The terminal takes the published answer.
    package func checkAnswer() throws {
        let keys = try keys
        let plain = try SecureMessagingCodec(keys).unprotect(
            protectedAnswer, to: command, at: keys.sendSequenceCounter.next.next)
        try compare("response", plain.encoded, with: response?.bytes)
    }

    /// The chip reads the published command.
    package func checkReadingOfCommand() throws {
        var chip = ChipSecureMessaging(try keys, caseOnePadding: padding)
        let plain = try chip.unwrap(CommandAPDU(encoded: protectedCommand.bytes))
        try compare("command on the chip's side", plain, with: command)
    }

    /// The chip answers as published.
    package func checkAnswering() throws {
        var chip = ChipSecureMessaging(try keys, caseOnePadding: padding)
        _ = try chip.unwrap(CommandAPDU(encoded: protectedCommand.bytes))
        try compare("protectedResponse", try chip.wrap(plainAnswer).encoded, with: protectedResponse?.bytes)
    }

    package var keys: SecureMessagingKeys {
        get throws {
            let cipher = cipher.cipher
            try compare("length of ksEnc", ksEnc.bytes.count, with: cipher.keyByteCount)
            try compare("length of ksMAC", ksMAC.bytes.count, with: cipher.keyByteCount)
            try compare("length of ssc", ssc.bytes.count, with: cipher.blockByteCount)
            return SecureMessagingKeys(
                cipher, ksEnc: ksEnc.bytes, ksMAC: ksMAC.bytes, sendSequenceCounter: SendSequenceCounter(ssc.bytes))
        }
    }

    package var padding: SecureMessagingCodec.CaseOnePadding {
        caseOnePadding == CaseOnePadding.none ? .none : .extraBlock
    }

    package var command: CommandAPDU {
        get throws {
            let header = header.bytes
            try compare("length of the header", header.count, with: 4)
            try require("length of data", data.bytes.count, is: "at most 60000") { $0 <= 60_000 }
            try require("expectedCount", expectedCount ?? 1, is: "1 to 65536", (1...65_536).contains)
            return CommandAPDU(
                cla: header[0], ins: header[1], p1: header[2], p2: header[3], data: data.bytes,
                expectedCount: expectedCount, prefersExtendedLength: extended ?? false)
        }
    }

    package var plainAnswer: ResponseAPDU {
        get throws { try answer("response", response) }
    }

    package var protectedAnswer: ResponseAPDU {
        get throws { try answer("protectedResponse", protectedResponse) }
    }

    private func answer(_ subject: String, _ hex: HexBytes?) throws(Mismatch) -> ResponseAPDU {
        guard let answer = ResponseAPDU(encoded: hex?.bytes ?? []) else {
            throw Mismatch(subject, expected: "an answer of two bytes or more", found: hex?.text ?? "nothing")
        }
        return answer
    }
}
