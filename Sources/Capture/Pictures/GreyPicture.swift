internal import CVision

/// A picture of one channel, line after line from the top, eight bits a pixel.
public struct GreyPicture: Hashable, Sendable {
    public let width: Int
    public let height: Int
    public let pixels: [UInt8]

    /// - Returns: nil where the count of pixels does not fit the size, or where a side is empty.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16, pixels.count == width * height else {
            return nil
        }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    private init(_ picture: GreyPicture, pixels: [UInt8]) {
        (width, height, self.pixels) = (picture.width, picture.height, pixels)
    }

    /// The picture with light and dark exchanged.
    package var inverted: GreyPicture { GreyPicture(self, pixels: pixels.map { 255 - $0 }) }

    /// The picture in another size; smaller by the mean of the areas that fall together.
    package func resized(width newWidth: Int, height newHeight: Int) -> GreyPicture? {
        if newWidth == width, newHeight == height { return self }
        guard newWidth > 0, newHeight > 0 else { return nil }
        return GreyPicture.drawn(width: newWidth, height: newHeight) { target in
            cvision_resize(pixels, Int32(width), Int32(height), target, Int32(newWidth), Int32(newHeight)) == 0
        }
    }

    /// A part of the picture, seen through a transform that leads from the part's places to those of the picture.
    package func part(width newWidth: Int, height newHeight: Int, _ transform: PlaneTransform) -> GreyPicture? {
        GreyPicture.drawn(width: newWidth, height: newHeight) { target in
            cvision_warp(
                pixels, Int32(width), Int32(height), transform.matrix, target, Int32(newWidth), Int32(newHeight)) == 0
        }
    }

    /// The brightness at given places, interpolated cubically; `x` and `y` have a value for each pixel of the result.
    package func sampled(width newWidth: Int, height newHeight: Int, x: [Float], y: [Float]) -> GreyPicture? {
        guard x.count == newWidth * newHeight, y.count == x.count, width < 1 << 15, height < 1 << 15 else { return nil }
        return GreyPicture.drawn(width: newWidth, height: newHeight) { target in
            cvision_sample(pixels, Int32(width), Int32(height), x, y, target, Int32(newWidth), Int32(newHeight)) == 0
        }
    }

    private static func drawn(
        width: Int, height: Int, _ draw: (UnsafeMutablePointer<UInt8>) -> Bool
    ) -> GreyPicture? {
        var isDrawn = false
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            buffer.initialize(repeating: 0)
            if let start = buffer.baseAddress { isDrawn = draw(start) }
            count = width * height
        }
        return isDrawn ? GreyPicture(width: width, height: height, pixels: pixels) : nil
    }
}
