import ByteCoding

/// Changes of files by their bytes, as faults of a form want them.
enum Template {
    /// The same file with another first byte of its tag.
    static func tagged(_ tag: UInt8, _ file: [UInt8]) -> [UInt8] { [tag] + file.dropFirst() }

    /// The same file with another number in the last octet of its length.
    static func lengthChanged(_ file: [UInt8], by difference: Int) -> [UInt8] {
        var reader = ByteReader(file)
        guard let object = try? reader.dataObject(), object.value.startIndex > 0 else { return file }
        let index = object.value.startIndex - 1
        var changed = file
        changed[index] = UInt8(truncatingIfNeeded: Int(file[index]) + difference)
        return changed
    }

    /// A file without the data objects of a tag, at any depth.
    ///
    /// - Parameter position: Which of them, counted from 0; nil takes all.
    static func removing(_ tag: Int, at position: Int? = nil, from file: [UInt8]) -> [UInt8] {
        var count = 0
        return rewritten(file) { object in
            guard object.tag == tag else { return Array(object.encoded) }
            defer { count += 1 }
            return position == nil || position == count ? [] : Array(object.encoded)
        }
    }

    /// A file in which the value of each data object of a tag is another one, at any depth.
    static func replacing(_ tag: Int, in file: [UInt8], by change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        rewritten(file) { object in
            object.tag == tag ? DataObjectWriter.encode(tag, change(Array(object.value))) : Array(object.encoded)
        }
    }

    /// Writes each data object anew, those outside after those inside.
    private static func rewritten(_ bytes: [UInt8], _ change: (DataObject) -> [UInt8]) -> [UInt8] {
        var reader = ByteReader(bytes)
        var result: [UInt8] = []
        while !reader.isAtEnd, let object = try? reader.dataObject() {
            guard object.isConstructed else {
                result += change(object)
                continue
            }
            let inner = DataObjectWriter.encode(object.tag, rewritten(Array(object.value), change))
            var again = ByteReader(inner)
            if let object = try? again.dataObject() { result += change(object) }
        }
        return result
    }
}
