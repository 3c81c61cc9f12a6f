public import ByteCoding
public import Standards

/// DG16: persons to notify.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.16.
public struct DG16: Hashable, Sendable {
    /// The persons, in stored order.
    public let persons: [Person]
    /// What was tolerated.
    public let notes: [Reason]

    /// A person to notify.
    public struct Person: Hashable, Sendable {
        /// When the entry was made (5F50).
        public let recordedOn: RecordedDate?
        public let name: RecordedName?
        public let telephone: String?
        /// The address, in its parts.
        public let address: [String]?
        /// Fields of other tags, as stored.
        public let otherFields: [StoredField]
    }

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.DG16, tag 0x70 included.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let group = try decoder.outermost(of: file, tag: 0x70)
        var persons: [Person] = []
        var count: Int?
        for object in try decoder.children(of: group, limit: 64) {
            switch object.tag {
            case 0x02: count = object.unsignedNumber
            case 0xA1...0xAF: persons.append(try decoder.person(object))
            default: decoder.note("unknownTag", "\(Hexadecimal.number(object.tag)) is no person to notify")
            }
        }
        if let count, count != persons.count {
            decoder.note("wrongCount", "\(count) persons are announced and \(persons.count) are there")
        }
        self.persons = persons
        notes = decoder.notes
    }
}

extension TolerantDecoder {
    fileprivate mutating func person(_ object: DataObject) throws(DecodingFailure) -> DG16.Person {
        var fields: [Int: ArraySlice<UInt8>] = [:]
        var others: [StoredField] = []
        for field in try children(of: object, limit: 64) {
            if fields[field.tag] != nil {
                note("repeatedField", "\(Hexadecimal.number(field.tag)) is there more than once")
            }
            fields[field.tag] = fields[field.tag] ?? field.value
            if !(0x5F50...0x5F53).contains(field.tag) {
                others.append(StoredField(tag: field.tag, value: Array(field.value)))
            }
        }
        let date = fields[0x5F50].flatMap { RecordedDate(recorded: $0) }
        if date == nil, fields[0x5F50]?.isEmpty == false { note("malformedDate", "the date of an entry is no date") }
        return DG16.Person(
            recordedOn: date,
            name: fields[0x5F51].map { text($0, of: "a name").recordedName },
            telephone: fields[0x5F52].map { text($0, of: "a telephone number") },
            address: fields[0x5F53].map { text($0, of: "an address").parts }, otherFields: others)
    }
}
