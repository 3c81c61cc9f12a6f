/// Where the 64 subbands of a picture lie, and how they are put together.
///
/// Each split has its low frequencies at the left and at the top, but for parts that are themselves at the right or
/// at the bottom of a split: there the two halves of that direction change places.
///
/// Spec: FBI IAFIS-IC-0110 (V3) §A.2, Figures A.1 to A.4.
struct WSQLayout {
    static let bandCount = 64
    /// The subbands of the three blocks.
    static let blocks = [0...18, 19...51, 52...63]

    /// The subbands by number.
    private(set) var bands = [Area](repeating: Area(x: 0, y: 0, width: 0, height: 0), count: bandCount)
    /// The areas that are put together from four, each behind those that it is made of.
    private(set) var joins: [Area] = []

    /// A part of the picture.
    struct Area {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        /// Whether the high frequencies of its own halves are at the left.
        var isMirrored = false
        /// Whether they are at the top.
        var isUpsideDown = false
    }

    init(width: Int, height: Int) {
        let image = Area(x: 0, y: 0, width: width, height: height)
        let quarters = split(image)
        let inner = split(quarters[0])
        // 0–18: the lowest frequencies, of which the very lowest are split once more.
        for (index, part) in split(inner[0]).enumerated() { place(split(part), at: 3 + 4 * index) }
        place(split(bands[3]), at: 0)
        // 19–51: the next frequencies.
        for (index, part) in split(inner[1]).enumerated() { place(split(part), at: 19 + 4 * index) }
        for (index, part) in split(inner[2]).enumerated() { place(split(part), at: 35 + 4 * index) }
        bands[51] = inner[3]
        // 52–63: the highest.
        for (index, part) in quarters.dropFirst().enumerated() { place(split(part), at: 52 + 4 * index) }
        joins.reverse()
    }

    private mutating func place(_ areas: [Area], at number: Int) {
        for (index, area) in areas.enumerated() { bands[number + index] = area }
    }

    /// The four parts of an area in the order left above, right above, left below, right below.
    private mutating func split(_ area: Area) -> [Area] {
        joins.append(area)
        let left = area.isMirrored ? area.width / 2 : (area.width + 1) / 2
        let top = area.isUpsideDown ? area.height / 2 : (area.height + 1) / 2
        return [false, true].flatMap { isBelow in
            [false, true].map { isRight in
                Area(
                    x: isRight ? area.x + left : area.x, y: isBelow ? area.y + top : area.y,
                    width: isRight ? area.width - left : left, height: isBelow ? area.height - top : top,
                    isMirrored: isRight, isUpsideDown: isBelow)
            }
        }
    }
}
