public import ByteCoding

/// Why a picture could not be decoded or encoded.
public enum ImageError: Error, Hashable, Sendable {
    /// The first bytes belong to no format that is known here.
    case unrecognized
    /// More bytes than the limit.
    case tooManyBytes(count: Int, limit: Int)
    /// More pixels than the limit, or none.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The codec refuses the picture, with the codec's own words.
    case malformed(PictureFormat, String)
    /// The picture uses a part of its format that is not read here.
    case unsupported(PictureFormat, String)
    /// The file has no page of this index.
    case noSuchPage(Int, pageCount: Int)
    /// The WSQ picture breaks a rule of its format at this byte.
    case damagedWSQ(WSQFault, offset: Int)
    /// The codec cannot be started or cannot encode.
    case codecFailure(PictureFormat, String)
}

extension ImageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unrecognized: "the picture is of no known format"
        case .tooManyBytes(let count, let limit): "the picture has \(count) bytes; the limit is \(limit)"
        case .tooManyPixels(let width, let height, _) where width < 1 || height < 1:
            "the picture has no pixels (\(width) × \(height))"
        case .tooManyPixels(let width, let height, let limit):
            "the picture is \(width) × \(height) pixels; the limit is \(limit) pixels"
        case .malformed(let format, let words): "the \(format.rawValue) picture is damaged: \(words)"
        case .unsupported(let format, let words): "the \(format.rawValue) picture is not read: \(words)"
        case .noSuchPage(let page, let count): "the picture has no page \(page + 1): it has \(count)"
        case .damagedWSQ(let fault, let offset): "the WSQ picture is damaged at byte \(offset): \(fault)"
        case .codecFailure(let format, let words): "the \(format.rawValue) codec fails: \(words)"
        }
    }
}

extension ImageError {
    /// What can be done about it.
    public var hint: String {
        switch self {
        case .unrecognized:
            "JPEG, PNG, TIFF, WebP, BMP, PBM, PGM, PPM, PAM, JPEG 2000 and WSQ are read; convert it to one of them"
        case .tooManyPixels(let width, let height, _) where width < 1 || height < 1:
            "copy or scan it again; the file is not whole"
        case .tooManyBytes, .tooManyPixels: "make the picture smaller, or cut it to the document"
        case .malformed, .damagedWSQ: "copy or scan it again; the file is not whole"
        case .unsupported: "save it as PNG or JPEG"
        case .noSuchPage: "pages are counted from 1"
        case .codecFailure: "free some memory and try again"
        }
    }
}
