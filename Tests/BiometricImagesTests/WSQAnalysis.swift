/// The encoder's side of the transform: a picture to its 64 subbands.
extension WSQWriter {
    func analysed(_ values: [Double]) -> [[Double]] {
        var bands = [[Double]](repeating: [], count: 64)
        let image = Part(rows: (0..<height).map { Array(values[$0 * width..<($0 + 1) * width]) })
        let quarters = split(image)
        let inner = split(quarters[0])
        for (index, part) in split(inner[0]).flatMap(split).enumerated() { bands[3 + index] = part.values }
        for (index, part) in split(split(split(inner[0])[0])[0]).enumerated() { bands[index] = part.values }
        for (index, part) in split(inner[1]).flatMap(split).enumerated() { bands[19 + index] = part.values }
        for (index, part) in split(inner[2]).flatMap(split).enumerated() { bands[35 + index] = part.values }
        bands[51] = inner[3].values
        for (index, part) in quarters.dropFirst().flatMap(split).enumerated() { bands[52 + index] = part.values }
        return bands
    }

    private struct Part {
        var rows: [[Double]]
        var isMirrored = false
        var isUpsideDown = false
        var values: [Double] { rows.flatMap { $0 } }
    }

    private func split(_ part: Part) -> [Part] {
        let (left, right) = halves(part.rows, swapped: part.isMirrored)
        return [left, right].enumerated().map { side, rows in
            let columns = halves(Self.transposed(rows), swapped: part.isUpsideDown)
            return [columns.0, columns.1].enumerated().map { place, half in
                Part(rows: Self.transposed(half), isMirrored: side == 1, isUpsideDown: place == 1)
            }
        }.reduce(into: [Part?](repeating: nil, count: 4)) { parts, column in
            let side = column[0].isMirrored ? 1 : 0
            (parts[side], parts[2 + side]) = (column[0], column[1])
        }.compactMap { $0 }
    }

    private func halves(_ rows: [[Double]], swapped: Bool) -> ([[Double]], [[Double]]) {
        let parts = rows.map(analysedRow)
        let (low, high) = (parts.map(\.low), parts.map(\.high))
        return swapped ? (high, low) : (low, high)
    }

    private static func transposed(_ rows: [[Double]]) -> [[Double]] {
        guard let first = rows.first else { return [] }
        return first.indices.map { column in rows.map { $0[column] } }
    }

    private func analysedRow(_ row: [Double]) -> (low: [Double], high: [Double]) {
        let count = row.count
        /// The row and its mirror images.
        func value(_ place: Int) -> Double {
            guard count > 1 else { return row[0] }
            let period = filters.isOdd ? 2 * count - 2 : 2 * count
            let inside = ((place % period) + period) % period
            return row[inside < count ? inside : period - inside - (filters.isOdd ? 0 : 1)]
        }
        func filtered(_ half: [Double], at place: Int, isHigh: Bool) -> Double {
            half.enumerated().reduce(0) { sum, tap in
                let (distance, weight) = tap
                if filters.isOdd {
                    let pair = distance == 0 ? value(place) : value(place - distance) + value(place + distance)
                    return sum + weight * pair
                }
                let (before, behind) = (value(place - distance), value(place + 1 + distance))
                return sum + weight * (isHigh ? before - behind : before + behind)
            }
        }
        guard count > 0 else { return ([], []) }
        return (
            (0..<(count + 1) / 2).map { filtered(filters.low, at: 2 * $0, isHigh: false) },
            (0..<count / 2).map {
                filtered(filters.high, at: 2 * $0 + (filters.isOdd ? 1 : 0), isHigh: true)
            }
        )
    }
}
