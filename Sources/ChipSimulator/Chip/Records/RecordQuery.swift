import ByteCoding

/// What SEARCH RECORD looks for: a string at a place in the records of a file.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §3.8 and Appendix I.
struct RecordQuery: Sendable {
    /// The short identifier, or the file identifier.
    let file: [UInt8]
    let stopsAtFirst: Bool
    /// Where in a record the string is looked for, and how many bytes of it.
    private let offset: Int
    private let count: Int
    private let string: [UInt8]

    /// Reads DO'7F76'.
    init(_ data: [UInt8]) throws(DecodingFailure) {
        var outer = ByteReader(data)
        let request = try ControlReference(outer.dataObject(0x7F76).value)
        try outer.end()
        guard let name = request[0x51], let configuration = request[0xA1], let wanted = request[0xA3] else {
            throw DecodingFailure(.missing("search"), at: 0)
        }
        file = name
        let parts = try ControlReference(configuration)
        stopsAtFirst = parts[0x80] == [0x30]
        var window = ByteReader(parts[0xB0] ?? [])
        let numbers = try window.dataObjects(limit: 2).map { $0.value.reduce(0) { ($0 << 8 | Int($1)) & 0xFFFF } }
        guard numbers.count == 2, let string = try ControlReference(ControlReference(wanted)[0xB1] ?? [])[0x81] else {
            throw DecodingFailure(.missing("search window"), at: 0)
        }
        (offset, count) = (numbers[0], numbers[1])
        self.string = string
    }

    func matches(_ record: [UInt8]) -> Bool {
        let window = record.dropFirst(offset).prefix(count)
        return window.count == count && window.elementsEqual(string)
    }
}
