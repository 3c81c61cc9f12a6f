import ByteCoding

/// The data objects of one protected command or answer, each at most once, in the order Doc 9303-11 gives.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.4 and Figures 5 to 8.
struct SecureMessagingObjects {
    /// What the checksum covers: everything before DO8E, as it came.
    let covered: ArraySlice<UInt8>
    private let values: [Int: ArraySlice<UInt8>]

    /// Splits `bytes`; `order` names every tag that may come, the checksum's last.
    init(_ bytes: [UInt8], order: [Int]) throws(SecureMessagingError) {
        var values: [Int: ArraySlice<UInt8>] = [:]
        var reader = ByteReader(bytes)
        var rest = order[...]
        var covered = bytes[...]
        while !reader.isAtEnd {
            let object: DataObject
            do { object = try reader.dataObject() } catch { throw .malformedObject(error) }
            guard let position = rest.firstIndex(of: object.tag) else { throw .unexpectedObject(tag: object.tag) }
            rest = rest[(position + 1)...]
            if let count = Self.fixedByteCounts[object.tag], object.value.count != count {
                throw .wrongObjectLength(tag: object.tag)
            }
            values[object.tag] = object.value
            if object.tag == 0x8E { covered = bytes[..<object.encoded.startIndex] }
        }
        self.covered = covered
        self.values = values
    }

    /// The value of an object, where it is there.
    subscript(tag: Int) -> ArraySlice<UInt8>? { values[tag] }

    private static let fixedByteCounts = [0x8E: 8, 0x99: 2]
}
