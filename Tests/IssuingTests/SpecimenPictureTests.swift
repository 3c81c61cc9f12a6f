import ByteCoding
import Foundation
import Issuing
import TestSupport
import Testing

@Suite("The drawn pictures of the specimen")
struct SpecimenPictureTests {
    @Test(arguments: Specimen.FingerprintFormat.allCases)
    func `prints are of the format that their name says, small, and the files that are checked in`(
        _ format: Specimen.FingerprintFormat
    ) throws {
        let (expected, name): (ImageFormat, String) =
            switch format {
            case .wsq: (.wsq, "finger.wsq")
            case .jpeg: (.jpeg, "finger.jpg")
            case .jpeg2000: (.jp2, "finger.jp2")
            case .png: (.png, "finger.png")
            }
        let print = Specimen.fingerprint(format)

        #expect(ImageFormat.detect(print) == expected)
        #expect(print.count <= 6000)
        #expect(try print == Self.file(name))
    }

    @Test
    func `iris and signature are small JPEGs, and the files that are checked in`() throws {
        for (picture, name) in [(Specimen.iris, "iris.jpg"), (Specimen.signature, "signature.jpg")] {
            #expect(ImageFormat.detect(picture) == .jpeg)
            #expect(picture.count <= 6000)
            #expect(try picture == Self.file(name))
        }
    }

    @Test func `the data page is a modest JPEG, and the file that is checked in`() throws {
        #expect(ImageFormat.detect(Specimen.page) == .jpeg)
        #expect(Specimen.page.count <= 200_000)
        let file = Repository.testVectors.appending(path: "profiles/page.jpg")
        #expect([UInt8](try Data(contentsOf: file)) == Specimen.page)
    }

    private static func file(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Repository.testVectors.appending(path: "profiles/pictures/\(name)")))
    }
}
