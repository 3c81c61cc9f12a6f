import Cryptography
import TestSupport
import Testing

struct MACVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let key: HexBytes
    let message: HexBytes
    let padded: Bool?
    let mac: HexBytes
    var testDescription: String { id }
}

@Suite("Retail MAC: ISO/IEC 9797-1 MAC algorithm 3")
struct RetailMACTests {
    static func vectors() throws -> [MACVector] {
        try ["iso9797-1", "doc9303-11-appendix-d", "own-lengths"].flatMap {
            try VectorFile<MACVector>.load("cryptography/retail-mac/\($0).json").vectors
        }
    }

    private func mac(_ vector: MACVector, key: [UInt8], message: [UInt8]) -> [UInt8] {
        let key = RetailMACKey(key)
        return vector.padded == true ? key.macOfPadded(message) : key.mac(over: message)
    }

    @Test(arguments: try vectors())
    func `makes the published MAC`(_ vector: MACVector) {
        #expect(mac(vector, key: vector.key.bytes, message: vector.message.bytes) == vector.mac.bytes)
    }

    @Test(arguments: try vectors())
    func `makes another MAC with one bit of the message or of either half of the key changed`(_ vector: MACVector) {
        for index in vector.message.bytes.indices {
            let message = vector.message.bytes.flippingBit(at: index)
            #expect(mac(vector, key: vector.key.bytes, message: message) != vector.mac.bytes)
        }
        for index in [0, 8] {
            var key = vector.key.bytes
            key[index] ^= 0x02
            #expect(mac(vector, key: key, message: vector.message.bytes) != vector.mac.bytes)
        }
    }
}

@Suite("CMAC: NIST SP 800-38B")
struct CMACTests {
    static func vectors() throws -> [MACVector] {
        try VectorFile.load("cryptography/cmac/sp800-38b.json").vectors
    }

    @Test(arguments: try vectors())
    func `makes the published MAC`(_ vector: MACVector) {
        #expect(CMACKey(vector.key.bytes).mac(over: vector.message.bytes) == vector.mac.bytes)
    }

    @Test(arguments: try vectors())
    func `makes another MAC with one bit of message or key changed`(_ vector: MACVector) {
        for index in vector.message.bytes.indices {
            let message = vector.message.bytes.flippingBit(at: index)
            #expect(CMACKey(vector.key.bytes).mac(over: message) != vector.mac.bytes)
        }
        #expect(CMACKey(vector.key.bytes.flippingBit(at: 0)).mac(over: vector.message.bytes) != vector.mac.bytes)
    }
}
