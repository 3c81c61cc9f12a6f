import ByteCoding

/// The markers of WSQ.
///
/// Spec: FBI IAFIS-IC-0110 (V3) Annex B, Table B.1.
enum WSQMarker {
    static let startOfImage = 0xFFA0
    static let endOfImage = 0xFFA1
    static let startOfFrame = 0xFFA2
    static let startOfBlock = 0xFFA3
    static let transformTable = 0xFFA4
    static let quantizationTable = 0xFFA5
    static let codeTable = 0xFFA6
    static let restartInterval = 0xFFA7
    static let comment = 0xFFA8
    static let restarts = 0xFFB0...0xFFB7
}

extension ByteReader {
    /// A number of two or four bytes and the power of ten that it is divided by, which stands before it.
    fileprivate mutating func decimal(width: Int) throws(DecodingFailure) -> Double {
        let exponent = try integer(width: 1)
        var value = Double(try integer(width: width))
        for _ in 0..<exponent { value /= 10 }
        return value
    }
}

/// The frame header: size and scale.
struct WSQFrame {
    let height: Int
    let width: Int
    /// M: what is added to each value after scaling.
    let shift: Float
    /// R: what each value is multiplied with.
    let scale: Float

    init(_ reader: inout ByteReader) throws(DecodingFailure) {
        _ = try reader.take(2)  // the grey values of black and white
        height = try reader.integer(width: 2)
        width = try reader.integer(width: 2)
        shift = Float(try reader.decimal(width: 2))
        scale = Float(try reader.decimal(width: 2))
        _ = try reader.take(3)  // encoder number and software number
    }
}

/// The analysis filters, from which those of the synthesis follow.
struct WSQTransform {
    /// The second half of the low-pass filter h0, from its middle on.
    let low: [Float]
    /// The second half of the high-pass filter h1, from its middle on.
    let high: [Float]
    /// Whether the middle is a coefficient rather than between two.
    let isOdd: Bool

    /// The longest filter that is taken: four times what any encoder is known to use.
    static let lengthLimit = 32

    init(_ reader: inout ByteReader) throws(WSQReadingError) {
        let lengths = try (reader.number(1), reader.number(1))
        for length in [lengths.0, lengths.1] where !(1...Self.lengthLimit).contains(length) {
            throw .fault(.filterLength(length, limit: Self.lengthLimit))
        }
        guard lengths.0 % 2 == lengths.1 % 2 else { throw .fault(.mixedFilters) }
        isOdd = lengths.0 % 2 == 1
        low = try Self.half((lengths.0 + 1) / 2, &reader)
        high = try Self.half((lengths.1 + 1) / 2, &reader)
    }

    private static func half(_ count: Int, _ reader: inout ByteReader) throws(WSQReadingError) -> [Float] {
        var coefficients: [Float] = []
        for _ in 0..<count {
            let isNegative = try reader.number(1) != 0
            let value: Double
            do throws(DecodingFailure) { value = try reader.decimal(width: 4) } catch { throw .segmentEnds }
            coefficients.append(Float(isNegative ? -value : value))
        }
        return coefficients
    }
}

/// The quantisers: the bin centre C, and of each subband the bin width Q and the width of the zero bin Z.
struct WSQQuantization {
    let centre: Float
    let bins: [Bin]

    /// A subband whose `width` is 0 was not transmitted.
    struct Bin {
        let width: Float
        let zeroWidth: Float
    }

    init(_ reader: inout ByteReader) throws(DecodingFailure) {
        centre = Float(try reader.decimal(width: 2))
        var bins: [Bin] = []
        for _ in 0..<WSQLayout.bandCount {
            let width = try reader.decimal(width: 2)
            bins.append(Bin(width: Float(width), zeroWidth: Float(try reader.decimal(width: 2))))
        }
        self.bins = bins
    }

    /// The value that index `p` of a subband stands for.
    ///
    /// Spec: FBI IAFIS-IC-0110 (V3) §A.3, the decoder's side.
    func value(_ index: Int32, of bin: Bin) -> Float {
        switch index {
        case 0: 0
        case 1...: (Float(index) - centre) * bin.width + bin.zeroWidth / 2
        default: (Float(index) + centre) * bin.width - bin.zeroWidth / 2
        }
    }
}

/// Why a segment cannot be read: it is shorter than what it must hold, or what it holds is wrong.
enum WSQReadingError: Error {
    case segmentEnds
    case fault(WSQFault)
}

extension ByteReader {
    mutating func number(_ width: Int) throws(WSQReadingError) -> Int {
        do throws(DecodingFailure) { return try integer(width: width) } catch { throw .segmentEnds }
    }
}
