import ByteCoding
import Standards

/// The fields of DG11 and DG12 by tag, whatever the order and nesting.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.11, §4.7.12.
struct DetailTemplate {
    /// The tags that the tag list names.
    private(set) var announced: [Int] = []
    /// Single fields, the first of each tag.
    private(set) var fields: [Int: ArraySlice<UInt8>] = [:]
    /// Repeated fields, inside a list (A0 to AF) or beside it.
    private(set) var repeated: [Int: [ArraySlice<UInt8>]] = [:]

    init(_ group: DataObject, repeatedTags: Set<Int>, _ decoder: inout TolerantDecoder) throws(DecodingFailure) {
        for object in try decoder.children(of: group) {
            switch object.tag {
            case 0x5C: announced = Self.tags(object.value, &decoder)
            // Tolerated: list elements outside their list (field note 64).
            case let tag where repeatedTags.contains(tag):
                decoder.note("outsideList", "\(Hexadecimal.number(tag)) stands outside its list (A0)")
                repeated[tag, default: []].append(object.value)
            case 0xA0...0xAF: try addList(object, &decoder)
            case let tag where fields[tag] == nil: fields[tag] = object.value
            default: decoder.note("repeatedField", "\(Hexadecimal.number(object.tag)) is there more than once")
            }
        }
        compareWithList(&decoder)
    }

    private mutating func addList(_ list: DataObject, _ decoder: inout TolerantDecoder) throws(DecodingFailure) {
        var count: Int?
        var found = 0
        for object in try decoder.children(of: list) {
            if object.tag == 0x02 {
                count = object.unsignedNumber
            } else {
                repeated[object.tag, default: []].append(object.value)
                found += 1
            }
        }
        if let count, count != found {
            decoder.note("wrongCount", "a list announces \(count) elements and has \(found)")
        }
    }

    private func compareWithList(_ decoder: inout TolerantDecoder) {
        guard !announced.isEmpty else {
            decoder.note("missingTagList", "the tag list (5C) is missing")
            return
        }
        let present = Set(fields.keys).union(repeated.keys)
        for tag in announced where !(0xA0...0xAF).contains(tag) && !present.contains(tag) {
            decoder.note("announcedButAbsent", "\(Hexadecimal.number(tag)) is in the tag list and not in the file")
        }
        for tag in fields.keys.sorted() where !announced.contains(tag) {
            decoder.note("notAnnounced", "\(Hexadecimal.number(tag)) is in the file and not in the tag list")
        }
    }

    private static func tags(_ list: ArraySlice<UInt8>, _ decoder: inout TolerantDecoder) -> [Int] {
        var reader = ByteReader(list)
        var tags: [Int] = []
        while !reader.isAtEnd {
            guard tags.count < 64, let tag = try? reader.tag() else {
                decoder.note("malformedTagList", "the tag list (5C) ends inside a tag, or is longer than any")
                break
            }
            tags.append(tag)
        }
        return tags
    }

    /// A text; present and empty where its length is zero (field note 66).
    func text(_ tag: Int, _ field: String, _ decoder: inout TolerantDecoder) -> String? {
        fields[tag].map { decoder.text($0, of: field) }
    }

    /// The parts of a text that `<` separates.
    ///
    /// Tolerated: fillers at the end (field note 64).
    func parts(_ tag: Int, _ field: String, _ decoder: inout TolerantDecoder) -> [String]? {
        text(tag, field, &decoder).map { $0.parts }
    }

    /// A date of any form; nil with a note where it is none.
    func date(_ tag: Int, _ field: String, _ decoder: inout TolerantDecoder) -> RecordedDate? {
        guard let bytes = fields[tag], !bytes.isEmpty else { return nil }
        guard let date = RecordedDate(recorded: bytes) else {
            decoder.note("malformedDate", "\(field) is no date")
            return nil
        }
        if bytes.count != 8 && bytes.count != 14 {
            decoder.note("unusualDate", "\(field) is not written as 8 or 14 digits")
        }
        return date
    }
}

extension String {
    /// The same without `<` at the end.
    var withoutTrailingFillers: String {
        var text = self[...]
        while text.last == "<" { text = text.dropLast() }
        return String(text)
    }

    /// The parts between single `<`, without fillers at the end.
    var parts: [String] {
        let text = withoutTrailingFillers
        guard !text.isEmpty else { return [] }
        return text.split(separator: "<", omittingEmptySubsequences: false).map(String.init)
    }

    /// Primary and secondary identifier: the first `<<` separates them, `<` stands for a blank.
    var recordedName: RecordedName {
        let text = withoutTrailingFillers[...]
        func words(_ part: Substring) -> String {
            part.split(separator: "<", omittingEmptySubsequences: true).joined(separator: " ")
        }
        guard let separator = text.firstRange(of: "<<") else {
            return RecordedName(primary: words(text), secondary: "")
        }
        return RecordedName(
            primary: words(text[..<separator.lowerBound]), secondary: words(text[separator.upperBound...]))
    }
}

/// A name in national characters.
public struct RecordedName: Hashable, Sendable {
    /// The primary identifier: mostly the surname.
    public let primary: String
    /// The secondary identifier: mostly the given names; may be empty.
    public let secondary: String
}
