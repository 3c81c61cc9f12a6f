import FoundationEssentials

/// The names of members in a JSON text, which decoders hand on once each.
enum JSONMembers {
    /// The first name that stands twice in one object, however it is escaped; nil where there is none.
    ///
    /// - Parameter text: well-formed JSON in UTF-8.
    static func repeated(in text: [UInt8]) -> String? {
        // One set for each open object, none for an array; where a name may stand, `mayBeName` says.
        var open: [Set<String>?] = []
        var mayBeName = false
        var position = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"):
                open.append([])
                mayBeName = true
            case UInt8(ascii: "["):
                open.append(nil)
                mayBeName = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                mayBeName = false
            case UInt8(ascii: ","): mayBeName = open.last.map { $0 != nil } ?? false
            case UInt8(ascii: ":"): mayBeName = false
            case UInt8(ascii: "\""):
                let start = position - 1
                while position < text.count, text[position] != byte {
                    position += text[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
                guard mayBeName, position <= text.count, let last = open.indices.last else { continue }
                guard let name = decoded(text[start..<position]) else { continue }
                if open[last]?.insert(name).inserted == false { return name }
            default: break
            }
        }
        return nil
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        let array = [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
        return try? JSONDecoder().decode([String].self, from: Data(array)).first
    }
}
