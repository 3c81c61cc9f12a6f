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
        let whole = parts.reduce(into: Part()) { $0.add($1) }
        let direction = whole.direction
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

        var count: Int { points.count }
        var pitch: Double { LineMaps.pixels(ofPitch: Float(pitchSum / Double(max(count, 1)))) }
        var direction: (cosine: Double, sine: Double) {
            let length = max((cosine * cosine + sine * sine).squareRoot(), 1e-9)
            return (cosine / length, sine / length)
        }

        mutating func add(_ other: Part) {
            points += other.points
            cosine += other.cosine
            sine += other.sine
            pitchSum += other.pitchSum
        }

        private mutating func add(_ x: Int, _ y: Int, of maps: LineMaps) {
            let half = Double(LineMaps.stride - 1) / 2
            points.append(PicturePoint(x: Double(x * LineMaps.stride) + half, y: Double(y * LineMaps.stride) + half))
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

        /// At least a third of a line long, and clear about where it is read to.
        var isLikely: Bool {
            guard count >= 4 else { return false }
            let certainty = (cosine * cosine + sine * sine).squareRoot() / Double(count)
            let box = box(along: direction)
            return certainty > 0.4 && box.along.upperBound - box.along.lowerBound > 6 * pitch
        }

        /// Whether both are lines, or pieces of lines, of one zone.
        func belongs(to other: Part) -> Bool {
            let (mine, others) = (direction, other.direction)
            guard mine.cosine * others.cosine + mine.sine * others.sine > 0.9 else { return false }
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
