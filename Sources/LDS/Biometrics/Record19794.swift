import ByteCoding

/// What the records of ISO/IEC 19794-4 and 19794-6 have in common.
extension TolerantDecoder {
    mutating func noteRecordLength(_ length: Int, of block: ArraySlice<UInt8>, _ kind: String) {
        if length != block.count {
            note("wrongRecordLength", "the \(kind) record announces \(length) bytes and has \(block.count)")
        }
    }

    /// The bytes of one picture: as many as announced, all that are left for the last one and where fewer are left.
    mutating func blockData(
        _ announced: Int, _ reader: inout ByteReader, isLast: Bool, _ name: String
    ) -> ArraySlice<UInt8> {
        if !isLast, announced >= 0, let data = try? reader.take(announced) { return data }
        if announced != reader.remaining {
            note("wrongBlockLength", "\(name) announces \(announced) bytes of a picture and has \(reader.remaining)")
        }
        return reader.takeRest()
    }

    /// Quality blocks of 2011: a count, then score, vendor and algorithm of each.
    func qualities2011(_ reader: inout ByteReader) throws(DecodingFailure) -> [BiometricQuality] {
        var qualities: [BiometricQuality] = []
        for _ in 0..<(try reader.integer(width: 1)) {
            qualities.append(
                BiometricQuality(
                    code: try reader.integer(width: 1), organization: try reader.integer(width: 2),
                    algorithm: try reader.integer(width: 2)))
        }
        return qualities
    }
}

extension SamplingRate {
    init?(_ reader: inout ByteReader, _ unit: Unit?) throws(DecodingFailure) {
        horizontal = try reader.integer(width: 2)
        vertical = try reader.integer(width: 2)
        guard let unit else { return nil }
        self.unit = unit
    }
}

extension RegistryIdentifier {
    init(_ reader: inout ByteReader, idWidth: Int) throws(DecodingFailure) {
        organization = try reader.integer(width: 2)
        identifier = try reader.integer(width: idWidth)
    }
}

extension RecordedDate {
    /// The nine bytes of a capture time of 2011: year, month, day, hour, minute, second, milliseconds; `FF` is unknown.
    init?(record2011 reader: inout ByteReader) throws(DecodingFailure) {
        let year = try reader.integer(width: 2)
        func known(_ number: Int) -> Int? { number == 0xFF || number == 0 ? nil : number }
        let month = known(try reader.integer(width: 1))
        let day = known(try reader.integer(width: 1))
        let hour = try reader.integer(width: 1)
        let minute = try reader.integer(width: 1)
        let second = try reader.integer(width: 1)
        _ = try reader.take(2)
        guard year != 0xFFFF else { return nil }
        let time = [hour, minute, second].contains(0xFF) ? nil : Time(hour: hour, minute: minute, second: second)
        self.init(year: year, month: month, day: day, time: time)
    }
}
