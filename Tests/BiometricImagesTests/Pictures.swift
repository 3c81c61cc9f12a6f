import BiometricImages

/// Pictures that are made here, so that no one's face is in a test.
enum Pictures {
    /// A smooth gradient with a disc, which every codec renders closely.
    static func gradient(width: Int, height: Int, channelCount: Int) throws -> PixelImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let isInside =
                    (x - width / 2) * (x - width / 2) + (y - height / 2) * (y - height / 2) < width * width / 16
                for channel in 0..<channelCount {
                    let slope = (x * 255 / width + y * (channel + 1) * 64 / height) / 2
                    pixels.append(UInt8(min(slope + (isInside ? 60 : 0), 255)))
                }
            }
        }
        guard let image = PixelImage(width: width, height: height, channelCount: channelCount, pixels: pixels) else {
            throw ImageError.unrecognized
        }
        return image
    }

    /// The largest and the mean difference of two pictures of the same size.
    static func difference(_ left: PixelImage, _ right: PixelImage) -> (largest: Int, mean: Double) {
        guard left.pixels.count == right.pixels.count else { return (256, 256) }
        let differences = zip(left.pixels, right.pixels).map { abs(Int($0) - Int($1)) }
        return (differences.max() ?? 0, Double(differences.reduce(0, +)) / Double(max(differences.count, 1)))
    }
}
