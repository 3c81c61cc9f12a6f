import BiometricImages
import Foundation
import TestSupport
import Testing

/// The picture that `Scripts/specimen/picture-files.py` draws, and its stored forms.
enum DrawnPicture {
    static let (width, height) = (48, 32)

    /// Red, green, blue of a place.
    static func colour(_ x: Int, _ y: Int) -> [UInt8] {
        let isInk =
            (8...12).contains(x) && (4...27).contains(y) || (13...27).contains(x) && (4...8).contains(y)
            || (13...21).contains(x) && (14...18).contains(y)
        if isInk { return [20, 40, 120] }
        return (38...43).contains(x) && (22...27).contains(y) ? [200, 30, 30] : [255, 255, 255]
    }

    static let colours = image(channelCount: 3) { colour($0, $1) }
    static let grey = image(channelCount: 1) { [brightness(colour($0, $1))] }
    static let bilevel = image(channelCount: 1) { [colour($0, $1) == [255, 255, 255] ? 255 : 0] }

    static func brightness(_ colour: [UInt8]) -> UInt8 {
        let weighted = zip([0.299, 0.587, 0.114], colour).map { $0 * Double($1) }
        return UInt8(weighted.reduce(0, +).rounded())
    }

    private static func image(channelCount: Int, _ pixel: (Int, Int) -> [UInt8]) -> PixelImage? {
        let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
        return PixelImage(width: width, height: height, channelCount: channelCount, pixels: pixels)
    }

    static func file(_ name: String) throws -> [UInt8] {
        [UInt8](
            try Data(contentsOf: Repository.testVectors.appending(path: "biometric-images/files/\(name)")))
    }

    /// The largest difference of any pixel to the drawn picture, whose pixels are squares of `zoom` there.
    static func difference(_ image: PixelImage, zoom: Int = 1, to expected: PixelImage? = grey) throws -> Int {
        let expected = try #require(expected)
        try #require(image.width == width * zoom && image.height == height * zoom)
        var largest = 0
        for y in 0..<image.height {
            for x in 0..<image.width {
                for channel in 0..<image.channelCount {
                    let found = Int(image.pixels[(y * image.width + x) * image.channelCount + channel])
                    let drawn = Int(
                        expected.pixels[
                            (y / zoom * width + x / zoom) * image.channelCount + channel])
                    largest = max(largest, abs(found - drawn))
                }
            }
        }
        return largest
    }
}
