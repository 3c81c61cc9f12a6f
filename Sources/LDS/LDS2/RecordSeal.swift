import ByteCoding

/// The signature on an object of LDS2, and the bytes that it covers.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.3 to §5.5 and Tables 86, 90 and 93.
public struct RecordSeal: Hashable, Sendable {
    /// The signed data object as stored, tag and length included: 73 of a travel record, 71 of a visa, 5F2E of
    /// additional biometrics.
    public let signedObject: [UInt8]
    /// The signature (5F37): plain `r ‖ s`.
    public let signature: [UInt8]
    /// The number of the record of EF.Certificates with the signer's certificate (5F38): 1 to 254.
    public let certificateRecord: Int
}

/// The parts of a record: an outer field, the signed template, the signature and the reference to its certificate.
struct SealedRecord {
    /// Data objects of the record itself, the first of each tag.
    private(set) var outer: [Int: DataObject] = [:]
    /// Data objects inside the signed template, in stored order.
    private(set) var inner: [DataObject] = []
    /// The fields of the signed template, the first of each tag.
    private(set) var fields: [Int: ArraySlice<UInt8>] = [:]
    private(set) var seal: RecordSeal?

    /// Takes apart a record whose signed data object has the tag `signed`.
    init(_ objects: [DataObject], signed tag: Int, _ decoder: inout TolerantDecoder) throws(DecodingFailure) {
        for object in objects {
            if outer[object.tag] == nil {
                outer[object.tag] = object
            } else {
                decoder.note("repeatedField", "\(Hexadecimal.number(object.tag)) is there more than once")
            }
        }
        guard let content = outer[tag] else {
            throw DecodingFailure(
                .missing("the signed data object (\(Hexadecimal.number(tag)))"),
                at: objects.first?.encoded.startIndex ?? 0)
        }
        if content.isConstructed {
            inner = try decoder.children(of: content, limit: 64)
            for object in inner {
                if fields[object.tag] == nil {
                    fields[object.tag] = object.value
                } else {
                    decoder.note("repeatedField", "\(Hexadecimal.number(object.tag)) is there more than once")
                }
            }
        }
        seal = seal(of: content, &decoder)
    }

    /// The signature; nil with a note where a part of it is missing, so that nobody can take the record as signed.
    private func seal(of content: DataObject, _ decoder: inout TolerantDecoder) -> RecordSeal? {
        guard let signature = outer[0x5F37], !signature.value.isEmpty else {
            decoder.note("missingSignature", "the record has no signature (5F37)")
            return nil
        }
        guard let reference = outer[0x5F38]?.unsignedNumber else {
            decoder.note("missingCertificateReference", "the record does not name the record of its certificate (5F38)")
            return nil
        }
        if !(1...254).contains(reference) {
            decoder.note("certificateReference", "\(reference) is no number of a certificate record")
        }
        return RecordSeal(
            signedObject: Array(content.encoded), signature: Array(signature.value), certificateRecord: reference)
    }

    /// A text that must be there; noted where it is not.
    func text(
        _ tag: Int, _ field: String, isMandatory: Bool = false, _ decoder: inout TolerantDecoder
    ) -> String? {
        guard let value = fields[tag] else {
            if isMandatory { decoder.note("missingField", "\(field) (\(Hexadecimal.number(tag))) is missing") }
            return nil
        }
        return decoder.text(value, of: field)
    }

    /// A date of eight digits that must be there.
    func date(_ tag: Int, _ field: String, _ decoder: inout TolerantDecoder) -> RecordedDate? {
        guard let value = fields[tag] else {
            decoder.note("missingField", "\(field) (\(Hexadecimal.number(tag))) is missing")
            return nil
        }
        guard let date = RecordedDate(recorded: value) else {
            decoder.note("malformedDate", "\(field) is no date")
            return nil
        }
        if value.count != 8 { decoder.note("unusualDate", "\(field) is not written as 8 digits") }
        return date
    }

    /// A binary number.
    func number(_ tag: Int, _ field: String, _ decoder: inout TolerantDecoder) -> Int? {
        guard let value = fields[tag] else { return nil }
        guard let number = DataObject(tag: tag, value: value, encoded: value).unsignedNumber else {
            decoder.note("malformedNumber", "\(field) is no number")
            return nil
        }
        return number
    }

    /// The fields of other tags, as stored.
    func others(than known: Set<Int>) -> [StoredField] {
        inner.filter { !known.contains($0.tag) }.map { StoredField(tag: $0.tag, value: Array($0.value)) }
    }
}
