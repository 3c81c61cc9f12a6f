/// Fits of second degree.
enum Polynomial {
    /// The polynomial nearest to the points, those far off left out: constant, linear and square coefficient.
    static func fit(_ points: [PicturePoint]) -> [Double]? {
        guard var fitted = leastSquares(points) else { return nil }
        for _ in 0..<2 {
            let distances = points.map { abs($0.y - value(fitted, $0.x)) }
            let typical = distances.sorted()[distances.count / 2]
            let near = zip(points, distances).filter { $0.1 <= max(3 * typical, 0.5) }.map(\.0)
            guard near.count >= 6, let again = leastSquares(near) else { break }
            fitted = again
        }
        return fitted
    }

    static func value(_ coefficients: [Double], _ x: Double) -> Double {
        coefficients[0] + x * (coefficients[1] + x * coefficients[2])
    }

    private static func leastSquares(_ points: [PicturePoint]) -> [Double]? {
        guard points.count >= 3 else { return nil }
        // About the mean, so that the sums stay well conditioned.
        let mean = points.reduce(0) { $0 + $1.x } / Double(points.count)
        let scale = max(points.map { abs($0.x - mean) }.max() ?? 1, 1e-9)
        var moments = [Double](repeating: 0, count: 5)
        var right = [Double](repeating: 0, count: 3)
        for point in points {
            let t = (point.x - mean) / scale
            var power = 1.0
            for degree in 0..<5 {
                moments[degree] += power
                if degree < 3 { right[degree] += power * point.y }
                power *= t
            }
        }
        let rows = (0..<3).map { row in (0..<3).map { moments[row + $0] } + [right[row]] }
        guard let s = solve(rows) else { return nil }
        let (a, b, c) = (s[0], s[1] / scale, s[2] / (scale * scale))
        return [a - b * mean + c * mean * mean, b - 2 * c * mean, c]
    }

    /// Three equations, each with its right side as fourth number.
    private static func solve(_ equations: [[Double]]) -> [Double]? {
        var rows = equations
        for column in 0..<3 {
            guard let pivot = (column..<3).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-9
            else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<3 where row != column {
                let factor = rows[row][column] / rows[column][column]
                for index in column..<4 { rows[row][index] -= factor * rows[column][index] }
            }
        }
        return (0..<3).map { rows[$0][3] / rows[$0][$0] }
    }
}
