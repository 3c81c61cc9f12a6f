/// One line of characters in a part that was cut out around a zone, in pixels of that part.
struct LineCurve {
    /// The left edge of the first character and the right edge of the last.
    var start: Double
    var end: Double
    /// The height of the line's middle as a polynomial of second degree of x: constant, linear, square.
    var coefficients: [Double]
    /// The distance of two characters along the line.
    var pitch: Double
    /// The same measure across the line, which differs where the page was seen at a slant.
    var tallness: Double
    /// Where the middle of each character lies along the line, as a polynomial of its index; told once it was read.
    private var middles: [Double]?

    func height(at x: Double) -> Double { coefficients[0] + x * (coefficients[1] + x * coefficients[2]) }

    func slope(at x: Double) -> Double { coefficients[1] + 2 * x * coefficients[2] }

    init(start: Double, end: Double, coefficients: [Double], pitch: Double, tallness: Double) {
        self.start = start
        self.end = end
        self.coefficients = coefficients
        self.pitch = pitch
        self.tallness = tallness
    }

    /// Where the middle of a character lies along the line; the first has the index 0.
    func along(_ index: Double) -> Double {
        if let middles { return Polynomial.value(middles, index) }
        return start + (index + 0.5) * pitch
    }

    /// The same line, its characters placed where they were read.
    ///
    /// - Parameter centres: The middle of each character along the line.
    func refined(_ centres: [Double]) -> LineCurve? {
        let points = centres.enumerated().map { PicturePoint(x: Double($0.offset), y: $0.element) }
        guard let middles = Polynomial.fit(points), points.count > 1 else { return nil }
        let last = Double(points.count - 1)
        var line = self
        line.start = Polynomial.value(middles, -0.5)
        line.end = Polynomial.value(middles, last + 0.5)
        line.pitch = (line.end - line.start) / Double(points.count)
        guard line.pitch > pitch * 0.6, line.pitch < pitch * 1.6 else { return nil }
        line.middles = middles
        return line
    }

    /// The same line, cut out a little taller or less tall.
    func taller(by factor: Double) -> LineCurve {
        var line = self
        line.tallness *= factor
        return line
    }

    /// How many characters fit between the ends.
    var characterCount: Double { (end - start) / pitch }

    /// A place above (negative) or below the line's middle, in the direction across the line.
    func place(at x: Double, off distance: Double) -> PicturePoint {
        let slope = slope(at: x)
        let norm = (1 + slope * slope).squareRoot()
        return PicturePoint(x: x - slope / norm * distance, y: height(at: x) + distance / norm)
    }
}
