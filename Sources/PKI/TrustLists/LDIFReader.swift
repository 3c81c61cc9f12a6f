/// Reads the entries of an LDIF file one after another.
///
/// Folded lines, either end of line, comments, base64, a version line and changes are understood. An entry that is
/// broken is a fault, and the next call goes on behind it.
///
/// Spec: RFC 2849; ICAO PKD download files.
public struct LDIFReader: Sendable {
    private var rest: ArraySlice<UInt8>
    private var lineNumber = 0
    /// Whether a version line may still come.
    private var isAtStart = true

    /// The most bytes of one line with what is folded onto it.
    public static let lineLimit = 32 << 20
    /// The most attributes of one entry.
    public static let attributeLimit = 4096

    public init(_ file: [UInt8]) {
        rest = file[...]
    }

    /// The next entry; nil at the end of the file.
    public mutating func next() -> Result<LDIFEntry, LDIFFault>? {
        while true {
            var fault: LDIFFault?
            var (lines, first): ([Line], Int) = ([], 0)
            while let line = logicalLine(&fault) {
                if line.isEmpty { break }
                if lines.isEmpty { first = line.number }
                guard lines.count <= Self.attributeLimit else {
                    fault = fault ?? LDIFFault(.oversizedEntry(limit: Self.attributeLimit), line: line.number)
                    continue
                }
                lines.append(line)
            }
            if let fault { return .failure(fault) }
            if lines.isEmpty {
                if rest.isEmpty { return nil }
                continue
            }
            do throws(LDIFFault) {
                guard let entry = try entry(lines, first) else { continue }  // a version line alone
                return .success(entry)
            } catch {
                return .failure(error)
            }
        }
    }

    // MARK: Lines

    private struct Line {
        let number: Int
        let bytes: [UInt8]
        var isEmpty: Bool { bytes.isEmpty }
    }

    /// The next line without end, with the folded rest; comments are passed over; nil at the end of the file.
    private mutating func logicalLine(_ fault: inout LDIFFault?) -> Line? {
        while !rest.isEmpty {
            var line = Array(physicalLine())
            let number = lineNumber
            var isWhole = true
            while rest.first == UInt8(ascii: " ") {
                let more = physicalLine().dropFirst()
                if line.count + more.count > Self.lineLimit { isWhole = false } else { line += more }
            }
            if line.first == UInt8(ascii: "#") { continue }
            if !isWhole || line.count > Self.lineLimit {
                fault = fault ?? LDIFFault(.oversizedLine(limit: Self.lineLimit), line: number)
                line = Array(line.prefix(1))
            }
            return Line(number: number, bytes: line)
        }
        return nil
    }

    private mutating func physicalLine() -> ArraySlice<UInt8> {
        lineNumber += 1
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var line = rest[..<end]
        rest = end < rest.endIndex ? rest[(end + 1)...] : rest[end...]
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return line
    }

    // MARK: Entries

    /// - Returns: nil for a version line without an entry.
    private mutating func entry(_ lines: [Line], _ first: Int) throws(LDIFFault) -> LDIFEntry? {
        var lines = lines[...]
        if isAtStart, let line = lines.first, let attribute = try? Self.attribute(line), attribute.name == "version" {
            guard attribute.value == [UInt8(ascii: "1")] else {
                throw LDIFFault(.unsupportedVersion, line: line.number)
            }
            lines = lines.dropFirst()
        }
        isAtStart = false
        guard let head = lines.popFirst() else { return nil }
        let name = try Self.attribute(head)
        guard name.name == "dn" else { throw LDIFFault(.nameMissing, line: head.number) }

        var change = LDIFEntry.Change.add
        while let line = lines.first {
            let attribute = try Self.attribute(line)
            if attribute.name == "changetype" { change = try Self.change(attribute, line.number) }
            guard attribute.name == "control" || attribute.name == "changetype" else { break }
            lines = lines.dropFirst()
        }
        return LDIFEntry(
            line: first, distinguishedName: String(decoding: name.value, as: UTF8.self), change: change,
            attributes: try Self.attributes(lines, change))
    }

    private static func change(_ attribute: LDIFEntry.Attribute, _ line: Int) throws(LDIFFault) -> LDIFEntry.Change {
        let word = String(decoding: attribute.value, as: UTF8.self).lowercased()
        switch word {
        case "add": return .add
        case "delete": return .delete
        case "modify": return .modify
        case "modrdn", "moddn": return .rename
        default: throw LDIFFault(.unknownChange(word), line: line)
        }
    }

    /// What an entry puts in. A modification has parts, each of which ends with a dash and begins with what it does.
    private static func attributes(
        _ lines: ArraySlice<Line>, _ change: LDIFEntry.Change
    ) throws(LDIFFault) -> [LDIFEntry.Attribute] {
        guard change == .add || change == .modify else { return [] }
        var attributes: [LDIFEntry.Attribute] = []
        var (isFirst, isKept) = (true, true)
        for line in lines {
            if change == .modify, line.bytes == [UInt8(ascii: "-")] {
                (isFirst, isKept) = (true, true)
                continue
            }
            let attribute = try attribute(line)
            if change == .modify, isFirst {
                (isFirst, isKept) = (false, attribute.name == "add" || attribute.name == "replace")
            } else if isKept {
                attributes.append(attribute)
            }
        }
        return attributes
    }

    /// `name: text`, `name:: base64`.
    private static func attribute(_ line: Line) throws(LDIFFault) -> LDIFEntry.Attribute {
        guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
            throw LDIFFault(.malformedLine, line: line.number)
        }
        let name = String(decoding: line.bytes[..<colon], as: UTF8.self).lowercased()
        var value = line.bytes[(colon + 1)...]
        let mark = value.first
        if mark == UInt8(ascii: ":") || mark == UInt8(ascii: "<") { value = value.dropFirst() }
        value = value.drop { $0 == UInt8(ascii: " ") }
        switch mark {
        case UInt8(ascii: "<"): throw LDIFFault(.valueElsewhere, line: line.number)
        case UInt8(ascii: ":"):
            guard let decoded = Base64.decode(Array(value)) else {
                throw LDIFFault(.malformedBase64, line: line.number)
            }
            return LDIFEntry.Attribute(name: name, value: decoded)
        default: return LDIFEntry.Attribute(name: name, value: Array(value))
        }
    }
}
