/// Marks above or below letters, which the alphabet of a zone lacks: an Ñ is read as N, and told.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.1 (the letters A to Z) and §6 A (what other letters become).
enum LetterMarks {
    /// Rows of a strip in which a mark above a capital lies, and one below.
    private static let above = 2..<7
    private static let below = 25..<30
    /// Columns on each side of a character's middle.
    private static let half = 5
    /// The darkness of a marked place as a share of that of the letter; and what other places of the line must keep to.
    private static let marked: Float = 0.2
    private static let clean: Float = 0.09

    /// The cells of a line whose letters bear a mark.
    ///
    /// Nothing is told where the whole line has something above it: a rule, a stamp, the line before.
    static func cells(of strip: Strip, centres: [Float], characters: [Character]) -> [Int] {
        let cells = zip(centres, characters).enumerated().filter { $0.element.1.isLetter }
        guard cells.count >= 3 else { return [] }
        return [above, below].flatMap { rows -> [Int] in
            let darkness = cells.map { (cell: $0.offset, share: share(of: strip, rows, around: $0.element.0)) }
            let typical = darkness.map(\.share).sorted()[darkness.count / 2]
            guard typical < clean else { return [] }
            let found = darkness.filter { $0.share > marked + max(typical, 0) }.map(\.cell)
            return found.count * 3 <= cells.count ? found : []
        }
    }

    /// How dark a place beside a letter is: 0 as the ground, 1 as the letter.
    private static func share(of strip: Strip, _ rows: Range<Int>, around centre: Float) -> Float {
        let middle = Int(centre)
        let width = strip.picture.width
        let columns = max(0, middle - half)..<min(width, middle + half)
        guard !columns.isEmpty else { return 0 }
        func mean(_ rows: Range<Int>) -> Float {
            var sum = 0
            for row in rows { for column in columns { sum += Int(strip.picture.pixels[row * width + column]) } }
            return Float(sum) / Float(rows.count * columns.count)
        }
        var letter: [UInt8] = []
        for row in 9..<23 { for column in columns { letter.append(strip.picture.pixels[row * width + column]) } }
        letter.sort()
        let (ink, ground) = (Float(letter[letter.count / 10]), Float(letter[letter.count * 9 / 10]))
        guard ground - ink > 16 else { return 0 }
        return (ground - mean(rows)) / (ground - ink)
    }
}
