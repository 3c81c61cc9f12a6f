/// The step of the inverse transform in one direction, for one length: which stored values make each value, and with
/// which weights.
///
/// Stored are the low frequencies and then the high ones, or the other way round. Beyond its ends a signal goes on as
/// its mirror image, so that every weight falls on a stored value.
///
/// Spec: FBI IAFIS-IC-0110 (V3) §A.1 (filters of odd length) and §A.4 (of even length).
struct WSQSynthesis {
    /// Where the terms of each value begin in `sources` and `weights`; one more than there are values.
    private(set) var starts: [Int] = [0]
    private(set) var sources: [Int] = []
    private(set) var weights: [Float] = []

    init(length: Int, isMirrored: Bool, _ filters: WSQTransform) {
        let (lowCount, highCount) = ((length + 1) / 2, length / 2)
        let (lowStart, highStart) = isMirrored ? (highCount, 0) : (0, lowCount)
        for position in 0..<length {
            if filters.isOdd {
                addOdd(position, length, filters, lowStart, highStart)
            } else {
                addEven(position, length, filters, lowStart, highStart)
            }
            starts.append(sources.count)
        }
    }

    private mutating func add(_ source: Int, _ weight: Float) {
        sources.append(source)
        weights.append(weight)
    }

    /// Low values stand at even places, high ones at odd places, and the whole is mirrored about its end values.
    private mutating func addOdd(
        _ position: Int, _ length: Int, _ filters: WSQTransform, _ lowStart: Int, _ highStart: Int
    ) {
        let reach = max(filters.low.count, filters.high.count) - 1
        for place in position - reach...position + reach {
            let distance = abs(position - place)
            let sign: Float = distance % 2 == 0 ? 1 : -1
            let index = Self.mirrored(place, length)
            // The low values are weighed with the high-pass filter of the analysis, and the high ones with its low-pass.
            if place % 2 == 0 {
                if distance < filters.high.count { add(lowStart + index / 2, sign * filters.high[distance]) }
            } else if length > 1, distance < filters.low.count {
                add(highStart + index / 2, sign * filters.low[distance])
            }
        }
    }

    /// `place` on a signal that is mirrored about its first and its last value.
    private static func mirrored(_ place: Int, _ length: Int) -> Int {
        guard length > 1 else { return 0 }
        let period = 2 * length - 2
        let inside = ((place % period) + period) % period
        return min(inside, period - inside)
    }

    /// Low and high values stand between two places, and both are mirrored about the ends, the high ones with a change
    /// of sign.
    private mutating func addEven(
        _ position: Int, _ length: Int, _ filters: WSQTransform, _ lowStart: Int, _ highStart: Int
    ) {
        let reach = max(filters.low.count, filters.high.count)
        for tap in 1 - reach...reach where (position - tap) % 2 == 0 {
            let half = tap > 0 ? tap - 1 : -tap
            let sign: Float = half % 2 == 0 ? 1 : -1
            let inside = ((((position - tap) / 2) % length) + length) % length
            let isMirrored = inside > (length - 1) / 2
            let index = isMirrored ? length - 1 - inside : inside
            if half < filters.high.count { add(lowStart + index, -sign * filters.high[half]) }
            if half < filters.low.count, index < length / 2 {
                let side: Float = (tap > 0) != isMirrored ? 1 : -1
                add(highStart + index, side * sign * filters.low[half])
            }
        }
    }
}

/// The values of a picture on their way from subbands to pixels.
struct WSQPlane {
    let width: Int
    private(set) var values: [Float]

    init(width: Int, height: Int) {
        self.width = width
        values = [Float](repeating: 0, count: width * height)
    }

    /// Sets the values of one subband.
    mutating func fill(_ area: WSQLayout.Area, _ body: (_ index: Int) -> Float) {
        var index = 0
        for row in area.y..<area.y + area.height {
            let start = row * width + area.x
            for column in 0..<area.width {
                values[start + column] = body(index)
                index += 1
            }
        }
    }

    /// Puts the four parts of an area together: first its columns, then its rows.
    mutating func join(_ area: WSQLayout.Area, _ filters: WSQTransform) {
        guard area.width > 0, area.height > 0 else { return }
        let columns = WSQSynthesis(length: area.height, isMirrored: area.isUpsideDown, filters)
        let rows = WSQSynthesis(length: area.width, isMirrored: area.isMirrored, filters)
        var joined = [Float](repeating: 0, count: area.width * area.height)
        for row in 0..<area.height {
            let target = row * area.width
            for term in columns.starts[row]..<columns.starts[row + 1] {
                let source = (area.y + columns.sources[term]) * width + area.x
                let weight = columns.weights[term]
                for column in 0..<area.width { joined[target + column] += weight * values[source + column] }
            }
        }
        for row in 0..<area.height {
            let source = row * area.width
            let target = (area.y + row) * width + area.x
            for column in 0..<area.width {
                var sum: Float = 0
                for term in rows.starts[column]..<rows.starts[column + 1] {
                    sum += rows.weights[term] * joined[source + rows.sources[term]]
                }
                values[target + column] = sum
            }
        }
    }
}
