/// What is wrong with a WSQ picture.
///
/// Spec: FBI IAFIS-IC-0110 (V3), Annex B for the segments, Annex A for the decoder.
public enum WSQFault: Error, Hashable, Sendable {
    /// The picture ends before its end marker or inside a segment.
    case truncated
    /// Two bytes that are no marker, or not one that may stand here.
    case unexpectedMarker(Int)
    /// A segment whose length does not fit what it holds.
    case wrongLength(marker: Int)
    /// A second frame.
    case repeatedFrame
    /// A table that a block needs was not given.
    case missing(WSQTable)
    /// A filter of no coefficient or of more than `limit`.
    case filterLength(Int, limit: Int)
    /// One filter of odd and one of even length.
    case mixedFilters
    /// A code table of a number beyond 7.
    case unknownCodeTable(Int)
    /// More codes of one length than there are bit patterns.
    case tooManyCodes(length: Int)
    /// Bits that are no code of the table.
    case noSuchCode
    /// A code that stands for nothing.
    case unassignedSymbol(Int)
    /// A run of zeros, or a coefficient, beyond the end of its block.
    case tooManyCoefficients(block: Int)
    /// The data of a block end before all of its coefficients.
    case tooFewCoefficients(block: Int, missing: Int)
    /// The end marker comes before this block.
    case missingBlock(Int)
    /// More blocks than three.
    case tooManyBlocks
    /// A restart marker of another number than the next.
    case restartOutOfOrder(expected: Int, found: Int)
}

/// A table that a WSQ picture brings along.
public enum WSQTable: Hashable, Sendable {
    /// The size of the picture and how its values are scaled (SOF).
    case frame
    /// The filters (DTT).
    case transform
    /// The widths of the bins of each subband (DQT).
    case quantization
    /// A code (DHT) by its number.
    case code(Int)
}

extension WSQFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated: "it ends early"
        case .unexpectedMarker(let marker): "\(Self.hex(marker)) is no marker that may stand here"
        case .wrongLength(let marker): "the length of segment \(Self.hex(marker)) does not fit its content"
        case .repeatedFrame: "it has a second frame"
        case .missing(let table): "\(table) is missing"
        case .filterLength(let length, let limit): "a filter has \(length) coefficients; the limit is \(limit)"
        case .mixedFilters: "one filter has an odd and the other an even length"
        case .unknownCodeTable(let number): "there is no code table \(number)"
        case .tooManyCodes(let length): "there are more codes of \(length) bits than patterns"
        case .noSuchCode: "bits that are no code"
        case .unassignedSymbol(let symbol): "symbol \(symbol) stands for nothing"
        case .tooManyCoefficients(let block): "block \(block) has more coefficients than its subbands"
        case .tooFewCoefficients(let block, let missing): "block \(block) lacks \(missing) coefficients"
        case .missingBlock(let block): "block \(block) is missing"
        case .tooManyBlocks: "it has more than three blocks"
        case .restartOutOfOrder(let expected, let found): "restart marker \(found) stands in place of \(expected)"
        }
    }

    private static func hex(_ marker: Int) -> String {
        let digits = String(marker, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}

extension WSQTable: CustomStringConvertible {
    public var description: String {
        switch self {
        case .frame: "the frame"
        case .transform: "the table of filters"
        case .quantization: "the table of quantisers"
        case .code(let number): "code table \(number)"
        }
    }
}
