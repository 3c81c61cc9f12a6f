/// One BER-TLV data object, as slices of the file it was read from.
///
/// Spec: ITU-T X.690 §8.1; ISO/IEC 7816-4 §6.3.
public struct DataObject: Hashable, Sendable {
    /// Identifier octets as one big-endian number: `0x30`, `0x5F1F`.
    public let tag: Int
    /// The contents octets.
    public let value: ArraySlice<UInt8>
    /// Identifier, length and contents octets as they were read.
    public let encoded: ArraySlice<UInt8>

    public init(tag: Int, value: ArraySlice<UInt8>, encoded: ArraySlice<UInt8>) {
        self.tag = tag
        self.value = value
        self.encoded = encoded
    }

    /// Whether the contents are data objects themselves (bit 6 of the first identifier octet).
    public var isConstructed: Bool { (encoded.first ?? 0) & 0x20 != 0 }

    /// A cursor over the contents.
    public var reader: ByteReader { ByteReader(value) }

    /// The data objects inside, in stored order.
    ///
    /// - Throws: `DecodingFailure`, also for more than `limit` of them.
    public func children(limit: Int = 4096) throws(DecodingFailure) -> [DataObject] {
        var reader = reader
        return try reader.dataObjects(limit: limit)
    }
}

extension ByteReader {
    /// Reads one data object.
    ///
    /// Spec: ITU-T X.690 §8.1.2 (identifier octets) and §8.1.3 (length octets).
    public mutating func dataObject() throws(DecodingFailure) -> DataObject {
        var cursor = self
        let tag = try cursor.tag()
        let value = try cursor.take(cursor.length())
        let encoded = try take(cursor.offset - offset)
        return DataObject(tag: tag, value: value, encoded: encoded)
    }

    /// Reads one data object that must carry `tag`.
    public mutating func dataObject(_ tag: Int) throws(DecodingFailure) -> DataObject {
        var cursor = self
        let object = try cursor.dataObject()
        guard object.tag == tag else {
            throw DecodingFailure(.unexpectedTag(found: object.tag, expected: tag), at: offset)
        }
        self = cursor
        return object
    }

    /// Reads one data object if the next one carries `tag`; otherwise reads nothing.
    public mutating func dataObject(ifTag tag: Int) throws(DecodingFailure) -> DataObject? {
        guard !isAtEnd else { return nil }
        var cursor = self
        guard try cursor.tag() == tag else { return nil }
        return try dataObject()
    }

    /// Reads data objects up to the end.
    public mutating func dataObjects(limit: Int = 4096) throws(DecodingFailure) -> [DataObject] {
        var objects: [DataObject] = []
        while !isAtEnd {
            guard objects.count < limit else { throw DecodingFailure(.tooComplex(limit: limit), at: offset) }
            objects.append(try dataObject())
        }
        return objects
    }

    /// Reads identifier octets alone.
    public mutating func tag() throws(DecodingFailure) -> Int {
        var cursor = self
        var tag = try cursor.integer(width: 1)
        if tag & 0x1F == 0x1F {  // high-tag-number form
            repeat {
                guard tag <= 0xFFFF else { throw DecodingFailure(.oversizedTag, at: offset) }
                tag = try tag << 8 | cursor.integer(width: 1)
            } while tag & 0x80 != 0
        }
        self = cursor
        return tag
    }

    /// Reads length octets alone: a definite length of at most four octets after the first.
    public mutating func length() throws(DecodingFailure) -> Int {
        var cursor = self
        let length: Int
        switch try cursor.integer(width: 1) {
        case let short where short < 0x80: length = short
        case 0x80: throw DecodingFailure(.indefiniteLength, at: offset)  // only CMS may use it: see BERNormaliser
        case let long where long <= 0x84: length = try cursor.integer(width: long & 0x7F)
        default: throw DecodingFailure(.oversizedLength, at: offset)
        }
        self = cursor
        return length
    }
}
