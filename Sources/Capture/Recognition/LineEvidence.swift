import Glibc

/// What the recogniser saw along one line of characters: the chances of 38 classes in each column of four pixels.
///
/// A character's class holds in the columns near to its centre; class 37 says that no centre is near.
package struct LineEvidence: Sendable {
    /// The characters in the order of their classes.
    package static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<".utf8)
    package static let classCount = 38
    package static let between = 37
    /// The width of a column in pixels of the strip.
    package static let columnWidth = 4

    package let columnCount: Int
    /// Natural logarithms of the chances, column by column.
    package let logarithms: [Float]

    /// Takes what the network gave out: classes one after the other, each with all its columns.
    ///
    /// - Returns: nil where the count of values does not fit, or where one is not a number.
    package init?(scores: [Float], columnCount: Int) {
        guard columnCount > 0, scores.count == columnCount * Self.classCount, scores.allSatisfy(\.isFinite) else {
            return nil
        }
        var logarithms = [Float](repeating: 0, count: scores.count)
        for column in 0..<columnCount {
            var highest = -Float.infinity
            for kind in 0..<Self.classCount { highest = max(highest, scores[kind * columnCount + column]) }
            var sum: Float = 0
            for kind in 0..<Self.classCount { sum += expf(scores[kind * columnCount + column] - highest) }
            let total = highest + logf(sum)
            for kind in 0..<Self.classCount {
                logarithms[column * Self.classCount + kind] = scores[kind * columnCount + column] - total
            }
        }
        self.columnCount = columnCount
        self.logarithms = logarithms
    }

    /// Takes logarithms that are already normalised, column by column.
    package init?(logarithms: [Float]) {
        guard !logarithms.isEmpty, logarithms.count.isMultiple(of: Self.classCount) else { return nil }
        columnCount = logarithms.count / Self.classCount
        self.logarithms = logarithms
    }

    package func logarithm(column: Int, kind: Int) -> Float { logarithms[column * Self.classCount + kind] }
}
