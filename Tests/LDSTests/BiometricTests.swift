import ByteCoding
import Conformance
import Foundation
import LDS
import Standards
import TestSupport
import Testing

@Suite("DG3: Doc 9303-10 §4.7.3, ISO/IEC 19794-4, ISO/IEC 39794-4")
struct DG3Tests {
    static func vectors() throws -> [DG3Vector] { try DG3Vector.published() }

    @Test(arguments: try vectors())
    func `decodes every print and what its record says`(_ vector: DG3Vector) throws {
        try vector.check()
    }

    @Test(.enabled(if: Repository.hasShared))
    func `decodes the prints of the BSI reference data set`() throws {
        let url = Repository.shared.appending(path: "data/bsi-tr03105-5/Datagroup3.bin")
        let group = try DG3(encoded: [UInt8](Data(contentsOf: url)))

        #expect(group.notes == [])
        #expect(group.images.map(\.format) == [.wsq, .wsq])
        #expect(group.images.map(\.information.position) == [.rightIndex, .leftIndex])
        for image in group.images {
            #expect(image.information.width == 620)
            #expect(image.information.height == 620)
            #expect(image.information.compression == .wsq)
            #expect(image.information.imageRate == image.information.captureRate)
            #expect(image.information.imageRate?.horizontal == 500)
            #expect(image.information.quality.map(\.score) == [100])
            #expect(image.information.acquisitionLevel == 31)
            #expect(image.picture.suffix(2) == [0xFF, 0xA1])
        }
    }

    @Test(arguments: FingerPosition.allCases.filter { $0.subtype != nil })
    func `reads the subtype of a finger back`(_ position: FingerPosition) throws {
        #expect(FingerPosition(subtype: try #require(position.subtype)) == position)
    }

    @Test(arguments: [0x00, 0x01, 0x04, 0x07, 0x1D, 0x29, 0xFF] as [UInt8])
    func `takes no subtype that names no single finger`(_ subtype: UInt8) {
        #expect(FingerPosition(subtype: subtype) == nil)
    }

    @Test
    func `reads no more prints than any document has`() throws {
        let view: [UInt8] = [0, 0, 0, 16, 2, 1, 1, 100, 0, 0, 1, 0, 1, 0, 0xFF, 0xA0]
        let header: [UInt8] =
            Array("FIR\u{0}010\u{0}".utf8) + [0, 0, 0, 0, 4, 0x30, 0, 0, 0, 31, 65, 1]
            + [UInt8](repeating: 1, count: 8) + [8, 2, 0, 0]
        let record = header + [[UInt8]](repeating: view, count: 65).flatMap { $0 }
        let template = DataObjectWriter.encode(0x7F60, DataObjectWriter.encode(0x5F2E, record))
        let group = try DG3(
            encoded: DataObjectWriter.encode(0x63, DataObjectWriter.encode(0x7F61, [0x02, 0x01, 0x01] + template)))

        #expect(group.images.isEmpty)
        #expect(group.notes.codes.contains("malformedRecord"))
    }
}

@Suite("DG4: Doc 9303-10 §4.7.4, ISO/IEC 19794-6, ISO/IEC 39794-6")
struct DG4Tests {
    static func vectors() throws -> [DG4Vector] { try DG4Vector.published() }

    @Test(arguments: try vectors())
    func `decodes every iris and what its record says`(_ vector: DG4Vector) throws {
        try vector.check()
    }

    @Test(.enabled(if: Repository.hasShared))
    func `decodes the irises of the BSI reference data set`() throws {
        let url = Repository.shared.appending(path: "data/bsi-tr03105-5/Datagroup4.bin")
        let group = try DG4(encoded: [UInt8](Data(contentsOf: url)))

        #expect(group.notes == [])
        #expect(group.images.map(\.format) == [.jp2, .jp2])
        #expect(group.images.map(\.information.eye) == [.right, .left])
        let first = try #require(group.images.first?.information)
        #expect(first.width == 163)
        #expect(first.height == 149)
        #expect(first.diameter == 150)
        #expect(first.bitsPerPixel == 24)
        #expect(first.announcedFormat == .colourJPEG2000)
        #expect(first.geometry == .rectilinear)
        #expect(first.rotation == nil)
        #expect(first.quality.map(\.score) == [51])
    }
}

@Suite("DG5 and DG7: Doc 9303-10 §4.7.5 and §4.7.7")
struct DisplayedPicturesTests {
    static func vectors() throws -> [DisplayedPicturesVector] { try DisplayedPicturesVector.published() }

    @Test(arguments: try vectors())
    func `decodes every picture`(_ vector: DisplayedPicturesVector) throws {
        try vector.check()
    }
}
