import Glibc

/// Where a zone seems to lie, after the first look: a turned rectangle around its lines.
struct ZoneRegion {
    /// The middle, in pixels of the picture that the network saw.
    let centre: PicturePoint
    /// The reading direction.
    let direction: (cosine: Double, sine: Double)
    /// Along the reading direction, and across it.
    let length: Double
    let breadth: Double
    /// The distance of two characters.
    let pitch: Double
    /// How much of the picture's places belong to it.
    let weight: Int

    /// Finds the regions, the largest first.
    static func find(_ maps: LineMaps) -> [ZoneRegion] {
        var parts = Part.find(maps).filter(\.isLikely)
        parts.sort { $0.count > $1.count }
        var groups: [[Part]] = []
        for part in parts {
            if let index = groups.firstIndex(where: { group in group.contains { $0.belongs(to: part) } }) {
                groups[index].append(part)
            } else {
                groups.append([part])
            }
        }
        return groups.map { ZoneRegion($0) }.filter { $0.length > 10 * $0.pitch }.sorted { $0.weight > $1.weight }
    }

    private init(_ parts: [Part]) {
        // Short pieces beside long lines are other print.
        let longest = parts.max { $0.length < $1.length } ?? Part()
        let lines = parts.filter { $0.length > longest.length * 0.4 }
        let whole = lines.reduce(into: Part()) { $0.add($1) }
        let axis = longest.direction
        let direction = whole.agrees(with: axis) ? axis : (cosine: -axis.cosine, sine: -axis.sine)
        let box = whole.box(along: direction)
        self.direction = direction
        let (middleAlong, middleAcross) = (
            (box.along.lowerBound + box.along.upperBound) / 2, (box.across.lowerBound + box.across.upperBound) / 2
        )
        centre = PicturePoint(
            x: middleAlong * direction.cosine - middleAcross * direction.sine,
            y: middleAlong * direction.sine + middleAcross * direction.cosine)
        length = box.along.upperBound - box.along.lowerBound
        breadth = box.across.upperBound - box.across.lowerBound
        pitch = whole.pitch
        weight = whole.count
    }

    /// Places that hang together.
    private struct Part {
        private(set) var points: [PicturePoint] = []
        private var cosine = 0.0
        private var sine = 0.0
        private var pitchSum = 0.0
        /// Sums of x, y, x², y², xy.
        private var moments = (x: 0.0, y: 0.0, xx: 0.0, yy: 0.0, xy: 0.0)

        var count: Int { points.count }
        var pitch: Double { LineMaps.pixels(ofPitch: Float(pitchSum / Double(max(count, 1)))) }
        /// Along the places' longer extent; which way of the two is what the network says more of.
        var direction: (cosine: Double, sine: Double) {
            let n = Double(max(count, 1))
            let (meanX, meanY) = (moments.x / n, moments.y / n)
            let spreadX = moments.xx / n - meanX * meanX
            let spreadY = moments.yy / n - meanY * meanY
            let common = moments.xy / n - meanX * meanY
            let angle = atan2(2 * common, spreadX - spreadY) / 2
            let axis = (cosine: cos(angle), sine: sin(angle))
            return agrees(with: axis) ? axis : (-axis.cosine, -axis.sine)
        }

        mutating func add(_ other: Part) {
            points += other.points
            cosine += other.cosine
            sine += other.sine
            pitchSum += other.pitchSum
            moments.x += other.moments.x
            moments.y += other.moments.y
            moments.xx += other.moments.xx
            moments.yy += other.moments.yy
            moments.xy += other.moments.xy
        }

        private mutating func add(_ x: Int, _ y: Int, of maps: LineMaps) {
            let half = Double(LineMaps.stride - 1) / 2
            let point = PicturePoint(x: Double(x * LineMaps.stride) + half, y: Double(y * LineMaps.stride) + half)
            points.append(point)
            moments.x += point.x
            moments.y += point.y
            moments.xx += point.x * point.x
            moments.yy += point.y * point.y
            moments.xy += point.x * point.y
            let direction = maps.direction(x, y)
            cosine += Double(direction.cosine)
            sine += Double(direction.sine)
            pitchSum += Double(maps.pitch(x, y))
        }

        func box(along direction: (cosine: Double, sine: Double)) -> (
            along: ClosedRange<Double>, across: ClosedRange<Double>
        ) {
            var along = (Double.infinity, -Double.infinity)
            var across = (Double.infinity, -Double.infinity)
            for point in points {
                let a = point.x * direction.cosine + point.y * direction.sine
                let b = point.y * direction.cosine - point.x * direction.sine
                along = (min(along.0, a), max(along.1, a))
                across = (min(across.0, b), max(across.1, b))
            }
            guard along.0 <= along.1 else { return (0...0, 0...0) }
            return (along.0...along.1, across.0...across.1)
        }

        var length: Double {
            let along = box(along: direction).along
            return along.upperBound - along.lowerBound
        }

        /// At least a fifth of a line long.
        var isLikely: Bool { count >= 4 && length > 6 * pitch }

        /// Whether the network says more of this way along the lines than of the other.
        func agrees(with axis: (cosine: Double, sine: Double)) -> Bool {
            axis.cosine * cosine + axis.sine * sine >= 0
        }

        /// Whether both are lines, or pieces of lines, of one zone.
        func belongs(to other: Part) -> Bool {
            let (mine, others) = (direction, other.direction)
            guard abs(mine.cosine * others.cosine + mine.sine * others.sine) > 0.9 else { return false }
            let ratio = pitch / other.pitch
            guard ratio > 0.66, ratio < 1.5 else { return false }
            let (a, b) = (box(along: mine), other.box(along: mine))
            let gapAcross = max(a.across.lowerBound - b.across.upperBound, b.across.lowerBound - a.across.upperBound)
            let gapAlong = max(a.along.lowerBound - b.along.upperBound, b.along.lowerBound - a.along.upperBound)
            return gapAcross < 3.2 * pitch && gapAlong < 6 * pitch
        }

        static func find(_ maps: LineMaps) -> [Part] {
            var isSeen = [Bool](repeating: false, count: maps.width * maps.height)
            var parts: [Part] = []
            for start in isSeen.indices where !isSeen[start] {
                guard maps.isLine(start % maps.width, start / maps.width) else { continue }
                var part = Part()
                var open = [start]
                isSeen[start] = true
                while let place = open.popLast() {
                    let (x, y) = (place % maps.width, place / maps.width)
                    part.add(x, y, of: maps)
                    for (nearX, nearY) in [
                        (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1), (x - 1, y - 1), (x + 1, y + 1), (x - 1, y + 1),
                        (x + 1, y - 1),
                    ] {
                        guard nearX >= 0, nearY >= 0, nearX < maps.width, nearY < maps.height else { continue }
                        let near = nearY * maps.width + nearX
                        guard !isSeen[near], maps.isLine(nearX, nearY) else { continue }
                        isSeen[near] = true
                        open.append(near)
                    }
                }
                parts.append(part)
            }
            return parts
        }
    }
}
