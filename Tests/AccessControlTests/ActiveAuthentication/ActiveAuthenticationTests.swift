import AccessControl
import ByteCoding
import CardTransport
import Conformance
import Cryptography
import LDS
import TestSupport
import Testing

@Suite("Active Authentication: the command and its lengths")
struct ActiveAuthenticationTests {
    /// A chip that answers INTERNAL AUTHENTICATE by the length that was asked for.
    final class Signer: CardChannel {
        let answer: (Int) -> ResponseAPDU
        var asked: [Int] = []
        var extended: [Bool] = []
        var challenges: [[UInt8]] = []

        init(_ answer: @escaping (Int) -> ResponseAPDU) { self.answer = answer }

        func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
            guard command.ins == 0x88, command.p1 == 0, command.p2 == 0, let count = command.expectedCount else {
                throw .notTransacted
            }
            asked.append(count)
            extended.append(command.isExtended)
            challenges.append(command.data)
            return answer(count)
        }
    }

    static func signature(_ count: Int) -> ResponseAPDU {
        ResponseAPDU(data: [UInt8](repeating: 7, count: count), status: .success)
    }

    static func run(
        _ signer: Signer, signature: Int?, short: Int = 231,
        extended: ActiveAuthentication.ExtendedLength = .possible
    ) throws -> ActiveAuthenticationReading {
        var random: any RandomSource = SystemRandomSource()
        var chip = signer
        return try ActiveAuthentication(
            signatureByteCount: signature, shortAnswerByteCount: short, extendedLength: extended
        ).challenge(&chip, random: &random)
    }

    @Test func `asks for no more than an answer holds, however long a key DG15 claims`() throws {
        let signer = Signer { _ in ResponseAPDU(status: .wrongLength) }
        let reading = try Self.run(signer, signature: 70_000)
        #expect(reading.answer == .refused(status: 0x6700))
        #expect(signer.asked == [65_536, 65_536, 256])
    }

    @Test(
        arguments: [
            (Optional(128), 231, .possible, [256]), (231, 231, .possible, [256]), (232, 231, .possible, [65_536]),
            (256, 223, .possible, [65_536]), (256, 256, .possible, [256]), (256, 231, .impossible, [256]),
            (256, 231, .doubtful, [256]), (nil, 231, .possible, [256]),
        ] as [(Int?, Int, ActiveAuthentication.ExtendedLength, [Int])])
    func `asks first for the length that the key and the session allow`(
        _ signature: Int?, short: Int, extended: ActiveAuthentication.ExtendedLength, asked: [Int]
    ) throws {
        let signer = Signer { _ in Self.signature(signature ?? 64) }
        let reading = try Self.run(signer, signature: signature, short: short, extended: extended)

        #expect(signer.asked == asked)
        #expect(reading.answer == .signature([UInt8](repeating: 7, count: signature ?? 64)))
        #expect(signer.challenges == [reading.challenge])
        #expect(reading.challenge.count == 8)
    }

    @Test func `falls to the short form where the extended one comes back empty`() throws {
        let signer = Signer { $0 == 65_536 ? ResponseAPDU(status: .success) : Self.signature(256) }
        let reading = try Self.run(signer, signature: 256)

        #expect(signer.asked == [65_536, 256])
        #expect(signer.extended == [true, true])
        #expect(reading.answer == .signature([UInt8](repeating: 7, count: 256)))
        #expect(reading.challenge == signer.challenges.last)
    }

    @Test func `goes to the extended form where the short one is cut`() throws {
        let signer = Signer { $0 == 256 ? Self.signature(231) : Self.signature(256) }
        let reading = try Self.run(signer, signature: 256, short: 256)

        #expect(signer.asked == [256, 65_536])
        #expect(reading.answer == .signature([UInt8](repeating: 7, count: 256)))
    }

    @Test func `takes the short form last where the extended ones come back empty`() throws {
        var count = 0
        let signer = Signer { _ in
            count += 1
            return count < 3 ? ResponseAPDU(status: .success) : Self.signature(256)
        }
        let reading = try Self.run(signer, signature: 256)
        #expect(signer.asked == [65_536, 256, 256])
        #expect(signer.extended == [true, true, false])
        #expect(reading.answer == Self.signature(256).data.asAnswer)
    }

    @Test func `tries extended length for a cut signature even where the chip has none for files`() throws {
        let signer = Signer { $0 == 65_536 ? Self.signature(256) : Self.signature(223) }
        let reading = try Self.run(signer, signature: 256, short: 223, extended: .doubtful)
        #expect(signer.asked == [256, 65_536])
        #expect(reading.answer == Self.signature(256).data.asAnswer)
    }

    @Test func `asks once for each length that the chip names`() throws {
        let exact = Signer { $0 == 256 ? Self.signature(256) : ResponseAPDU(status: StatusWord(0x6C00)) }
        #expect(try Self.run(exact, signature: 256).answer == Self.signature(256).data.asAnswer)
        #expect(exact.asked == [65_536, 256])

        let small = Signer { $0 == 64 ? Self.signature(64) : ResponseAPDU(status: StatusWord(0x6C40)) }
        #expect(try Self.run(small, signature: nil).answer == Self.signature(64).data.asAnswer)
        #expect(small.asked == [256, 64])

        let endless = Signer { ResponseAPDU(status: StatusWord(0x6C00 | UInt16(($0 + 1) & 0xFF))) }
        let reading = try Self.run(endless, signature: 256)
        #expect(endless.asked.count < 300)
        guard case .refused = reading.answer else {
            Issue.record("\(reading)")
            return
        }
    }

    @Test func `keeps the longer part where no whole signature comes`() throws {
        let signer = Signer { $0 == 256 ? Self.signature(231) : ResponseAPDU(status: .wrongLength) }
        let reading = try Self.run(signer, signature: 256)

        #expect(reading.answer == .signature([UInt8](repeating: 7, count: 231)))
        #expect(signer.asked == [65_536, 256, 256])
        #expect(reading.challenge == signer.challenges.dropFirst().first)
    }

    @Test(arguments: [StatusWord.instructionNotSupported, .referencedDataNotFound, .functionNotSupported])
    func `takes a refusal for an answer`(_ status: StatusWord) throws {
        let signer = Signer { _ in ResponseAPDU(status: status) }
        let reading = try Self.run(signer, signature: 256)

        #expect(signer.asked == [65_536])
        #expect(reading.answer == .refused(status: status.rawValue))
    }

    @Test func `knows the length of an RSA signature from the key`() throws {
        let vectors = try ActiveAuthenticationVerificationTests.vectors()
        for vector in vectors {
            let count = ActiveAuthentication.signatureByteCount(
                subjectPublicKeyInfo: vector.subjectPublicKeyInfo.bytes)
            #expect(count == (vector.id.hasPrefix("RSA") ? vector.signature.bytes.count : nil))
        }
        #expect(ActiveAuthentication.signatureByteCount(subjectPublicKeyInfo: [0x30]) == nil)
    }
}

extension [UInt8] {
    fileprivate var asAnswer: ActiveAuthenticationReading.Answer { .signature(self) }
}
