import Cryptography
import Testing

@Suite("Secrets")
struct SecretBytesTests {
    @Test
    func `lends the bytes it was given`() {
        let secret = SecretBytes([1, 2, 3])

        #expect(secret.count == 3)
        #expect(secret.withBytes { Array($0) } == [1, 2, 3])
        #expect(SecretBytes([]).withBytes { Array($0) } == [])
    }

    @Test
    func `compares by content`() {
        let secret = SecretBytes([1, 2, 3])
        let same = SecretBytes([1, 2, 3])
        let changed = SecretBytes([1, 2, 4])
        let shorter = SecretBytes([1, 2])
        let results = [secret.equals(same), secret.equals(changed), secret.equals(shorter)]

        #expect(results == [true, false, false])
    }

    @Test
    func `says nothing of a key in text`() {
        let key = AESKey([UInt8](repeating: 0xA5, count: 16))

        #expect(!"\(key)".contains("165") && !String(reflecting: key).uppercased().contains("A5A5"))
    }

    @Test
    func `compares collections of public length without looking at the order`() {
        #expect(equalInConstantTime([1, 2], [1, 2][...]))
        #expect(!equalInConstantTime([1, 2], [1, 3]))
        #expect(!equalInConstantTime([1, 2], [1, 2, 3]))
        #expect(equalInConstantTime([UInt8](), []))
    }

    @Test(arguments: 0..<40)
    func `sees a difference at every place, in one piece or not`(_ index: Int) {
        let bytes = (0..<40).map { UInt8($0) }
        var other = bytes
        other[index] ^= 0x80

        #expect(!equalInConstantTime(bytes, other))
        #expect(!equalInConstantTime(bytes[...], other.lazy.map { $0 }))
        #expect(equalInConstantTime(bytes.lazy.map { $0 }, bytes))
    }
}
