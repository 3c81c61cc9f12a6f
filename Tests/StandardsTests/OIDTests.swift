import Standards
import Testing

@Suite("Object identifiers: X.690 §8.19")
struct OIDTests {
    @Test(arguments: [
        (OID(2, 23, 136, 1, 1, 1), "2.23.136.1.1.1", [0x67, 0x81, 0x08, 0x01, 0x01, 0x01]),
        (OID(0, 4, 0, 127, 0, 7, 2, 2, 4, 2, 2), "0.4.0.127.0.7.2.2.4.2.2", [4, 0, 0x7F, 0, 7, 2, 2, 4, 2, 2]),
        (OID(1, 2, 840, 113_549, 1, 1, 11), "1.2.840.113549.1.1.11", [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 11]),
    ])
    func `encodes arcs and prints them`(_ oid: OID, _ dotted: String, _ contents: [UInt8]) {
        #expect(oid.contents == contents)
        #expect(oid.description == dotted)
        #expect(OID(contents: contents) == oid)
        #expect(OID(dotted: dotted) == oid)
    }

    @Test(arguments: ["", "1", "1.2.", "1.40", "3.1", "1.2.-3", "1.2.+3", "1.2.x", "2.9223372036854775808", "1.…"])
    func `reads nothing but dotted arcs`(_ text: String) {
        #expect(OID(dotted: text) == nil)
    }

    @Test
    func `shows an arc that no number holds as an ellipsis`() {
        let huge = OID(contents: [0x2A] + [UInt8](repeating: 0xFF, count: 20) + [0x7F, 0x05])
        #expect(huge.description == "1.2.….5")
    }

    @Test
    func `leaves out an arc that is cut off`() {
        #expect(OID(contents: [0x2A, 0x86]).description == "1.2")
        #expect(OID(contents: []).description == "")
    }

    @Test
    func `knows what lies below an arc`() {
        let parent = OID(0, 4, 0, 127, 0, 7, 2, 2, 4)
        #expect(parent.appending(2).isBelow(parent))
        #expect(!parent.isBelow(parent))
        #expect(!OID(1, 2, 840).isBelow(parent))
    }
}
