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
    case malformed(ImageFormat, String)
    /// The WSQ picture breaks a rule of its format at this byte.
    case damagedWSQ(WSQFault, offset: Int)
    /// The codec cannot be started or cannot encode.
    case codecFailure(ImageFormat, String)
}

extension ImageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unrecognized: "the picture is of no known format"
        case .tooManyBytes(let count, let limit): "the picture has \(count) bytes; the limit is \(limit)"
        case .tooManyPixels(let width, let height, let limit):
            "the picture is \(width) × \(height) pixels; the limit is \(limit) pixels, and one at least"
        case .malformed(let format, let words): "the \(format.rawValue) picture is damaged: \(words)"
        case .damagedWSQ(let fault, let offset): "the WSQ picture is damaged at byte \(offset): \(fault)"
        case .codecFailure(let format, let words): "the \(format.rawValue) codec fails: \(words)"
        }
    }
}
