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

    /// Four quarters that overlap, of a picture that is more than half as large again as its overview.
    static func quarters(of picture: GreyPicture, overview: Int) -> [PictureWindow] {
        guard max(picture.width, picture.height) * 2 > overview * 3 else { return [] }
        let (width, height) = (picture.width * 5 / 8, picture.height * 5 / 8)
        return [0, picture.height - height].flatMap { y in
            [0, picture.width - width].map { x in PictureWindow(x: x, y: y, width: width, height: height) }
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
