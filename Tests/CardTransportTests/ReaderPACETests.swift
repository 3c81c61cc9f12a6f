import ByteCoding
import CardTransport
import Testing

@Suite("PACE of the reader: PC/SC Part 10 Amendment 1 §2.5")
struct ReaderPACETests {
    @Test(arguments: [
        (UInt8(3), "", "0205000300000000"), (2, "7F4C025300", "020A0002057F4C025300000000"),
    ])
    func `asks for a channel with a password that is typed on the reader`(
        _ number: UInt8, chat: String, expected: String
    ) throws {
        let request = ReaderPACERequest(passwordNumber: number, chat: try #require(Hexadecimal.decode(chat)))
        #expect(Hexadecimal.encode(request.encoded) == expected)
    }

    /// 63C2, EF.CardAccess of three bytes, two references, an identifier of four bytes.
    static let output = "63C2" + "0300" + "310100" + "0341424300" + "0400" + "01020304"
    static let opened = "00000000" + "1200" + output

    @Test func `reads what the chip said`() throws {
        let result = try ReaderPACEResult(encoded: try #require(Hexadecimal.decode(Self.opened)))
        guard case .opened(let channel) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(channel.selectionStatus == StatusWord(0x63C2))
        #expect(channel.cardAccess == [0x31, 0x01, 0x00])
        #expect(channel.authorityReferences == ["ABC"])
        #expect(channel.compressedChipKey == [1, 2, 3, 4])
    }

    @Test(
        arguments: [
            ("C26306F0", .refused(step: 6, StatusWord(0x63C2))), ("806A02F0", .refused(step: 2, .wrongData)),
            ("060000E0", .wrongToken), ("010020F0", .cancelled), ("020020F0", .timedOut), ("010010F0", .cardGone),
            ("020010F0", .cardGone), ("010000D0", .reader(code: 0xD000_0001)), ("030000E0", .reader(code: 0xE000_0003)),
        ] as [(String, ReaderPACEResult.Failure)])
    func `tells the failures apart`(_ code: String, failure: ReaderPACEResult.Failure) throws {
        for rest in ["", "0000"] {
            let bytes = try #require(Hexadecimal.decode(code + rest))
            #expect(try ReaderPACEResult(encoded: bytes) == .failed(failure))
        }
    }

    @Test func `refuses an answer that is cut off at any byte, or goes on`() throws {
        let bytes = try #require(Hexadecimal.decode(Self.opened))
        for count in bytes.indices {
            #expect(throws: TransportError.malformedResponse(byteCount: count)) {
                try ReaderPACEResult(encoded: Array(bytes.prefix(count)))
            }
        }
        #expect(throws: TransportError.malformedResponse(byteCount: bytes.count + 1)) {
            try ReaderPACEResult(encoded: bytes + [0])
        }
    }
}
