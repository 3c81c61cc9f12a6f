public import ByteCoding

extension CommandAPDU {
    /// Header, lengths and data as they go over the wire: short where that does, extended where it must be or is preferred.
    ///
    /// A case 1 command has no length to extend, so it is four bytes either way.
    ///
    /// Spec: ISO/IEC 7816-3 §12.1.3, table 13.
    public var encoded: [UInt8] {
        var bytes = [cla, ins, p1, p2]
        guard !data.isEmpty || expectedCount != nil else { return bytes }
        bytes.reserveCapacity(data.count + 9)
        if isExtended {
            bytes.append(0)
            if !data.isEmpty { bytes += Self.twoBytes(data.count) + data }
            if let expectedCount { bytes += Self.twoBytes(expectedCount) }
        } else {
            if !data.isEmpty { bytes += [UInt8(truncatingIfNeeded: data.count)] + data }
            if let expectedCount { bytes.append(UInt8(truncatingIfNeeded: expectedCount)) }
        }
        return bytes
    }

    /// Reads a command as it came over the wire, on the card's side.
    ///
    /// `prefersExtendedLength` is set where the lengths are extended though short ones would do, so that the command is
    /// encoded again as it came.
    ///
    /// - Throws: `DecodingFailure` where the bytes are none of the seven forms.
    ///
    /// Spec: ISO/IEC 7816-3 §12.1.3, tables 13 and 14.
    public init(encoded bytes: [UInt8]) throws(DecodingFailure) {
        var reader = ByteReader(bytes)
        let header = Array(try reader.take(4))
        self.init(cla: header[0], ins: header[1], p1: header[2], p2: header[3])
        guard let first = reader.next else { return }
        if first == 0, reader.remaining > 1 {
            _ = try reader.take(1)
            try readExtended(&reader)
        } else if reader.remaining == 1 {
            expectedCount = Self.count(of: try reader.integer(width: 1), zeroMeans: 256)
        } else {
            data = Array(try reader.take(reader.integer(width: 1)))
            if !reader.isAtEnd { expectedCount = Self.count(of: try reader.integer(width: 1), zeroMeans: 256) }
        }
        try reader.end()
    }

    /// Reads what follows the zero byte that introduces extended lengths.
    private mutating func readExtended(_ reader: inout ByteReader) throws(DecodingFailure) {
        let start = reader.offset
        let length = try reader.integer(width: 2)
        if reader.isAtEnd {
            expectedCount = Self.count(of: length, zeroMeans: 65_536)
        } else {
            guard length > 0 else { throw DecodingFailure(.invalidValue("Lc"), at: start) }
            data = Array(try reader.take(length))
            if !reader.isAtEnd { expectedCount = Self.count(of: try reader.integer(width: 2), zeroMeans: 65_536) }
        }
        prefersExtendedLength = !isExtended
    }

    private static func count(of field: Int, zeroMeans maximum: Int) -> Int {
        field == 0 ? maximum : field
    }

    private static func twoBytes(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
