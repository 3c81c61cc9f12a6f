/// Follows the lines of a zone through the maps of a part that lies nearly upright.
enum LineFinder {
    /// The share of the pitch above and below the middle that counts as line; the network was taught so.
    private static let half = 0.42

    /// The lines from the top down.
    static func find(_ maps: LineMaps) -> [LineCurve] {
        var tracks: [Track] = []
        for x in 0..<maps.width {
            for run in runs(maps, x) {
                let fitting = tracks.indices.filter { tracks[$0].accepts(run) }
                if let index = fitting.min(by: { tracks[$0].distance(to: run) < tracks[$1].distance(to: run) }) {
                    tracks[index].add(run)
                } else {
                    tracks.append(Track(run))
                }
            }
        }
        let curves = tracks.compactMap { curve($0, maps) }
        let longest = curves.map { $0.end - $0.start }.max() ?? 0
        return curves.filter { $0.end - $0.start > longest * 0.55 }.sorted {
            $0.height(at: ($0.start + $0.end) / 2) < $1.height(at: ($1.start + $1.end) / 2)
        }
    }

    /// Places of one column that hang together: their middle, in places, and how thick they are.
    private struct Run {
        let x: Int
        let middle: Double
        let thickness: Double
    }

    private static func runs(_ maps: LineMaps, _ x: Int) -> [Run] {
        var runs: [Run] = []
        var y = 0
        while y < maps.height {
            guard maps.isLine(x, y) else {
                y += 1
                continue
            }
            var first = y
            var last = y
            while last + 1 < maps.height, maps.isLine(x, last + 1) { last += 1 }
            y = last + 1
            // The borders are covered in part.
            first = max(0, first - 1)
            last = min(maps.height - 1, last + 1)
            var sum = 0.0
            var moment = 0.0
            for place in first...last {
                let cover = Double(maps.cover(x, place))
                sum += cover
                moment += cover * Double(place)
            }
            runs.append(Run(x: x, middle: moment / sum, thickness: sum))
        }
        return runs
    }

    /// Runs of neighbouring columns, left to right.
    private struct Track {
        private(set) var runs: [Run]

        init(_ run: Run) { runs = [run] }

        mutating func add(_ run: Run) { runs.append(run) }

        /// Where the track would go on: level from the mean of its last runs.
        private var expected: Double {
            let last = runs.suffix(6)
            return last.reduce(0) { $0 + $1.middle } / Double(last.count)
        }

        func distance(to run: Run) -> Double { abs(run.middle - expected) }

        func accepts(_ run: Run) -> Bool {
            guard let last = runs.last, last.x < run.x, run.x - last.x <= 12 else { return false }
            return distance(to: run) < 1.1
        }
    }

    private static func curve(_ track: Track, _ maps: LineMaps) -> LineCurve? {
        let runs = track.runs
        guard runs.count >= 8, let first = runs.first, let last = runs.last else { return nil }
        let stride = Double(LineMaps.stride)
        let middle = (stride - 1) / 2
        let points = runs.map { PicturePoint(x: Double($0.x) * stride + middle, y: $0.middle * stride + middle) }
        guard let coefficients = Polynomial.fit(points) else { return nil }
        var pitches: [Float] = []
        for run in runs {
            let y = min(max(Int(run.middle.rounded()), 0), maps.height - 1)
            pitches.append(maps.pitch(run.x, y))
        }
        pitches.sort()
        let thickness = runs.map(\.thickness).sorted()[runs.count / 2] * stride
        let pitch = LineMaps.pixels(ofPitch: pitches[pitches.count / 2])
        let tallness = min(max(thickness / (2 * half), pitch * 0.75), pitch * 1.35)
        return LineCurve(
            start: edge(maps, at: first, step: -1), end: edge(maps, at: last, step: 1), coefficients: coefficients,
            pitch: pitch, tallness: (tallness + pitch) / 2)
    }

    /// Where the line begins or ends: between the last place that is line and the next.
    private static func edge(_ maps: LineMaps, at run: Run, step: Int) -> Double {
        let y = min(max(Int(run.middle.rounded()), 0), maps.height - 1)
        let outside = run.x + step
        let inner = Double(maps.cover(run.x, y))
        let outer = outside >= 0 && outside < maps.width ? Double(maps.cover(outside, y)) : 0
        let share = inner > outer ? min(max((inner - 0.5) / (inner - outer), 0), 1) : 0.5
        return (Double(run.x) + 0.5 + Double(step) * share) * Double(LineMaps.stride) - 0.5
    }
}
