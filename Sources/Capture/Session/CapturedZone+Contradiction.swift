import Glibc

extension CapturedZone {
    /// How sure one of two readings must be of a character, and the other of another one, for them to contradict.
    private static let (sure, likely): (Float, Float) = (0.9, 0.6)
    /// Below which chance of both meaning the same character they do.
    private static let leastCommon: Float = 0.05

    /// Whether the pictures are sure of different characters in some place: two documents, or one that was misread.
    func contradicts(_ other: CapturedZone) -> Bool {
        let (mine, others) = (decoded, other.decoded)
        let presence = zip(mine.presence, others.presence).map { min($0, $1) }
        return zip(zip(mine.evidence, others.evidence), presence).contains { cells, presence in
            presence >= Self.sure && Self.contradict(cells.0, cells.1)
        }
    }

    private static func contradict(_ one: [Float], _ other: [Float]) -> Bool {
        guard let first = one.indices.max(by: { one[$0] < one[$1] }),
            let second = other.indices.max(by: { other[$0] < other[$1] }), first != second
        else { return false }
        let chances = (expf(one[first]), expf(other[second]))
        guard max(chances.0, chances.1) >= sure, min(chances.0, chances.1) >= likely else { return false }
        let common = zip(one, other).reduce(Float(0)) { $0 + expf($1.0 + $1.1) }
        return common < leastCommon
    }
}
