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

    func height(at x: Double) -> Double { coefficients[0] + x * (coefficients[1] + x * coefficients[2]) }

    func slope(at x: Double) -> Double { coefficients[1] + 2 * x * coefficients[2] }

    /// How many characters fit between the ends.
    var characterCount: Double { (end - start) / pitch }

    /// A place above (negative) or below the line's middle, in the direction across the line.
    func place(at x: Double, off distance: Double) -> PicturePoint {
        let slope = slope(at: x)
        let norm = (1 + slope * slope).squareRoot()
        return PicturePoint(x: x - slope / norm * distance, y: height(at: x) + distance / norm)
    }
}
