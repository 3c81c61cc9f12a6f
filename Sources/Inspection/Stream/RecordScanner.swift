import Foundation

/// Finds the members of a record in its usual form, without decoding JSON in general.
///
/// What it takes is JSON: one object with members of known names, each once, whose values are strings without escapes,
/// and objects of such strings. It takes nothing else, and says nothing of what is wrong: that is the decoder's to say.
struct RecordScanner {
    /// Where the text of `id` is, with its quotation marks.
    private(set) var id = 0..<0
    private(set) var sod = 0..<0
    private(set) var hashAlgorithm = 0..<0
    private(set) var readAt = 0..<0
    /// The values of hashes and files that are there, in stored order.
    private(set) var hashes: [(number: Int, text: Range<Int>)] = []
    private(set) var files: [(number: Int, text: Range<Int>)] = []

    private var position = 0
    private var end = 0

    /// Scans one line; false where it has another form.
    mutating func scan(_ line: ArraySlice<UInt8>) -> Bool {
        (id, sod, hashAlgorithm, readAt) = (0..<0, 0..<0, 0..<0, 0..<0)
        hashes.removeAll(keepingCapacity: true)
        files.removeAll(keepingCapacity: true)
        (position, end) = (line.startIndex, line.endIndex)
        guard take("{", line) else { return false }
        repeat {
            guard let name = string(line), take(":", line), member(name, line) else { return false }
        } while take(",", line)
        guard take("}", line) else { return false }
        skipSpace(line)
        return position == end && !sod.isEmpty
    }

    private mutating func member(_ name: Range<Int>, _ line: ArraySlice<UInt8>) -> Bool {
        if isText("sod", name, line) { return value(\.sod, line) }
        if isText("id", name, line) {
            guard value(\.id, line) else { return false }
            // What is given back has to be plain text as it stands.
            guard line[id].allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return false }
            id = id.lowerBound - 1..<id.upperBound + 1
            return true
        }
        if isText("dataGroupHashes", name, line) { return groups(\.hashes, line) }
        if isText("dataGroups", name, line) { return groups(\.files, line) }
        if isText("hashAlgorithm", name, line) { return value(\.hashAlgorithm, line) }
        if isText("readAt", name, line) { return value(\.readAt, line) }
        return false
    }

    private func isText(_ text: StaticString, _ range: Range<Int>, _ line: ArraySlice<UInt8>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return line.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            return memcmp(base + (range.lowerBound - line.startIndex), text.utf8Start, range.count) == 0
        }
    }

    /// A string that is not empty, for a member that was not there yet.
    private mutating func value(
        _ place: WritableKeyPath<RecordScanner, Range<Int>>, _ line: ArraySlice<UInt8>
    ) -> Bool {
        guard self[keyPath: place].isEmpty, let text = string(line), !text.isEmpty else { return false }
        self[keyPath: place] = text
        return true
    }

    private mutating func groups(
        _ list: WritableKeyPath<RecordScanner, [(number: Int, text: Range<Int>)]>, _ line: ArraySlice<UInt8>
    ) -> Bool {
        guard self[keyPath: list].isEmpty, take("{", line) else { return false }
        repeat {
            guard let name = string(line), let number = number(line[name]), take(":", line),
                let text = string(line), !text.isEmpty
            else { return false }
            self[keyPath: list].append((number, text))
        } while take(",", line)
        return take("}", line)
    }

    /// 1 to 16, without zeros in front.
    private func number(_ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first, let last = text.last else { return nil }
        switch text.count {
        case 1 where (0x31...0x39).contains(first): return Int(first) - 0x30
        case 2 where first == 0x31 && (0x30...0x36).contains(last): return Int(last) - 0x30 + 10
        default: return nil
        }
    }

    /// The text of a string without escapes and controls.
    private mutating func string(_ line: ArraySlice<UInt8>) -> Range<Int>? {
        guard take("\"", line) else { return nil }
        let start = position
        let (first, rest) = (line.startIndex, line.endIndex - start)
        let count: Int? = line.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, rest > 0 else { return nil }
            let text = base + (start - first)
            guard let quote = memchr(text, 0x22, rest) else { return nil }
            let count = UnsafeRawPointer(quote) - text
            return memchr(text, 0x5C, count) == nil ? count : nil
        }
        guard let count else { return nil }
        position = start + count + 1
        return start..<start + count
    }

    private mutating func take(_ character: Unicode.Scalar, _ line: ArraySlice<UInt8>) -> Bool {
        skipSpace(line)
        guard position < end, line[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace(_ line: ArraySlice<UInt8>) {
        while position < end, line[position] == 0x20 || line[position] == 0x09 || line[position] == 0x0D {
            position += 1
        }
    }
}
