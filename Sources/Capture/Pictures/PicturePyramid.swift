/// A picture with halves, quarters and so on of it, each made when it is first asked for.
///
/// What is cut out of a picture and made smaller is cut out of a level that is no more than twice too fine: nothing
/// between two pixels is overlooked, and no more is touched than needed.
package final class PicturePyramid {
    struct Level {
        let picture: GreyPicture
        /// How many of its pixels make one of the original.
        let factor: Double
    }

    let original: GreyPicture
    private var levels: [Level]

    package init(_ original: GreyPicture) {
        self.original = original
        levels = [Level(picture: original, factor: 1)]
    }

    /// The level for a part of which one pixel is `scale` pixels of the original.
    func level(for scale: Double) -> Level? {
        var index = 0
        while index < 8, Double(2 << index) <= scale * 1.2 { index += 1 }
        while levels.count <= index {
            guard let finest = levels.last,
                let half = finest.picture.resized(
                    width: max(1, finest.picture.width / 2), height: max(1, finest.picture.height / 2))
            else { return nil }
            levels.append(Level(picture: half, factor: finest.factor / 2))
        }
        return levels[index]
    }
}
