import Cryptography
import TestSupport
import Testing

struct PaddingVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let blockSize: Int
    let message: HexBytes
    let padded: HexBytes
    var testDescription: String { id }
}

@Suite("Padding: ISO/IEC 9797-1 method 2")
struct PaddingTests {
    static func vectors() throws -> [PaddingVector] {
        try VectorFile.load("cryptography/padding/iso9797-1-method2.json").vectors
    }

    @Test(arguments: try vectors())
    func `pads and takes the padding away again`(_ vector: PaddingVector) {
        #expect(Padding.method2(vector.message.bytes, blockSize: vector.blockSize) == vector.padded.bytes)
        #expect(Padding.removingMethod2(vector.padded.bytes, blockSize: vector.blockSize) == vector.message.bytes)
    }

    @Test(arguments: [
        [], [0x00], [0x81, 0x00], [0x80, 0x01], [UInt8](repeating: 0, count: 32),
        [0x80] + [UInt8](repeating: 0, count: 16),
    ])
    func `finds no padding where there is none`(_ bytes: [UInt8]) {
        #expect(Padding.removingMethod2(bytes) == nil)
    }

    @Test
    func `takes away no more than one block`() {
        let padded: [UInt8] = [0x41, 0x80, 0, 0, 0, 0, 0, 0, 0]

        #expect(Padding.removingMethod2(padded, blockSize: 8) == [0x41])
        #expect(Padding.removingMethod2([0x41, 0x80] + [UInt8](repeating: 0, count: 8), blockSize: 8) == nil)
    }
}
