import ByteCoding
import Testing

@Suite("BER-TLV: X.690 §8.1")
struct DataObjectTests {
    @Test
    func `reads a two-byte tag and a long length as slices of the file`() throws {
        var reader = ByteReader([0x5F, 0x1F, 0x81, 0x02, 0xAA, 0xBB])
        let object = try reader.dataObject()

        #expect(object.tag == 0x5F1F)
        #expect(Array(object.value) == [0xAA, 0xBB])
        #expect(object.value.startIndex == 4)
        #expect(reader.isAtEnd)
    }
}
