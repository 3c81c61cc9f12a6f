import ByteCoding
import LDS
import Standards
import Testing

/// No document holds more pictures than these files announce and have; a reader that takes them all is out of memory
/// before it is at their end.
@Suite("Bounds of biometric data groups")
struct BiometricLimitTests {
    static func integer(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func file(_ tag: Int, _ records: [[UInt8]]) -> [UInt8] {
        let templates = records.flatMap { DataObjectWriter.encode(0x7F60, DataObjectWriter.encode(0x5F2E, $0)) }
        return DataObjectWriter.encode(
            tag, DataObjectWriter.encode(0x7F61, [0x02, 0x01, UInt8(records.count)] + templates))
    }

    static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]

    static func fingers(_ count: Int) -> [UInt8] {
        let view: [UInt8] = [0, 0, 0, 18, 2, 1, 1, 100, 0, 0, 1, 0, 1, 0] + picture
        let body = [[UInt8]](repeating: view, count: count).flatMap { $0 }
        return Array("FIR\u{0}010\u{0}".utf8) + integer(32 + body.count, 6) + [0, 0, 0, 31, UInt8(count), 1]
            + [UInt8](repeating: 1, count: 8) + [8, 3, 0, 0] + body
    }

    static func fingers2011(_ count: Int) -> [UInt8] {
        let view: [UInt8] =
            integer(0, 4) + [UInt8](repeating: 0xFF, count: 9) + [0] + integer(0, 4) + [0, 2, 1, 1]
            + [UInt8](repeating: 1, count: 8) + [8, 3, 0] + integer(1, 2) + integer(1, 2) + integer(4, 4) + picture
        let body = [[UInt8]](repeating: view, count: count).flatMap { $0 }
        return Array("FIR\u{0}020\u{0}".utf8) + integer(16 + body.count, 4) + integer(count, 2) + [0, 1] + body
    }

    static func irises(_ count: Int) -> [UInt8] {
        let image = integer(1, 2) + [80] + integer(0, 4) + integer(4, 4) + picture
        let body = [[UInt8]](repeating: image, count: count).flatMap { $0 }
        let header =
            integer(0, 2) + [1] + integer(45, 2) + integer(0, 4) + integer(6, 2) + integer(1, 2) + integer(1, 2)
        return Array("IIR\u{0}010\u{0}".utf8) + integer(48 + body.count, 4) + header + [8, 0]
            + [UInt8](repeating: 0, count: 16) + [1] + integer(count, 2) + body
    }

    static func irises2011(_ count: Int) -> [UInt8] {
        let image: [UInt8] =
            integer(0, 4) + [UInt8](repeating: 0xFF, count: 9) + [1] + integer(0, 4) + [0] + integer(1, 2)
            + [1, 2, 14, 0] + integer(1, 2) + integer(1, 2) + [8] + [UInt8](repeating: 0, count: 18) + integer(4, 4)
            + picture
        let body = [[UInt8]](repeating: image, count: count).flatMap { $0 }
        return Array("IIR\u{0}020\u{0}".utf8) + integer(16 + body.count, 4) + integer(count, 2) + [0, 1] + body
    }

    static func block(_ tag: Int, _ data: Int, _ count: Int) -> [UInt8] {
        let representation = DataObjectWriter.encode(0x30, DataObjectWriter.encode(0x80 | data, picture))
        return DataObjectWriter.encode(
            tag, DataObjectWriter.encode(0xA1, [[UInt8]](repeating: representation, count: count).flatMap { $0 }))
    }

    static let fingerRecords: [@Sendable (Int) -> [UInt8]] = [
        { fingers($0) }, { fingers2011($0) }, { block(0x64, 3, $0) },
    ]

    static let irisRecords: [@Sendable (Int) -> [UInt8]] = [
        { irises($0) }, { irises2011($0) }, { block(0x66, 9, $0) },
    ]

    @Test(arguments: fingerRecords.indices)
    func `takes 64 prints of one record, and gives up a record of 65`(_ index: Int) throws {
        #expect(try DG3(encoded: Self.file(0x63, [Self.fingerRecords[index](64)])).images.count == 64)

        let group = try DG3(encoded: Self.file(0x63, [Self.fingerRecords[index](65)]))
        #expect(group.images.count == 1, "its first picture, by its signature")
        #expect(group.images.first?.encoding == .unrecognized)
        #expect(group.notes.codes.contains("malformedRecord"))
    }

    @Test(arguments: irisRecords.indices)
    func `takes 64 irises of one record, and gives up a record of 65`(_ index: Int) throws {
        #expect(try DG4(encoded: Self.file(0x76, [Self.irisRecords[index](64)])).images.count == 64)

        let group = try DG4(encoded: Self.file(0x76, [Self.irisRecords[index](65)]))
        #expect(group.images.count == 1, "its first picture, by its signature")
        #expect(group.notes.codes.contains("malformedRecord"))
    }

    @Test
    func `refuses a group whose records hold more pictures together`() throws {
        let prints = #expect(throws: DecodingFailure.self) {
            try DG3(encoded: Self.file(0x63, [Self.fingers(33), Self.fingers(32)]))
        }
        #expect(prints?.reason == .tooComplex(limit: 64))
        let irises = #expect(throws: DecodingFailure.self) {
            try DG4(encoded: Self.file(0x76, [Self.irises(33), Self.irises(32)]))
        }
        #expect(irises?.reason == .tooComplex(limit: 64))
    }

    @Test
    func `refuses more displayed pictures and more fields of a record than any document has`() throws {
        let pictures = [[UInt8]](repeating: DataObjectWriter.encode(0x5F43, Self.picture), count: 66).flatMap { $0 }
        let displayed = #expect(throws: DecodingFailure.self) {
            try DisplayedPictures(.dg7, encoded: DataObjectWriter.encode(0x67, pictures))
        }
        #expect(displayed?.reason == .tooComplex(limit: 65))

        let fields = [[UInt8]](repeating: [0x43, 0x00], count: 65).flatMap { $0 }
        let visa = #expect(throws: DecodingFailure.self) {
            try VisaRecord(encoded: DataObjectWriter.encode(0x71, fields))
        }
        #expect(visa?.reason == .tooComplex(limit: 64))
    }

    @Test(arguments: [(0, 1), (1, 0), (0xFFFF, 0xFFFF)])
    func `takes no samples of a size that the data cannot have`(_ width: Int, _ height: Int) throws {
        let body: [UInt8] =
            [0, 0, 0, 18, 2, 1, 1, 100, 0] + Self.integer(width, 2) + Self.integer(height, 2) + [0, 1, 2, 3, 4]
        let record =
            Array("FIR\u{0}010\u{0}".utf8) + Self.integer(32 + body.count, 6) + [0, 0, 0, 31, 1, 1]
            + [UInt8](repeating: 1, count: 8) + [8, 0, 0, 0] + body
        let image = try #require(try DG3(encoded: Self.file(0x63, [record])).images.first)

        #expect(image.rawPixels == nil)
        #expect(Array(image.picture) == [1, 2, 3, 4])
    }

    /// Field note M8: a reader that keeps the pictures of the last template alone.
    @Test
    func `keeps the pictures of every template, in stored order`() throws {
        let group = try DG3(encoded: Self.file(0x63, [Self.fingers(2), Self.fingers(1), Self.block(0x64, 3, 3)]))
        #expect(group.templates.count == 3)
        #expect(group.images.map(\.encoding) == [.iso19794, .iso19794, .iso19794, .iso39794, .iso39794, .iso39794])
    }
}
