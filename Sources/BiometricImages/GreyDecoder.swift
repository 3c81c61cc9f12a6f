/// Decodes picture files to upright grey, for capture.
public enum GreyDecoder {
    /// Decodes one page of a picture file.
    ///
    /// Colours become brightness (BT.601), transparent parts are laid on white. The upper part of a picture that ends
    /// early is kept, with a remark.
    ///
    /// - Parameter page: From 0; only TIFF files have more than one.
    /// - Parameter longestSide: How many pixels the longer side must have left: a JPEG is decoded at 1/2, 1/4 or 1/8 of
    ///   its size as far as this allows. Without it, only what is larger than the limit of pixels is made smaller.
    public static func decode(
        _ bytes: [UInt8], page: Int = 0, longestSide: Int? = nil, limits: ImageLimits = .files
    ) throws(ImageError) -> GreyImage {
        let stored = try FileDecoder(bytes, page: page, longestSide: longestSide, isGrey: true, limits: limits).decode()
        return UprightImage(stored.picture, stored.format, isUpright: true)
    }
}

extension ImageDecoder {
    /// Decodes one page of a picture file in its colours, for crops and marked pictures.
    ///
    /// Takes more formats than `decode(_:limits:)`, which is for what chips hold; limits and tolerance are those of
    /// `GreyDecoder`.
    ///
    /// - Parameter isUpright: Whether the orientation that the file names is applied.
    /// - Returns: One channel where the picture is grey, three otherwise.
    public static func decodeFile(
        _ bytes: [UInt8], page: Int = 0, longestSide: Int? = nil, isUpright: Bool = true, limits: ImageLimits = .files
    ) throws(ImageError) -> UprightImage {
        let stored = try FileDecoder(bytes, page: page, longestSide: longestSide, isGrey: false, limits: limits)
            .decode()
        return UprightImage(stored.picture, stored.format, isUpright: isUpright)
    }
}
