internal import CVision

/// A picture of red, green and blue, line after line from the top, eight bits a channel: one to draw on.
package struct ColourPicture {
    package let width: Int
    package let height: Int
    package private(set) var pixels: [UInt8]

    /// A grey picture that can take colour.
    package init(_ picture: GreyPicture) {
        width = picture.width
        height = picture.height
        pixels = [UInt8](unsafeUninitializedCapacity: picture.pixels.count * 3) { buffer, count in
            for (index, value) in picture.pixels.enumerated() {
                for channel in 0..<3 { buffer.initializeElement(at: 3 * index + channel, to: value) }
            }
            count = picture.pixels.count * 3
        }
    }

    /// A picture in colours; nil where the count of samples does not fit the size.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16, pixels.count == 3 * width * height else {
            return nil
        }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Draws a closed outline with a white border; what lies outside of the picture is left out.
    package mutating func drawOutline(_ corners: [PicturePoint], colour: (UInt8, UInt8, UInt8), thickness: Int) {
        let limit = Double(1 << 17)
        let places = corners.flatMap { [$0.x, $0.y] }
        guard places.count >= 6, places.count <= 128, places.allSatisfy({ abs($0) < limit }) else { return }
        _ = cvision_draw_outline(
            &pixels, Int32(width), Int32(height), places, Int32(corners.count), [colour.0, colour.1, colour.2],
            Int32(min(max(thickness, 1), 20)))
    }
}
