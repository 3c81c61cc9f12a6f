import Conformance
import Cryptography
import TestSupport
import Testing

@Suite("Padding: ISO/IEC 9797-1 method 2")
struct PaddingTests {
    static func vectors() throws -> [PaddingVector] {
        try PaddingVector.published()
    }

    @Test(arguments: try vectors())
    func `pads and takes the padding away again`(_ vector: PaddingVector) throws {
        try vector.check()
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
