import ByteCoding
import Foundation
import Issuing
import LDS
import TestSupport
import Testing

@Suite("DG3, DG4, DG5 and DG7: Doc 9303-10 §4.7")
struct BiometricFileTests {
    @Test(.enabled(if: Repository.hasShared))
    func `make the fingers of the BSI data set byte for byte`() throws {
        let url = Repository.shared.appending(path: "data/bsi-tr03105-5/Datagroup3.bin")
        let published = Array(try Data(contentsOf: url))
        var reader = ByteReader(published)
        let templates = try reader.dataObject(0x63).children()[0].children().filter { $0.tag == 0x7F60 }
        for (template, finger) in zip(templates, [Fingerprint.Finger.rightIndex, .leftIndex]) {
            let record = try #require(template.children().last)
            let picture = try #require(EncodedPicture(Array(record.value.dropFirst(46))))
            let print = Fingerprint(picture, of: finger, quality: 100)
            var made = ByteReader(FileEncoder.dg3([print]))
            let own = try made.dataObject(0x63).children()[0].children()[1].children()

            #expect(Array(own[1].value) == Array(record.value))
            let subtypes = try [template.children()[0], own[0]].map { header in
                try header.children().first { $0.tag == 0x82 }.map { Array($0.value) }
            }
            #expect(subtypes[0] != nil && subtypes[0] == subtypes[1])
        }
    }

    @Test
    func `tell format and size of pictures by their headers`() throws {
        let sizes: [(picture: [UInt8], format: ImageFormat, width: Int, height: Int)] = [
            (Specimen.fingerprint(.wsq), .wsq, 176, 224), (Specimen.fingerprint(.jpeg), .jpeg, 176, 224),
            (Specimen.fingerprint(.jpeg2000), .jp2, 176, 224), (Specimen.fingerprint(.png), .png, 128, 160),
            (Specimen.iris, .jpeg, 320, 240), (Specimen.signature, .jpeg, 320, 96),
        ]
        for (bytes, format, width, height) in sizes {
            let picture = try #require(EncodedPicture(bytes))
            #expect(picture.format == format && picture.width == width && picture.height == height)
            #expect(EncodedPicture(Array(bytes.prefix(3))) == nil)
        }
        #expect(EncodedPicture([0x00, 0x01]) == nil)
    }

    @Test
    func `hold no finger but random filling where there is none`() {
        #expect(Hexadecimal.encode(FileEncoder.dg3([], filling: [0xAB, 0xCD])) == "630A7F6103020100" + "5302ABCD")
    }

    @Test
    func `hold displayed pictures behind their number`() {
        #expect(Hexadecimal.encode(FileEncoder.dg7([[0x01, 0x02]])) == "67080201015F43020102")
        #expect(Hexadecimal.encode(FileEncoder.dg5([[0x01, 0x02]])) == "65080201015F40020102")
    }

    @Test
    func `give each finger the subtype of its hand`() throws {
        let picture = try #require(EncodedPicture(Specimen.fingerprint(.png)))
        let expected: [UInt8] = [0x05, 0x09, 0x0D, 0x11, 0x15, 0x06, 0x0A, 0x0E, 0x12, 0x16]
        for (finger, subtype) in zip(Fingerprint.Finger.allCases, expected) {
            var reader = ByteReader(FileEncoder.dg3([Fingerprint(picture, of: finger)]))
            let header = try reader.dataObject(0x63).children()[0].children()[1].children()[0]
            #expect(try header.children().first { $0.tag == 0x82 }?.value.first == subtype)
        }
    }

    @Test(arguments: BiometricEncoding.allCases, Specimen.FingerprintFormat.allCases)
    func `hold fingers that the decoder finds again`(
        _ encoding: BiometricEncoding, format: Specimen.FingerprintFormat
    ) throws {
        let bytes = Specimen.fingerprint(format)
        let print = Fingerprint(try #require(EncodedPicture(bytes)), of: .leftRing, quality: 77)
        let group = try DG3(encoded: FileEncoder.dg3([print], encoding: encoding))
        let image = try #require(group.images.first)

        #expect(group.notes.isEmpty)
        #expect(image.encoding == (encoding == .iso19794 ? .iso19794 : .iso39794))
        #expect(Array(image.picture) == bytes && image.format == print.picture.format)
        #expect(image.information.position == .leftRing)
        if encoding == .iso19794 {
            #expect(image.information.width == print.picture.width)
            #expect(image.information.height == print.picture.height)
            #expect(image.information.quality.first?.score == 77)
        }
    }

    @Test(arguments: BiometricEncoding.allCases, IrisPicture.Eye.allCases)
    func `hold eyes that the decoder finds again`(_ encoding: BiometricEncoding, eye: IrisPicture.Eye) throws {
        for bytes in [Specimen.iris, Specimen.fingerprint(.jpeg2000)] {
            let iris = IrisPicture(try #require(EncodedPicture(bytes)), of: eye)
            let group = try DG4(encoded: FileEncoder.dg4([iris], encoding: encoding))
            let image = try #require(group.images.first)

            #expect(group.notes.isEmpty)
            #expect(Array(image.picture) == bytes && image.format == iris.picture.format)
            #expect(image.information.eye == (eye == .right ? .right : .left))
        }
    }

    @Test
    func `hold faces in data blocks laid out as the published sample`() throws {
        // From 7F2E to the tag in front of the picture, of 15,000 bytes in JPEG 2000.
        let sample =
            "7F2E823ACBA1823AC765823AC3A007800103810207E3A1823AB630823AB2800100A1823AABA0823AA7A0"
        let picture = Specimen.codestream
        let padded = picture + [UInt8](repeating: 0x00, count: 15_000 - picture.count)
        let large = Hexadecimal.encode(FileEncoder.dg2(dataBlocksOf: [try Portrait(image: padded)]))
        #expect(large.contains(sample))
        #expect(large.hasSuffix("A105A003800103"))

        let file = FileEncoder.dg2(dataBlocksOf: [try Portrait(image: Specimen.portrait)])
        let face = try #require(DG2(encoded: file).images.first)
        #expect(Array(face.picture) == Specimen.portrait && face.encoding == .iso39794)
        #expect(try DG2(encoded: file).notes.isEmpty)
    }

    @Test
    func `of the specimen are read without a remark`() throws {
        let document = try #require(try Specimen.named("specimen-eac"))
        func file(_ group: DataGroup) throws -> [UInt8] { try #require(document.files[.dataGroup(group)]) }

        let fingers = try DG3(encoded: file(.dg3))
        #expect(fingers.notes.isEmpty && fingers.images.map(\.information.position) == [.rightIndex, .leftIndex])
        let eyes = try DG4(encoded: file(.dg4))
        #expect(eyes.notes.isEmpty && eyes.images.map(\.information.eye) == [.right])
        #expect(try DecodedFile(.dataGroup(.dg7), encoded: file(.dg7)).notes.isEmpty)
    }
}
