import ByteCoding
import CardTransport
import ChipSimulator
import Cryptography
import LDS
import SecureMessaging

/// The least that reading files can cost: every file by its short identifier, in answers that are full, no byte read twice.
///
/// What opens the chip and proves it is not a matter of reading well: those exchanges count as they are, and the bounds of
/// their number are the protocols' own.
struct ReadFloor {
    /// The exchanges, as bytes of command and of answer.
    private(set) var exchanges: [(command: Int, answer: Int)] = []

    /// Adds an exchange that nobody can save.
    mutating func add(command: Int, answer: Int) {
        exchanges.append((command, answer))
    }

    /// Adds the read of a file of so many bytes.
    ///
    /// - Parameter answerByteCount: the longest protected answer: 256, or what the chip says of extended length.
    mutating func add(fileOf byteCount: Int, _ cipher: BlockCipher, inAnswersOf answerByteCount: Int) {
        let isExtended = answerByteCount > 256
        let room = cipher.largestPayload(inResponseOf: answerByteCount)
        // Header, Lc, DO97, DO8E, Le.
        let command = isExtended ? 4 + 3 + 4 + 10 + 2 : 4 + 1 + 3 + 10 + 1
        for start in stride(from: 0, to: byteCount, by: room) {
            let count = min(room, byteCount - start)
            let padded = (count / cipher.blockByteCount + 1) * cipher.blockByteCount
            let object = DataObjectWriter.header(0x87, valueCount: padded + 1).count + 1 + padded
            add(command: command, answer: object + 4 + 10 + 2)
        }
    }

    var apduCount: Int { exchanges.count }
    var sentByteCount: Int { exchanges.reduce(0) { $0 + $1.command } }
    var receivedByteCount: Int { exchanges.reduce(0) { $0 + $1.answer } }

    func seconds(on wire: WireModel) -> Double {
        exchanges.reduce(0) { $0 + wire.seconds(commandByteCount: $1.command, answerByteCount: $1.answer) }
    }
}
