/// Marks above or below letters, which the alphabet of a zone lacks: an Ñ is read as N, and told.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.1 (the letters A to Z) and §6 A (what other letters become).
enum LetterMarks {
    /// Rows of a strip in which a mark above a capital lies, and one below.
    private static let above = 2..<7
    private static let below = 25..<30
    /// Letters that bear marks within the height of a capital.
    private static let marking = Set("ACEINOSUYZ")
    /// Columns on each side of a character's middle: its body, and all of it.
    private static let half = 5
    private static let wholeHalf = 7
    /// The darkness of a marked place as a share of that of the letter; and what other places of the line must keep to.
    private static let marked: Float = 0.2
    private static let clean: Float = 0.09
    /// The rows of a capital; the upper part of it in which the gap below a mark lies, where both share its height.
    private static let capital = 8..<26
    private static let gapRows = 10..<17
    /// How dark a row must be at its darkest to hold a stroke, and how light to hold none.
    private static let stroke: Float = 0.6
    private static let gap: Float = 0.36

    /// The cells of a line whose letters bear a mark: letters of names, since nothing else is spelt with marks.
    ///
    /// Nothing is told where more of the line has something above it than letters: a rule, a stamp, a pattern of the
    /// ground, the line before.
    ///
    /// - Parameter names: The cells of the line that belong to names.
    static func cells(of strip: Strip, centres: [Float], characters: [Character], names: Set<Int>) -> [Int] {
        let letters = characters.indices.filter { characters[$0].isLetter && names.contains($0) }
        guard letters.count >= 3, centres.count == characters.count else { return [] }
        let cutOff = letters.filter { marking.contains(characters[$0]) && isCutOff(in: strip, around: centres[$0]) }
        return Set(beside(strip, centres, letters)).union(few(cutOff, of: letters.count)).sorted()
    }

    /// Letters with something dark above or below them, as no other character of the line has it.
    private static func beside(_ strip: Strip, _ centres: [Float], _ letters: [Int]) -> [Int] {
        [above, below].flatMap { rows -> [Int] in
            let darkness = centres.map { share(of: strip, rows, around: $0) }
            let typical = letters.map { darkness[$0] }.sorted()[letters.count / 2]
            guard typical < clean else { return [] }
            let found = darkness.indices.filter { darkness[$0] > marked + max(typical, 0) }
            return Set(found).isSubset(of: letters) ? few(found, of: letters.count) : []
        }
    }

    /// What most letters of a line seem to bear is no mark.
    private static func few(_ found: [Int], of count: Int) -> [Int] { found.count * 3 <= count ? found : [] }

    /// Whether a row without ink parts the top of a character from the rest: every plain capital has a stroke in each of
    /// its rows, but a letter and its mark that share the height of a capital leave a gap.
    private static func isCutOff(in strip: Strip, around centre: Float) -> Bool {
        guard let letter = Letter(of: strip, around: centre, half: wholeHalf) else { return false }
        let darkest = capital.map { letter.darkest(of: $0) }
        return gapRows.contains { row in
            let index = row - capital.lowerBound
            guard darkest[index] < gap else { return false }
            return darkest[..<index].contains { $0 > stroke } && darkest[index...].contains { $0 > stroke }
        }
    }

    /// How dark a place beside a letter is: 0 as the ground, 1 as the letter.
    private static func share(of strip: Strip, _ rows: Range<Int>, around centre: Float) -> Float {
        guard let letter = Letter(of: strip, around: centre, half: half) else { return 0 }
        return rows.reduce(0) { $0 + letter.mean(of: $1) } / Float(rows.count)
    }

    /// The columns of one letter, with the brightness of its ink and of its ground.
    private struct Letter {
        private let picture: GreyPicture
        private let columns: Range<Int>
        private let ink: Float
        private let ground: Float

        /// - Returns: nil where ink and ground are hardly apart.
        init?(of strip: Strip, around centre: Float, half: Int) {
            picture = strip.picture
            let middle = Int(centre)
            let columns = max(0, middle - half)..<max(0, min(picture.width, middle + half))
            guard !columns.isEmpty else { return nil }
            self.columns = columns
            let pixels = (9..<23).flatMap { row in
                let start = row * strip.picture.width
                return strip.picture.pixels[start + columns.lowerBound..<start + columns.upperBound]
            }.sorted()
            (ink, ground) = (Float(pixels[pixels.count / 10]), Float(pixels[pixels.count * 9 / 10]))
            guard ground - ink > 16 else { return nil }
        }

        /// How dark the columns of a row are: 0 as the ground, 1 as the ink.
        func mean(of row: Int) -> Float {
            darkness(Float(pixels(of: row).reduce(0) { $0 + Int($1) }) / Float(columns.count))
        }

        /// The same of the darkest of them.
        func darkest(of row: Int) -> Float { darkness(Float(pixels(of: row).min() ?? 255)) }

        private func pixels(of row: Int) -> ArraySlice<UInt8> {
            picture.pixels[row * picture.width + columns.lowerBound..<row * picture.width + columns.upperBound]
        }

        private func darkness(_ value: Float) -> Float { (ground - value) / (ground - ink) }
    }
}
