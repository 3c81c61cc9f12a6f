import Glibc

/// What the detector says of each place of a picture, a place being four by four pixels.
struct LineMaps {
    let width: Int
    let height: Int
    private let values: [Float]

    /// The side of a place in pixels of the picture that the network saw.
    static let stride = 4
    private static let channelCount = 4

    static func valueCount(pictureWidth: Int, pictureHeight: Int) -> Int {
        pictureWidth / stride * (pictureHeight / stride) * channelCount
    }

    init?(_ values: [Float], pictureWidth: Int, pictureHeight: Int) {
        width = pictureWidth / Self.stride
        height = pictureHeight / Self.stride
        guard values.count == width * height * Self.channelCount, values.allSatisfy(\.isFinite) else { return nil }
        self.values = values
    }

    private func value(_ channel: Int, _ x: Int, _ y: Int) -> Float {
        values[(channel * height + y) * width + x]
    }

    /// How probable it is that a line of characters covers the place, from 0 to 1.
    func cover(_ x: Int, _ y: Int) -> Float { 1 / (1 + expf(-value(0, x, y))) }

    func isLine(_ x: Int, _ y: Int) -> Bool { value(0, x, y) > 0 }

    /// The reading direction, of any length.
    func direction(_ x: Int, _ y: Int) -> (cosine: Float, sine: Float) { (value(1, x, y), value(2, x, y)) }

    /// The mean cosine of the reading direction over all lines: near one in what is upright, near minus one in what
    /// stands on its head; nil where no line is.
    var course: Double? {
        var sum: Float = 0
        var count = 0
        for y in 0..<height {
            for x in 0..<width where isLine(x, y) {
                sum += direction(x, y).cosine
                count += 1
            }
        }
        return count > 0 ? Double(sum) / Double(count) : nil
    }

    /// The logarithm of the distance of two characters, in pixels over eight.
    func pitch(_ x: Int, _ y: Int) -> Float { value(3, x, y) }

    /// Pixels between two characters where the network says the logarithm `value`.
    static func pixels(ofPitch value: Float) -> Double { 8 * Double(expf(min(max(value, -2.5), 2.5))) }
}
