import ByteCoding
import CardTransport
import TestSupport
import Testing

@Suite("PACE of the reader in traces")
struct ReaderPACETraceTests {
    private static let output = "63C2" + "0300" + "310100" + "03414243" + "0358595A" + "0400" + "01020304"
    private static let answers: [String?] = [
        nil, "00000000" + "1500" + output, "C26306F0", "010020F0", "020020F0", "010010F0", "060000E0", "010000D0",
    ]

    private struct Reader: CardConnection {
        let result: Result<ReaderPACEResult?, TransportError>
        var answerToReset: [UInt8] { [0x3B] }
        var maximumCommandByteCount: Int { 261 }
        func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU { ResponseAPDU(status: .success) }
        func reset() throws(TransportError) {}
        func reconnect(within limit: Duration) throws(TransportError) {}
        func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? {
            try result.get()
        }
    }

    private static let request = ReaderPACERequest(passwordNumber: 3, chat: [0x7F, 0x4C, 0x01, 0xC0])

    private static func result(_ answer: String?) throws -> ReaderPACEResult? {
        try answer.map { try ReaderPACEResult(encoded: #require(Hexadecimal.decode($0))) }
    }

    private static func record(
        _ result: Result<ReaderPACEResult?, TransportError>, _ detail: Trace.Detail = .full
    ) throws -> Trace {
        let recorder = TraceRecorder(detail: detail)
        var connection = RecordingConnection(Reader(result: result), into: recorder)
        _ = try? connection.establishPACE(request)
        _ = try connection.transmit(CommandAPDU(ins: 0xB0, p1: 0x9E, p2: 0, expectedCount: 256))
        return try Trace(fileContent: recorder.trace.fileContent)
    }

    @Test(arguments: answers)
    func `are written, read and replayed`(_ answer: String?) throws {
        let expected = try Self.result(answer)
        var replay = try ReplayConnection(Self.record(.success(expected)))

        #expect(try replay.establishPACE(Self.request) == expected)
        _ = try replay.transmit(CommandAPDU(ins: 0xB0, p1: 0x9E, p2: 0, expectedCount: 256))
        #expect(replay.isAtEnd)
    }

    @Test func `lose the card where the recorded reader did`() throws {
        var replay = try ReplayConnection(Self.record(.failure(.cardRemoved)))
        #expect(throws: TransportError.cardRemoved) { try replay.establishPACE(Self.request) }
    }

    @Test func `answer no other request`() throws {
        let trace = try Self.record(.success(Self.result(Self.answers[1])))
        for request in [
            ReaderPACERequest(passwordNumber: 2, chat: Self.request.chat), ReaderPACERequest(passwordNumber: 3),
        ] {
            var replay = try ReplayConnection(trace)
            #expect(throws: TransportError.notInTrace(index: 0)) { try replay.establishPACE(request) }
        }
        var replay = try ReplayConnection(trace)
        #expect(throws: TransportError.notInTrace(index: 0)) {
            try replay.transmit(CommandAPDU(ins: 0x22, p1: 0, p2: 0))
        }
    }

    @Test func `hold the code and no byte when redacted, and are not replayed then`() throws {
        let trace = try Self.record(.success(Self.result(Self.answers[1])), .redacted)
        guard case .readerPACE(let run)? = trace.events.first else {
            Issue.record("\(trace.events)")
            return
        }
        #expect(run.outcome == .answer(code: 0, .count(21)))
        #expect(run.chat == .count(4))
        #expect(!String(decoding: trace.fileContent, as: UTF8.self).contains("01020304"))
        #expect(throws: TraceError.redacted) { try ReplayConnection(trace) }
    }

    @Test(arguments: [
        (#""password":3"#, #""password":300"#), (#""code":"00000000""#, #""code":"0""#),
        (#""code":"00000000""#, #""code":"0000000G""#),
        (#""data":"7F4C01C0""#, #""data":"7F4C01C""#), (#""microseconds""#, #""micro""#),
    ])
    func `are refused where a field cannot be`(from: String, to: String) throws {
        let trace = try Self.record(.success(Self.result(Self.answers[1])))
        let text = String(decoding: trace.fileContent, as: UTF8.self)
        let altered = text.split(separator: "\n").enumerated().map {
            $0.offset == 1 ? String($0.element).replacing(from, with: to) : String($0.element)
        }.joined(separator: "\n")
        #expect(altered != text.trimmingSuffix { $0 == "\n" })
        #expect(throws: TraceError.malformedLine(2)) { try Trace(fileContent: Array(altered.utf8)) }
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        String(reversed().drop(while: isTrimmed).reversed())
    }
}
