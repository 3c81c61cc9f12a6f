import ByteCoding
import Conformance
import Foundation
import LDS
import Standards
import TestSupport
import Testing

@Suite("DG2: Doc 9303-10 §4.7.2, ISO/IEC 19794-5, ISO/IEC 39794-5")
struct DG2Tests {
    static func vectors() throws -> [DG2Vector] {
        try DG2Vector.published()
    }

    @Test(arguments: try vectors())
    func `finds every picture, whatever lengths and tags say`(_ vector: DG2Vector) throws {
        try vector.check()
    }

    static func fieldVectors() throws -> [FaceVector] {
        try FaceVector.published()
    }

    @Test(arguments: try fieldVectors())
    func `decodes what the record says about face and picture`(_ vector: FaceVector) throws {
        try vector.check()
    }

    static func blockVectors() throws -> [FaceBlocksVector] { try FaceBlocksVector.published() }

    @Test(arguments: try blockVectors())
    func `decodes every block of ISO/IEC 39794-5`(_ vector: FaceBlocksVector) throws {
        try vector.check()
    }

    @Test
    func `names codes of ISO/IEC 19794-5 that name nothing`() throws {
        var face = Self.faceBlock([0xFF, 0xD8, 0xFF, 0xD9])
        face[6] = 9  // gender
        face[8] = 0xFF  // hair colour: unknown, which is a code
        face[13] = 8  // expression
        face[20] = 7  // image type
        face[26] = 0x80  // a colour space of a vendor
        let group = try DG2(encoded: Self.file(record: Self.record([face])))

        #expect(group.notes.codes == ["unknownCode"])
        #expect(group.notes.first?.text.contains("gender 9, expression 8, image type 7") == true)
        #expect(group.images.first?.information.hairColour == .unknown)
    }

    @Test
    func `takes a file of 300 kB`() throws {
        let picture = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0x5A, count: 300_000) + [0xFF, 0xD9]
        let group = try DG2(encoded: Self.file(of: picture))

        #expect(group.images.map { Array($0.picture) } == [picture])
        #expect(group.notes.isEmpty)
    }

    @Test
    func `reads no more pictures than any document has`() throws {
        let face = Self.faceBlock([0xFF, 0xD8, 0xFF, 0xD9])
        let group = try DG2(encoded: Self.file(record: Self.record(Array(repeating: face, count: 65))))

        // The record is given up and its first picture taken by signature.
        #expect(group.images.count == 1)
        #expect(group.notes.codes.first == "malformedRecord")
    }

    @Test
    func `reads no more pictures of all templates together than any document has`() {
        let block = Self.record(Array(repeating: Self.faceBlock([0xFF, 0xD8, 0xFF, 0xD9]), count: 40))
        let template = DataObjectWriter.encode(0x7F60, DataObjectWriter.encode(0x5F2E, block))
        let file = DataObjectWriter.encode(
            0x75, DataObjectWriter.encode(0x7F61, [0x02, 0x01, 0x02] + template + template))

        let failure = #expect(throws: DecodingFailure.self) { try DG2(encoded: file) }
        #expect(failure?.reason == .tooComplex(limit: 64))
    }

    @Test(.enabled(if: Repository.hasShared))
    func `decodes the portrait of the BSI reference data set`() throws {
        let url = Repository.shared.appending(path: "data/bsi-tr03105-5/Datagroup2.bin")
        let group = try DG2(encoded: [UInt8](Data(contentsOf: url)))
        let image = try #require(group.images.first)

        #expect(group.images.count == 1)
        #expect(group.notes.isEmpty)
        #expect(image.format == .jp2)
        #expect(image.picture.count == 14_999)
        #expect(image.information.width == 337)
        #expect(image.information.height == 449)
        #expect(image.information.kind == .fullFrontal)
        #expect(group.templates.first?.header.formatType == [0x00, 0x08])
    }

    static func file(of picture: [UInt8]) -> [UInt8] { file(record: record([faceBlock(picture)])) }

    static func record(_ faces: [[UInt8]]) -> [UInt8] {
        let body = faces.flatMap { $0 }
        return Array("FAC\u{0}010\u{0}".utf8) + integer(14 + body.count, 4) + integer(faces.count, 2) + body
    }

    static func faceBlock(_ picture: [UInt8]) -> [UInt8] {
        integer(32 + picture.count, 4) + [UInt8](repeating: 0, count: 28) + picture
    }

    static func file(record: [UInt8]) -> [UInt8] {
        let header = DataObjectWriter.encode(0xA1, [0x87, 0x02, 0x01, 0x01, 0x88, 0x02, 0x00, 0x08])
        let template = DataObjectWriter.encode(0x7F60, header + DataObjectWriter.encode(0x5F2E, record))
        return DataObjectWriter.encode(0x75, DataObjectWriter.encode(0x7F61, [0x02, 0x01, 0x01] + template))
    }

    private static func integer(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
