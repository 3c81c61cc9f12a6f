import Conformance
import Cryptography
import TestSupport
import Testing

@Suite("Retail MAC: ISO/IEC 9797-1 MAC algorithm 3")
struct RetailMACTests {
    static func vectors() throws -> [RetailMACVector] {
        try RetailMACVector.published()
    }

    @Test(arguments: try vectors())
    func `makes the published MAC`(_ vector: RetailMACVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors())
    func `makes another MAC with one bit of the message or of either half of the key changed`(_ vector: RetailMACVector)
    {
        for index in vector.message.bytes.indices {
            let message = vector.message.bytes.flippingBit(at: index)
            #expect(vector.computed(key: vector.key.bytes, message: message) != vector.mac.bytes)
        }
        for index in [0, 8] {
            var key = vector.key.bytes
            key[index] ^= 0x02
            #expect(vector.computed(key: key, message: vector.message.bytes) != vector.mac.bytes)
        }
    }
}

@Suite("CMAC: NIST SP 800-38B")
struct CMACTests {
    static func vectors() throws -> [CMACVector] {
        try CMACVector.published()
    }

    @Test(arguments: try vectors())
    func `makes the published MAC`(_ vector: CMACVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors())
    func `makes another MAC with one bit of message or key changed`(_ vector: CMACVector) {
        for index in vector.message.bytes.indices {
            let message = vector.message.bytes.flippingBit(at: index)
            #expect(CMACKey(vector.key.bytes).mac(over: message) != vector.mac.bytes)
        }
        #expect(CMACKey(vector.key.bytes.flippingBit(at: 0)).mac(over: vector.message.bytes) != vector.mac.bytes)
    }
}
