/// One line of characters cut out of a picture: 32 pixels high, 16 from one character to the next.
struct Strip {
    static let height = 32
    static let cell = 16
    let picture: GreyPicture
    /// The curve that was followed.
    let curve: LineCurve
    /// Cells before the first character.
    private let margin: Double

    /// The widths that strips have, so that the network is laid out for few of them: lines of 30 characters, and others.
    ///
    /// A line that was found too short still has all of its characters in the strip.
    static func width(for characterCount: Double) -> Int {
        characterCount < 33 ? 35 * cell : 49 * cell
    }

    init?(_ curve: LineCurve, from picture: GreyPicture, _ transform: PlaneTransform) {
        let width = Self.width(for: curve.characterCount)
        // Room on both sides alike.
        margin = (Double(width / Self.cell) - curve.characterCount) / 2
        var x = [Float](repeating: 0, count: width * Self.height)
        var y = x
        for column in 0..<width {
            let along = curve.along((Double(column) + 0.5) / Double(Self.cell) - margin - 0.5)
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
    func along(_ x: Double) -> Double { curve.along(x / Double(Self.cell) - margin - 0.5) }

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
