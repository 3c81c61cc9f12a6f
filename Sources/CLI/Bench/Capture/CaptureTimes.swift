/// How much processor time pictures took, by their size.
package struct CaptureTimes: Sendable {
    private var samples: [Int: [Double]] = [:]

    /// The upper ends of the classes in pixels; larger pictures form the last.
    private static let ends = [1_000_000, 3_000_000, 8_000_000]

    /// Pictures of one size.
    package struct SizeClass: Encodable, Hashable, Sendable {
        /// From how many megapixels, and below how many; nil where there is no end.
        package let from: Int
        package let below: Int?
        package let pictures: Int
        package let medianMilliseconds: Double
        /// Nineteen of twenty pictures took no longer.
        package let p95Milliseconds: Double
    }

    package init() {}

    package mutating func count(pixels: Int, milliseconds: Double) {
        samples[Self.ends.firstIndex { pixels < $0 } ?? Self.ends.count, default: []].append(milliseconds)
    }

    /// The classes that have pictures, the smallest size first.
    package var classes: [SizeClass] {
        samples.sorted { $0.key < $1.key }.map { index, times in
            let sorted = times.sorted()
            func rank(_ share: Double) -> Double {
                let place = Int((share * Double(sorted.count)).rounded(.up)) - 1
                return (sorted[min(max(place, 0), sorted.count - 1)] * 10).rounded() / 10
            }
            return SizeClass(
                from: index == 0 ? 0 : Self.ends[index - 1] / 1_000_000,
                below: index < Self.ends.count ? Self.ends[index] / 1_000_000 : nil, pictures: sorted.count,
                medianMilliseconds: rank(0.5), p95Milliseconds: rank(0.95))
        }
    }
}
