import CardTransport
import Testing

@Suite("Transport errors")
struct TransportErrorTests {
    static let all =
        TransportError.simple + [
            .noReader(named: nil), .malformedResponse(byteCount: 1), .notInTrace(index: 3), .pcsc(code: 0x8010_002F),
        ]

    @Test(arguments: all)
    func `have a stable code that leads back to them`(_ error: TransportError) {
        #expect(TransportError(code: error.code) == error)
    }

    @Test
    func `have a code, a message and a hint of their own`() {
        let errors = Self.all + [.noReader(named: "A")]
        #expect(Set(Self.all.map(\.code)).count == Self.all.count)
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(Set(errors.map(\.hint)).count == errors.count)
    }

    @Test(arguments: ["", "cardRemoved:1", "pcsc", "pcsc:XYZ", "malformedResponse:-1", "notInTrace:", "CARDREMOVED"])
    func `are not made from other codes`(_ code: String) {
        #expect(TransportError(code: code) == nil)
    }
}
