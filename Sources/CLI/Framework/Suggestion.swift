/// Finds the word somebody meant.
package enum Suggestion {
    /// The candidate nearest to a mistyped word; nil where none is near.
    package static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        return candidates.map { ($0, distance(word, $0)) }
            .filter { candidate, distance in
                distance <= limit || (word.count >= 3 && candidate.hasPrefix(word))
            }
            .min { $0.1 < $1.1 }?.0
    }

    /// The number of characters to insert, remove, replace or swap with their neighbour to get from one word to the
    /// other.
    package static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.lowercased().prefix(64)), Array(right.lowercased().prefix(64)))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var best = min(last[column] + cost, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
