import CardTransport
import Cryptography
import SecureMessaging
import Testing

/// Answers that come in pieces by 61xx, each protected for itself.
@Suite("Secure messaging: answers in pieces have an end, Doc 9303-11 §9.8")
struct SecurePieceTests {
    /// A chip whose answer has so many pieces of a size.
    private struct PieceCard: CardChannel {
        let size: Int
        var pieceCount: Int
        private(set) var commandCount = 0
        private var chip = ChipSecureMessaging(SecureSessionTests.keys)

        init(size: Int, pieceCount: Int) {
            (self.size, self.pieceCount) = (size, pieceCount)
        }

        mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
            commandCount += 1
            guard (try? chip.unwrap(command)) != nil else {
                return ResponseAPDU(status: .secureMessagingObjectIncorrect)
            }
            pieceCount -= 1
            return chip.wrap(
                ResponseAPDU(
                    data: [UInt8](repeating: 0x5A, count: size),
                    status: pieceCount > 0 ? StatusWord(0x6100 | UInt16(size)) : .success)
            )
        }
    }

    struct Bound: Sendable, CustomTestStringConvertible {
        let size: Int
        /// The most pieces that are taken.
        let pieceCount: Int
        var testDescription: String { "\(pieceCount) pieces of \(size) bytes" }
    }

    private static let read = CommandAPDU(ins: 0xB0, p1: 0, p2: 0, expectedCount: 256)

    /// 1024 pieces after the first, and 65,536 bytes.
    static let bounds = [
        Bound(size: 0, pieceCount: 1025), Bound(size: 1, pieceCount: 1025), Bound(size: 128, pieceCount: 512),
    ]

    @Test(arguments: bounds)
    func `takes as many pieces as an answer can have`(_ bound: Bound) throws {
        var card = PieceCard(size: bound.size, pieceCount: bound.pieceCount)
        var session = SecureSession(SecureSessionTests.keys)
        let answer = try session.exchange(Self.read, over: &card)
        #expect(answer.response.data.count == bound.size * bound.pieceCount)
        #expect(answer.response.status == .success)
        #expect(answer.isProtected)
    }

    @Test(arguments: bounds)
    func `takes not one piece more, and asks for no other`(_ bound: Bound) {
        var card = PieceCard(size: bound.size, pieceCount: .max)
        var session = SecureSession(SecureSessionTests.keys)
        #expect(throws: TransportError.endlessResponse) {
            _ = try session.exchange(Self.read, over: &card)
        }
        #expect(card.commandCount == bound.pieceCount + 1)
    }
}
