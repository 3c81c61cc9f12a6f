import ByteCoding

/// A Huffman code, canonical as that of JPEG: codes of one length follow each other.
///
/// Spec: FBI IAFIS-IC-0110 (V3) §B.2.4.3 and Annex C.
struct WSQCodeTable {
    /// The most tables a picture may have.
    static let limit = 8
    /// Of each length from 1 to 16: the first code, how many there are, and where their symbols begin.
    private var lengths: [(first: Int, count: Int, start: Int)] = []
    private var symbols: [UInt8] = []

    /// Reads the table behind its number.
    init(_ reader: inout ByteReader) throws(WSQReadingError) {
        var (next, start) = (0, 0)
        for length in 1...16 {
            let count = try reader.number(1)
            next <<= 1
            guard next + count <= 1 << length else { throw .fault(.tooManyCodes(length: length)) }
            lengths.append((next, count, start))
            next += count
            start += count
        }
        for _ in 0..<start { symbols.append(UInt8(truncatingIfNeeded: try reader.number(1))) }
    }

    /// The next symbol.
    func symbol(_ bits: inout WSQBitReader) throws(WSQFault) -> Int {
        var code = 0
        for length in lengths {
            guard let bit = bits.bit() else { throw .truncated }
            code = code << 1 | bit
            let index = code - length.first
            if index < length.count { return Int(symbols[length.start + index]) }
        }
        throw .noSuchCode
    }
}

/// The bits of one block, most significant first, without the zero byte that follows each FF.
struct WSQBitReader {
    private let bytes: [UInt8]
    private var current: UInt8 = 0
    private var left = 0
    /// The next byte that was not begun.
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The marker at which the next byte stands; nil inside data and at the end.
    var marker: Int? {
        guard offset < bytes.count - 1, bytes[offset] == 0xFF, bytes[offset + 1] != 0 else { return nil }
        return 0xFF00 | Int(bytes[offset + 1])
    }

    /// The next bit; nil at a marker and at the end.
    mutating func bit() -> Int? {
        if left == 0 {
            guard offset < bytes.count, marker == nil else { return nil }
            current = bytes[offset]
            offset = min(offset + (current == 0xFF ? 2 : 1), bytes.count)
            left = 8
        }
        left -= 1
        return Int(current >> UInt8(left)) & 1
    }

    /// The next `count` bits, at most 16, as a number.
    mutating func number(_ count: Int) throws(WSQFault) -> Int {
        var value = 0
        for _ in 0..<count {
            guard let bit = bit() else { throw .truncated }
            value = value << 1 | bit
        }
        return value
    }

    /// Passes over a restart marker where one comes before the next whole byte; what is left of a byte is padding.
    ///
    /// - Returns: The number of the marker, 0 to 7.
    mutating func takeRestart() -> Int? {
        guard let marker, WSQMarker.restarts.contains(marker), isPadded else { return nil }
        left = 0
        offset += 2
        return marker - WSQMarker.restarts.lowerBound
    }

    /// Whether all that is left of the byte is set, as padding is; such bits are never a whole code.
    private var isPadded: Bool {
        let mask = UInt8(truncatingIfNeeded: 1 << left - 1)
        return current & mask == mask
    }

    /// Goes to the marker behind the block.
    ///
    /// - Returns: How many whole bytes of data were passed over.
    mutating func skipToMarker() -> Int {
        left = 0
        let start = offset
        while marker == nil, offset < bytes.count { offset += 1 }
        return offset - start
    }
}
