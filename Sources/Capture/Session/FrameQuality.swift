/// How good a frame is for reading, measured over the zone: simple measures, each from what a person would see.
///
/// The zone is looked at in a size of at most 512 × 96 pixels, with a margin of a quarter of its height.
public struct FrameQuality: Hashable, Sendable {
    /// How steep strokes rise: the mean brightness step between neighbouring pixels along a line, among the steepest
    /// tenth of them, as a share of the contrast. Sharp print has 0.5 and more at a pitch of 8 pixels; below
    /// `leastSharpness` strokes run into each other.
    public let sharpness: Double
    /// The mean brightness, from 0 to 1.
    public let brightness: Double
    /// The brightness between the darkest and the lightest twentieth, from 0 to 1.
    public let contrast: Double
    /// The share of pixels that are white beyond all measure (250 and more) in a zone whose paper is not: light
    /// that is reflected.
    public let glare: Double
    /// Pixels between two characters; 0 where no zone was found.
    public let pitch: Double

    /// Below this strokes run into each other.
    public static let leastSharpness = 0.16
    /// Below this there is too little light.
    public static let leastBrightness = 0.12
    /// Above this the picture is burnt out.
    public static let mostBrightness = 0.97
    /// Above this characters are likely to be hidden.
    public static let mostGlare = 0.08
    /// Below this letters are too small to be told apart: a cap height of about eight pixels.
    public static let leastPitch = 5.5

    /// Measures a zone of a picture.
    public init?(of zone: CapturedZone, in picture: GreyPicture) {
        guard zone.quadrilateral.count == 4 else { return nil }
        let corners = zone.quadrilateral
        let along = PicturePoint(x: corners[1].x - corners[0].x, y: corners[1].y - corners[0].y)
        let down = PicturePoint(x: corners[3].x - corners[0].x, y: corners[3].y - corners[0].y)
        let length = (along.x * along.x + along.y * along.y).squareRoot()
        let height = (down.x * down.x + down.y * down.y).squareRoot()
        guard length > 8, height > 2, length < 1e5, height < 1e5 else { return nil }
        let scale = max(1, length / 512, height * 1.5 / 96)
        let centre = PicturePoint(
            x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
        let (width, tallness) = (max(8, Int(length / scale)), max(8, Int(height * 1.5 / scale)))
        let transform = PlaneTransform(
            partWidth: width, partHeight: tallness, centre: centre,
            direction: (along.x / length, along.y / length), scale: scale)
        guard let part = picture.part(width: width, height: tallness, transform) else { return nil }
        self.init(part, pitch: zone.pitch)
    }

    /// Measures the middle of a picture in which no zone was found.
    public init?(ofMiddleOf picture: GreyPicture) {
        let scale = max(1, Double(max(picture.width, picture.height)) / 512)
        let centre = PicturePoint(x: Double(picture.width - 1) / 2, y: Double(picture.height - 1) / 2)
        let (width, height) = (
            max(8, Int(Double(picture.width) / scale * 0.8)), max(8, Int(Double(picture.height) / scale * 0.8))
        )
        let transform = PlaneTransform(
            partWidth: width, partHeight: height, centre: centre, direction: (1, 0), scale: scale)
        guard let part = picture.part(width: width, height: height, transform) else { return nil }
        self.init(part, pitch: 0)
    }

    private init(_ part: GreyPicture, pitch: Double) {
        var counts = [Int](repeating: 0, count: 256)
        var steps = [Int](repeating: 0, count: 256)
        for line in 0..<part.height {
            var before: UInt8?
            for column in 0..<part.width {
                let value = part.pixels[line * part.width + column]
                counts[Int(value)] += 1
                if let before { steps[Int(max(value, before) - min(value, before))] += 1 }
                before = value
            }
        }
        let total = part.pixels.count
        let (dark, light) = (Self.level(counts, share: 0.05), Self.level(counts, share: 0.95))
        let sum = counts.indices.reduce(0) { $0 + $1 * counts[$1] }
        brightness = Double(sum) / Double(total) / 255
        contrast = Double(max(0, light - dark)) / 255
        sharpness = Self.steepness(steps) / Double(max(light - dark, 8))
        // Where the paper itself is white there is no telling.
        let isPaperWhite = Self.level(counts, share: 0.5) >= 245
        glare = isPaperWhite ? 0 : Double(counts[250...].reduce(0, +)) / Double(total)
        self.pitch = pitch
    }

    /// The value below which `share` of all lie.
    private static func level(_ counts: [Int], share: Double) -> Int {
        var left = Int(Double(counts.reduce(0, +)) * share)
        for (value, count) in counts.enumerated() {
            left -= count
            if left < 0 { return value }
        }
        return 255
    }

    /// The mean of the steepest tenth of steps.
    private static func steepness(_ steps: [Int]) -> Double {
        let wanted = max(1, steps.reduce(0, +) / 10)
        var left = wanted
        var sum = 0
        for step in steps.indices.reversed() {
            let taken = min(left, steps[step])
            sum += taken * step
            left -= taken
            if left == 0 { break }
        }
        return Double(sum) / Double(wanted)
    }

    /// What of the picture itself keeps it from being read; nil where it is good.
    var hint: ScanHint? {
        if brightness < Self.leastBrightness { return .tooDark }
        if brightness > Self.mostBrightness { return .tooBright }
        if pitch > 0, pitch < Self.leastPitch { return .tooFar }
        if glare > Self.mostGlare { return .glare }
        return sharpness < Self.leastSharpness ? .blurred : nil
    }
}
