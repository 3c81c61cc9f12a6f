import BiometricImages
import ByteCoding
import Foundation
import TestSupport
import Testing

@Suite("Pictures to bytes and back")
struct RoundTripTests {
    static let sizes = [(1, 1), (3, 5), (64, 48), (413, 531)]

    enum Encoding: CaseIterable {
        case png, jp2, codestream, jpeg, lossyJP2, lossyCodestream

        static let lossless: [Encoding] = [.png, .jp2, .codestream]
        static let lossy: [Encoding] = [.jpeg, .lossyJP2, .lossyCodestream]

        var format: ImageFormat {
            switch self {
            case .png: .png
            case .jpeg: .jpeg
            case .jp2, .lossyJP2: .jp2
            case .codestream, .lossyCodestream: .jpeg2000Codestream
            }
        }

        func encode(_ image: PixelImage) throws -> [UInt8] {
            switch self {
            case .png: try ImageEncoder.png(image)
            case .jpeg: try ImageEncoder.jpeg(image, quality: 95)
            case .jp2: try ImageEncoder.jpeg2000(image, as: .jp2)
            case .codestream: try ImageEncoder.jpeg2000(image, as: .codestream)
            case .lossyJP2: try ImageEncoder.jpeg2000(image, as: .jp2, compression: 8)
            case .lossyCodestream: try ImageEncoder.jpeg2000(image, as: .codestream, compression: 8)
            }
        }
    }

    @Test(arguments: sizes, [1, 3])
    func `a lossless format gives back every pixel`(_ size: (Int, Int), channelCount: Int) throws {
        let image = try Pictures.gradient(width: size.0, height: size.1, channelCount: channelCount)
        for encoding in Encoding.lossless {
            let bytes = try encoding.encode(image)
            #expect(ImageFormat.detect(bytes) == encoding.format)
            let decoded = try ImageDecoder.decode(bytes)
            #expect(decoded.image == image, "\(encoding)")
            #expect(decoded.remarks.isEmpty)
        }
    }

    @Test(arguments: [1, 3])
    func `a lossy format stays close`(channelCount: Int) throws {
        let image = try Pictures.gradient(width: 240, height: 320, channelCount: channelCount)
        for encoding in Encoding.lossy {
            let bytes = try encoding.encode(image)
            #expect(bytes.count < image.pixels.count / 4)
            let difference = Pictures.difference(try ImageDecoder.decode(bytes).image, image)
            #expect(difference.mean < 2)
            #expect(difference.largest < 64)
        }
    }

    @Test(arguments: [1, 3])
    func `a description says what the header says`(channelCount: Int) throws {
        let image = try Pictures.gradient(width: 120, height: 160, channelCount: channelCount)
        for encoding in Encoding.allCases {
            let bytes = try encoding.encode(image)
            let description = try ImageDecoder.describe(bytes)
            #expect(description.format == encoding.format)
            #expect(description.width == 120)
            #expect(description.height == 160)
            #expect(description.channelCount == channelCount)
            #expect(description.bitsPerChannel == 8)
        }
    }

    @Test(arguments: [(0, 1, 3, 0), (1, 1, 3, 2), (1, 1, 2, 2), (65_536, 1, 1, 65_536)])
    func `pixels exist only where they fit the size`(_ part: (Int, Int, Int, Int)) {
        let pixels = [UInt8](repeating: 0, count: part.3)
        #expect(PixelImage(width: part.0, height: part.1, channelCount: part.2, pixels: pixels) == nil)
    }

    @Test
    func `luminance and colour differences of a JP2 become colours`() throws {
        // Y = 100, Cb = 128 + 20, Cr = 128 − 30, written as if they were red, green, blue.
        let pixels = [[UInt8]](repeating: [100, 148, 98], count: 64).flatMap { $0 }
        let image = try #require(PixelImage(width: 8, height: 8, channelCount: 3, pixels: pixels))
        var file = try ImageEncoder.jpeg2000(image, as: .jp2)
        let box = try #require(file.indices.first { file[$0...].starts(with: Array("colr".utf8)) })
        file[box + 10] = 18  // EnumCS: sYCC in place of sRGB
        let decoded = try ImageDecoder.decode(file).image

        // R = Y + 1.402 Cr, G = Y − 0.344 Cb − 0.714 Cr, B = Y + 1.772 Cb.
        #expect(Array(decoded.pixels.prefix(3)) == [57, 114, 135])
    }

    @Test(.enabled(if: Repository.hasShared))
    func `decodes the portrait of the BSI reference data set`() throws {
        let file = [UInt8](try Data(contentsOf: Repository.shared.appending(path: "data/bsi-tr03105-5/Datagroup2.bin")))
        let start = try #require(ImageFormat.find(in: file[...])).offset
        let decoded = try ImageDecoder.decode(Array(file[start...]))

        // Its facial record says 337 × 449; the picture itself rules.
        #expect(decoded.image.width == 413)
        #expect(decoded.image.height == 531)
        #expect(decoded.image.channelCount == 3)
    }
}
