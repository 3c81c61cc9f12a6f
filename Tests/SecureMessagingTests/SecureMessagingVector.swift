import ByteCoding
import CardTransport
import Conformance
import Cryptography
import SecureMessaging
import TestSupport
import Testing

/// One exchange under given keys, as plain and as protected bytes.
struct SecureMessagingVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let cipher: String
    let ksEnc: String
    let ksMAC: String
    /// The counter before the command.
    let ssc: String
    let header: String
    let data: String
    let expectedCount: Int?
    let extended: Bool?
    let caseOnePadding: String?
    let protectedCommand: String
    let response: String?
    let protectedResponse: String?

    static let files = [
        "doc9303-11-appendix-d", "proxmark3-emrtd-pacetest", "persosim", "gmrtd-nfc-session", "emrtd",
    ]

    static func all() throws -> [SecureMessagingVector] {
        try files.flatMap { try VectorFile<SecureMessagingVector>.load("secure-messaging/\($0).json").vectors }
    }

    static func withResponse() throws -> [SecureMessagingVector] {
        try all().filter { $0.protectedResponse != nil }
    }

    var testDescription: String { id }

    var keys: SecureMessagingKeys {
        get throws {
            SecureMessagingKeys(
                try #require(BlockCipher(named: cipher)), ksEnc: bytes(ksEnc), ksMAC: bytes(ksMAC),
                sendSequenceCounter: SendSequenceCounter(bytes(ssc)))
        }
    }

    var padding: SecureMessagingCodec.CaseOnePadding { caseOnePadding == "none" ? .none : .extraBlock }

    var command: CommandAPDU {
        let header = bytes(header)
        return CommandAPDU(
            cla: header[0], ins: header[1], p1: header[2], p2: header[3], data: bytes(data),
            expectedCount: expectedCount, prefersExtendedLength: extended ?? false)
    }

    var plainAnswer: ResponseAPDU {
        get throws { try #require(ResponseAPDU(encoded: bytes(response ?? ""))) }
    }

    var protectedAnswer: ResponseAPDU {
        get throws { try #require(ResponseAPDU(encoded: bytes(protectedResponse ?? ""))) }
    }
}

/// Hexadecimal digits of a vector.
func bytes(_ hexadecimal: String) -> [UInt8] {
    Hexadecimal.decode(hexadecimal) ?? []
}

extension BlockCipher {
    init?(named name: String) {
        guard let cipher = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = cipher
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
