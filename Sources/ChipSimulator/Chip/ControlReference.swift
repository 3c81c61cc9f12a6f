import ByteCoding

/// The data objects of MANAGE SECURITY ENVIRONMENT or of GENERAL AUTHENTICATE, by tag; those not known are left alone.
///
/// Spec: ISO/IEC 7816-4 §10.3 (control reference templates); ICAO Doc 9303-11 (8th ed.) §4.4.4.
struct ControlReference {
    private let objects: [Int: DataObject]

    /// - Throws: `DecodingFailure` for what are no data objects, and for one that comes twice.
    init(_ bytes: some Collection<UInt8>) throws(DecodingFailure) {
        var reader = ByteReader(Array(bytes))
        var objects: [Int: DataObject] = [:]
        while !reader.isAtEnd {
            let object = try reader.dataObject()
            guard objects.updateValue(object, forKey: object.tag) == nil, objects.count <= 16 else {
                throw DecodingFailure(.unexpectedTag(found: object.tag, expected: 0), at: object.value.startIndex)
            }
        }
        self.objects = objects
    }

    /// The contents of an object, where it is there.
    subscript(tag: Int) -> [UInt8]? { objects[tag].map { Array($0.value) } }

    /// The whole of an object, where it is there.
    func encoded(_ tag: Int) -> [UInt8]? { objects[tag].map { Array($0.encoded) } }

    /// An unsigned number of at most four bytes; nil where there is none, or a longer one.
    func number(_ tag: Int) -> Int? {
        guard let digits = objects[tag]?.value, (1...4).contains(digits.count) else { return nil }
        return digits.reduce(0) { $0 << 8 | Int($1) }
    }
}
