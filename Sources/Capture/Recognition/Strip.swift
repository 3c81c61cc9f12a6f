/// One line of characters cut out of a picture: 32 pixels high, 16 from one character to the next.
struct Strip {
    static let height = 32
    static let cell = 16
    /// Cells before the first character.
    private static let margin = 2.5

    let picture: GreyPicture
    /// The curve that was followed.
    let curve: LineCurve

    /// The widths that strips have, so that the network is laid out for few of them: 30, 36 and 44 characters.
    static func width(for characterCount: Double) -> Int {
        characterCount < 33 ? 35 * cell : characterCount < 40 ? 41 * cell : 49 * cell
    }

    init?(_ curve: LineCurve, from picture: GreyPicture, _ transform: PlaneTransform) {
        let width = Self.width(for: curve.characterCount)
        var x = [Float](repeating: 0, count: width * Self.height)
        var y = x
        for column in 0..<width {
            let along = curve.start + ((Double(column) + 0.5) / Double(Self.cell) - Self.margin) * curve.pitch
            for row in 0..<Self.height {
                let off = (Double(row) + 0.5 - Double(Self.height) / 2) / Double(Self.cell) * curve.tallness
                let place = transform(curve.place(at: along, off: off))
                x[row * width + column] = Float(place.x)
                y[row * width + column] = Float(place.y)
            }
        }
        guard let cut = picture.sampled(width: width, height: Self.height, x: x, y: y) else { return nil }
        self.picture = cut
        self.curve = curve
    }

    /// Where a place of the strip (in pixels from its left) lies along the curve.
    func along(_ x: Double) -> Double { curve.start + (x / Double(Self.cell) - Self.margin) * curve.pitch }

    /// The brightness freed of that of its surroundings: each column by mean and deviation of the columns near to it.
    ///
    /// The network was taught on strips that were treated in the same way.
    var standardised: [Float] {
        let width = picture.width
        let height = picture.height
        var sums = [Double](repeating: 0, count: width + 1)
        var squares = sums
        for column in 0..<width {
            var sum = 0
            var square = 0
            for row in 0..<height {
                let value = Int(picture.pixels[row * width + column])
                sum += value
                square += value * value
            }
            sums[column + 1] = sums[column] + Double(sum) / Double(height)
            squares[column + 1] = squares[column] + Double(square) / Double(height)
        }
        var result = [Float](repeating: 0, count: width * height)
        for column in 0..<width {
            let low = max(0, column - Self.reach)
            let high = min(width, column + Self.reach + 1)
            let mean = (sums[high] - sums[low]) / Double(high - low)
            let square = (squares[high] - squares[low]) / Double(high - low)
            let deviation = max(square - mean * mean, 0).squareRoot() + 2
            for row in 0..<height {
                result[row * width + column] = Float((Double(picture.pixels[row * width + column]) - mean) / deviation)
            }
        }
        return result
    }

    private static let reach = 48
}
