import ByteCoding
import CardTransport
import Conformance
import Cryptography
import SecureMessaging
import TestSupport
import Testing

extension SecureMessagingVector {
    /// The exchanges whose answers are published too.
    static func withResponse() throws -> [SecureMessagingVector] {
        try published().filter { $0.protectedResponse != nil }
    }
}

/// A card that gives the same answer to everything and keeps what it was sent.
struct FixedAnswerCard: CardConnection {
    var answers: [ResponseAPDU]
    var commands: [CommandAPDU] = []
    var answerToReset: [UInt8] { [] }
    var maximumCommandByteCount: Int { 65_544 }

    init(_ answers: ResponseAPDU...) {
        self.answers = answers
    }

    mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        commands.append(command)
        guard !answers.isEmpty else { throw .noCard }
        return answers.removeFirst()
    }

    mutating func reset() throws(TransportError) {}
    mutating func reconnect(within limit: Duration) throws(TransportError) {}
}
