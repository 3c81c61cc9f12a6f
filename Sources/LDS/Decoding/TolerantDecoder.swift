import ByteCoding
import Standards

/// Takes a file apart and keeps a note of everything it tolerated on the way.
///
/// Real files carry padding, lengths that are off by a few bytes and text in unexpected encodings. What is
/// unambiguous is taken and noted; the enclosing length always rules.
struct TolerantDecoder {
    /// What deviated from the specification, in the order it was met.
    private(set) var notes: [Reason] = []

    /// Adds a remark.
    mutating func note(_ code: String, _ text: String) {
        notes.append(Reason(code, text))
    }

    /// Adds the remarks of a part that was decoded by itself.
    mutating func note(_ others: [Reason]) {
        notes += others
    }

    /// The file's outermost data object.
    ///
    /// Tolerated: bytes after it (Doc 9303-10 §4.6.2 hashes the data object alone).
    mutating func outermost(of file: [UInt8], tag: Int) throws(DecodingFailure) -> DataObject {
        var reader = ByteReader(file)
        let object = try reader.dataObject(tag)
        if !reader.isAtEnd {
            note("trailingBytes", "\(reader.remaining) bytes follow the data object of the file")
        }
        return object
    }

    /// The data objects inside a template, as far as they can be told apart.
    ///
    /// Tolerated: zero bytes between data objects, which ISO/IEC 7816-4 allows and Doc 9303 does not mention;
    /// a last data object that claims more bytes than its template has (field note 60: the template rules).
    mutating func children(of object: DataObject, limit: Int = 1024) throws(DecodingFailure) -> [DataObject] {
        var reader = object.reader
        var objects: [DataObject] = []
        var paddingCount = 0
        while let next = reader.next {
            if next == 0 {
                _ = try reader.take(1)
                paddingCount += 1
                continue
            }
            guard objects.count < limit else { throw DecodingFailure(.tooComplex(limit: limit), at: reader.offset) }
            let before = reader
            do {
                objects.append(try reader.dataObject())
            } catch {
                if case .truncated = error.reason, let clamped = before.clampedDataObject() {
                    note("lengthTooLong", "a data object inside \(Hexadecimal.number(object.tag)) is cut: \(error)")
                    objects.append(clamped)
                } else {
                    note("undecodableRest", "the rest of \(Hexadecimal.number(object.tag)) is skipped: \(error)")
                }
                break
            }
        }
        if paddingCount > 0 {
            note(
                "padding",
                "\(paddingCount) zero bytes stand between the data objects of \(Hexadecimal.number(object.tag))")
        }
        return objects
    }

    /// Text that should be UTF-8.
    ///
    /// Tolerated: ISO 8859-1 and ITU-T T.61, which older issuers wrote (field note 64).
    mutating func text(_ bytes: some Collection<UInt8>, of field: String) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if let text = T61.decode(Array(bytes)) {
            note("t61", "\(field) is not UTF-8 and is read as ITU-T T.61")
            return text
        }
        note("notUTF8", "\(field) is not UTF-8 and is read as ISO 8859-1")
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Adds a remark where lengths are written in more octets than needed, which DER forbids.
    ///
    /// Nothing is re-encoded for it: hashes cover what is stored (field note 67).
    mutating func noteLongLengths(in object: DataObject) {
        var open = [object]
        var seen = 0
        var count = 0
        while let next = open.popLast(), seen < 4096 {
            seen += 1
            if next.encoded.count - next.value.count
                > DataObjectWriter.header(next.tag, valueCount: next.value.count).count
            {
                count += 1
            }
            if next.isConstructed { open += (try? next.children(limit: 1024)) ?? [] }
        }
        if count > 0 { note("longLength", "\(count) lengths are written in more octets than needed") }
    }
}

extension ByteReader {
    /// A data object whose value ends where the bytes end, though its length says more; nil without a whole header.
    fileprivate func clampedDataObject() -> DataObject? {
        var cursor = self
        guard let tag = try? cursor.tag(), (try? cursor.length()) != nil else { return nil }
        let value = cursor.takeRest()
        var whole = self
        return DataObject(tag: tag, value: value, encoded: whole.takeRest())
    }
}

extension DataObject {
    /// The value of an INTEGER or a plain number of at most seven bytes, where it is not negative.
    var unsignedNumber: Int? {
        guard (1...7).contains(value.count) else { return nil }
        return value.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The value of an INTEGER of at most seven bytes, in two's complement.
    var signedNumber: Int? {
        guard let number = unsignedNumber, let first = value.first else { return nil }
        return first < 0x80 ? number : number - 1 << (8 * value.count)
    }
}
