import Foundation

/// Finds a name that stands twice in one object, of which decoders take one and say nothing.
///
/// What it walks is known to be JSON, so it looks at strings and brackets alone.
struct RepeatedMember {
    /// One object or list that is open.
    private enum Level {
        case list
        case object(names: Set<String>)
    }

    private var levels: [Level] = []

    /// Whether an object in the line, at any depth, names a member twice.
    ///
    /// A name is compared as it reads, however it is written: `sod` and `so\u0064` are one.
    static func isIn(_ line: ArraySlice<UInt8>) -> Bool {
        var search = RepeatedMember()
        return search.find(line)
    }

    private mutating func find(_ line: ArraySlice<UInt8>) -> Bool {
        var position = line.startIndex
        var isNameNext = false
        while position < line.endIndex {
            switch line[position] {
            case UInt8(ascii: "{"):
                levels.append(.object(names: []))
                isNameNext = true
            case UInt8(ascii: "["): levels.append(.list)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = levels.popLast()
                isNameNext = false
            case UInt8(ascii: ","):
                if case .object = levels.last { isNameNext = true }
            case UInt8(ascii: "\""):
                let end = Self.end(ofStringAt: position, line)
                if isNameNext, !note(line[position..<end]) { return true }
                isNameNext = false
                position = end
                continue
            default: break
            }
            position += 1
        }
        return false
    }

    /// Keeps a name, with its quotation marks; false where it was there already or cannot be read.
    private mutating func note(_ name: ArraySlice<UInt8>) -> Bool {
        guard case .object(var names)? = levels.popLast() else { return false }
        guard let text = try? JSONDecoder().decode(String.self, from: Data(name)), names.insert(text).inserted else {
            return false
        }
        levels.append(.object(names: names))
        return true
    }

    /// The position behind the closing quotation mark, or the end of the line.
    private static func end(ofStringAt start: Int, _ line: ArraySlice<UInt8>) -> Int {
        var position = start + 1
        while position < line.endIndex, line[position] != UInt8(ascii: "\"") {
            position += line[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, line.endIndex)
    }
}
