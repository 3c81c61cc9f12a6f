import Glibc

/// What pictures say of one character: the logarithms of the chances of all 37. Adding them multiplies the chances.
struct CellEvidence: Hashable, Sendable {
    private(set) var logarithms: [Float]

    /// No chance counts for less, so that a single frame never outweighs many.
    private static let floor: Float = 1e-4

    /// - Parameter logarithms: What one frame says.
    init(_ logarithms: [Float]) {
        let chances = logarithms.map { max(expf($0), Self.floor) }
        let sum = chances.reduce(0, +)
        self.logarithms = chances.map { logf($0 / sum) }
    }

    /// The same, counted for less.
    func weighed(by weight: Float) -> CellEvidence {
        var other = self
        for kind in logarithms.indices { other.logarithms[kind] *= weight }
        return other
    }

    mutating func add(_ other: CellEvidence, weight: Float) {
        for kind in logarithms.indices { logarithms[kind] += weight * other.logarithms[kind] }
    }

    /// The same with all logarithms multiplied and the chances made to add up to one again.
    func tempered(by factor: Float) -> [Float] {
        let scaled = logarithms.map { $0 * factor }
        let highest = scaled.max() ?? 0
        let total = highest + logf(scaled.reduce(0) { $0 + expf($1 - highest) })
        return scaled.map { $0 - total }
    }
}

extension LineEvidence {
    /// A line whose cells are known: two columns for each character's middle and two for what lies between.
    ///
    /// - Parameter presence: How probable it is that a character stands in each cell at all.
    init?(cells: [[Float]], presence: [Float]) {
        let seldom = logf(1e-6)
        let nothing = [Float](repeating: seldom, count: Self.between) + [-1e-5]
        var columns = nothing + nothing
        for (cell, presence) in zip(cells, presence) {
            let there = min(max(presence, 1e-6), 1 - 1e-6)
            let seen = cell.map { $0 + logf(there) } + [logf(1 - there)]
            columns += seen + seen + nothing + nothing
        }
        self.init(logarithms: columns)
    }
}
