import BiometricImages

/// Writes WSQ pictures for the tests of the decoder: every table can be chosen, and every one can be spoilt.
struct WSQWriter {
    /// Second halves of the analysis filters, from the middle on.
    struct Filters: Sendable {
        var low: [Double]
        var high: [Double]
        var isOdd: Bool

        /// The filters of the FBI's encoder.
        static let standard = Filters(
            low: [0.85269867900940, 0.37740285561265, -0.11062440441842, -0.02384946501938, 0.03782845550699],
            high: [0.78848561640566, -0.41809227322221, -0.04068941760956, 0.06453888262894], isOdd: true)
        /// The shortest filters of even length.
        static let haar = Filters(low: [0.70710678118655], high: [-0.70710678118655], isOdd: false)
        /// Filters of even and of different length.
        static let even = Filters(
            low: [0.70710678118655, 0.08838834764832, -0.08838834764832], high: [-0.70710678118655], isOdd: false)
    }

    var width: Int
    var height: Int
    var filters = Filters.standard
    var comment: String?
    /// The bin width of each subband; 0 leaves it out.
    var binWidths = [Double](repeating: 0.125, count: 64)
    /// After how many symbols a restart marker stands.
    var restartInterval: Int?

    private static let blocks = [0...18, 19...51, 52...63]
    private static let zeroWidth = 0.25
    private static let centre = 0.44

    /// The picture of these grey values.
    func write(_ pixels: [UInt8]) -> [UInt8] {
        let bands = analysed(pixels.map { Double($0) - 128 })
        var out: [UInt8] = [0xFF, 0xA0]
        if let comment { out += segment(0xA8, Array(comment.utf8)) }
        out += segment(0xA4, transformTable) + segment(0xA5, quantizationTable) + segment(0xA2, frame)
        out += segment(0xA6, Self.codeTable(0))
        if restartInterval != nil { out += segment(0xA7, [0, 1]) }
        for block in Self.blocks {
            let indices = block.flatMap { band in
                binWidths[band] == 0 ? [] : bands[band].map { Self.index($0, width: binWidths[band]) }
            }
            out += segment(0xA3, [0]) + encoded(indices)
        }
        return out + [0xFF, 0xA1]
    }

    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + Self.number(content.count + 2, 2) + content
    }

    var frame: [UInt8] {
        [0, 255] + Self.number(height, 2) + Self.number(width, 2) + [2] + Self.number(12_800, 2) + [4]
            + Self.number(10_000, 2) + [2, 0, 0]
    }

    var transformTable: [UInt8] {
        let halves = [filters.low, filters.high]
        return halves.map { UInt8(2 * $0.count - (filters.isOdd ? 1 : 0)) }
            + halves.joined().flatMap { tap in
                [tap < 0 ? 1 : 0, 9] + Self.number(Int((tap.magnitude * 1e9).rounded()), 4)
            }
    }

    var quantizationTable: [UInt8] {
        [2] + Self.number(44, 2)
            + binWidths.flatMap { [4] + Self.number(Int($0 * 10_000), 2) + [4] + Self.number(2500, 2) }
    }

    /// Symbol `n` is the eight bits of `n` − 1.
    static func codeTable(_ number: UInt8) -> [UInt8] {
        [number] + (1...16).map { $0 == 8 ? 254 : 0 } + Array(1...254)
    }

    static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func index(_ value: Double, width: Double) -> Int {
        guard value.magnitude > zeroWidth / 2 else { return 0 }
        let index = Int((value.magnitude - zeroWidth / 2) / width) + 1
        return value < 0 ? -index : index
    }

    /// The bits of a block: each index as the shortest symbol, zeros as runs of changing kinds.
    private func encoded(_ indices: [Int]) -> [UInt8] {
        var bits = BitWriter()
        var position = 0
        var count = 0
        while position < indices.count {
            if let restartInterval, count > 0, count % restartInterval == 0 {
                bits.restart(count / restartInterval - 1)
            }
            count += 1
            switch indices[position] {
            case 0:
                let run = indices[position...].prefix(count % 3 == 0 ? 100 : count % 3 == 1 ? 255 : 65_535)
                    .prefix { $0 == 0 }.count
                switch count % 3 {
                case 0: bits.symbol(run)
                case 1: bits.symbol(105, run, 8)
                default: bits.symbol(106, run, 16)
                }
                position += run
                continue
            case let index where (-73...74).contains(index): bits.symbol(index + 180)
            case let index where (1...255).contains(index): bits.symbol(101, index, 8)
            case let index where (-255 ... -1).contains(index): bits.symbol(102, -index, 8)
            case let index where index > 0: bits.symbol(103, index, 16)
            case let index: bits.symbol(104, -index, 16)
            }
            position += 1
        }
        return bits.finished()
    }
}

/// Bits, most significant first, with a zero byte behind each FF.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var current = 0
    private var count = 0

    mutating func symbol(_ symbol: Int, _ extra: Int = 0, _ width: Int = 0) {
        append(symbol - 1, 8)
        append(extra, width)
    }

    mutating func restart(_ number: Int) {
        pad()
        bytes += [0xFF, 0xB0 + UInt8(number % 8)]
    }

    mutating func finished() -> [UInt8] {
        pad()
        return bytes
    }

    private mutating func pad() {
        while count > 0 { append(1, 1) }
    }

    private mutating func append(_ value: Int, _ width: Int) {
        for bit in (0..<width).reversed() {
            current = current << 1 | value >> bit & 1
            count += 1
            guard count == 8 else { continue }
            bytes.append(UInt8(current))
            if current == 0xFF { bytes.append(0) }
            (current, count) = (0, 0)
        }
    }
}
