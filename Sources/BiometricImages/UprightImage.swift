public import ByteCoding

/// A picture of a file, as it is meant to be seen, and how it lay in the file.
public struct UprightImage: Hashable, Sendable {
    public let picture: PixelImage
    public let format: PictureFormat
    /// The size of the upright picture before any scaling; width and height have changed places where the orientation
    /// asks for it.
    public let originalWidth: Int
    public let originalHeight: Int
    /// Pixels of `picture` for one of the original: 1, and of a JPEG also 1/2, 1/4 or 1/8. A place in `picture` divided by
    /// it is the place in the original.
    public let scale: Double
    /// How many pages the file has, of which this is one.
    public let pageCount: Int
    /// How the picture was stored.
    public let orientation: PictureOrientation
    /// What the codec tolerated, such as that the data end early; empty for a sound picture.
    public let remarks: [String]
    /// Whether pixels or pages are missing that the file should have; a remark says why.
    public let breaksOff: Bool

    init(_ stored: StoredPicture, _ format: PictureFormat, isUpright: Bool) {
        let isTurned = isUpright && stored.orientation.swapsSides
        picture = isUpright ? stored.image.upright(from: stored.orientation) : stored.image
        self.format = format
        originalWidth = isTurned ? stored.height : stored.width
        originalHeight = isTurned ? stored.width : stored.height
        scale = 1 / Double(stored.denominator)
        pageCount = stored.pageCount
        orientation = stored.orientation
        remarks = stored.remarks
        breaksOff = stored.breaksOff
    }
}

/// An upright picture of one channel.
public typealias GreyImage = UprightImage

/// A picture as a codec of files hands it on.
struct StoredPicture {
    let image: PixelImage
    /// The size before scaling.
    let width: Int
    let height: Int
    /// How many times smaller `image` is.
    let denominator: Int
    let orientation: PictureOrientation
    let pageCount: Int
    let remarks: [String]
    let breaksOff: Bool

    init(
        _ image: PixelImage, width: Int? = nil, height: Int? = nil, denominator: Int = 1,
        orientation: PictureOrientation = .topLeft, pageCount: Int = 1, remarks: [String] = [],
        breaksOff: Bool = false
    ) {
        self.image = image
        self.width = width ?? image.width
        self.height = height ?? image.height
        self.denominator = denominator
        self.orientation = orientation
        self.pageCount = pageCount
        self.remarks = remarks
        self.breaksOff = breaksOff
    }
}
