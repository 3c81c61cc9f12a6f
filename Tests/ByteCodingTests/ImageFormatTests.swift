import ByteCoding
import Testing

@Suite("Telling pictures by their first bytes")
struct ImageFormatTests {
    @Test(arguments: ImageFormat.allCases)
    func `knows every format by its signature and by no part of it`(_ format: ImageFormat) {
        #expect(ImageFormat.detect(format.signature + [0x00]) == format)
        for count in 0..<format.signature.count {
            #expect(ImageFormat.detect(format.signature.prefix(count)) == nil)
        }
    }

    @Test(arguments: ImageFormat.allCases)
    func `finds a picture behind other bytes, but not one of two bytes of signature`(_ format: ImageFormat) {
        for prefix: [UInt8] in [[0x01], [0x00], [0xFF], [0x89, 0x50], [0x00, 0x00, 0x00, 0x00], [0xFF, 0x4F, 0xFF]] {
            let bytes = prefix + format.signature + [0x01, 0x02]
            let found = ImageFormat.find(in: bytes[...])
            #expect(found?.offset == (format == .wsq ? nil : prefix.count))
            #expect(found?.format == (format == .wsq ? nil : format))
        }
        #expect(ImageFormat.find(in: format.signature[...])?.offset == 0)
    }

    @Test
    func `offsets are those of the whole array`() {
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0x00, 0xFF, 0x4F, 0xFF, 0x51]
        #expect(ImageFormat.find(in: bytes[2...])?.offset == 4)
        #expect(ImageFormat.find(in: []) == nil)
        #expect(ImageFormat.find(in: [0xFF]) == nil)
    }
}
