/// A part of a picture, upright, that is looked at as a whole.
struct PictureWindow {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    init(whole picture: GreyPicture) {
        (x, y, width, height) = (0, 0, Double(picture.width), Double(picture.height))
    }

    private init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (Double(x), Double(y), Double(width), Double(height))
    }

    /// Windows that cover a picture in ever smaller parts and overlap, each group finer than the one before; none that
    /// would show no more than the overview did.
    static func finer(of picture: GreyPicture, overview: Int) -> [[PictureWindow]] {
        // Shares of the sides, and how many windows lie along each.
        [(share: 0.625, count: 2), (share: 0.42, count: 3)].compactMap { share, count in
            let longest = Double(max(picture.width, picture.height))
            guard longest * share > Double(overview) * 0.9, longest > Double(overview) * 1.5 else { return nil }
            let width = Int(Double(picture.width) * share)
            let height = Int(Double(picture.height) * share)
            return (0..<count * count).map { index in
                PictureWindow(
                    x: (picture.width - width) * (index % count) / (count - 1),
                    y: (picture.height - height) * (index / count) / (count - 1), width: width, height: height)
            }
        }
    }

    /// The part made smaller by `scale`, in the upper left corner of a picture of the given size.
    func overview(of picture: GreyPicture, width: Int, height: Int, scale: Double) -> GreyPicture? {
        let (left, top) = (Int(x), Int(y))
        let (spanX, spanY) = (Int(self.width), Int(self.height))
        var source = picture
        if spanX != picture.width || spanY != picture.height {
            var pixels: [UInt8] = []
            pixels.reserveCapacity(spanX * spanY)
            for line in top..<top + spanY {
                pixels += picture.pixels[line * picture.width + left..<line * picture.width + left + spanX]
            }
            guard let cropped = GreyPicture(width: spanX, height: spanY, pixels: pixels) else { return nil }
            source = cropped
        }
        let (smallX, smallY) = (
            min(width, max(1, Int((Double(spanX) * scale).rounded()))),
            min(height, max(1, Int((Double(spanY) * scale).rounded())))
        )
        guard let small = source.resized(width: smallX, height: smallY) else { return nil }
        if smallX == width, smallY == height { return small }
        var pixels = [UInt8](repeating: 128, count: width * height)
        for line in 0..<smallY {
            for column in 0..<smallX { pixels[line * width + column] = small.pixels[line * smallX + column] }
        }
        return GreyPicture(width: width, height: height, pixels: pixels)
    }
}
