import Cryptography
import Evidence
import Foundation
import LDS
import Standards
import Trust

/// One line of a stream, decoded as JSON of any form.
enum StreamRecord {
    /// A security object and what came with it.
    case object(SecurityObjectRecord)
    /// A whole reading.
    case reading(StoredReading)

    /// Decodes a line and hands over the record's own name as JSON, `null` where it has none.
    static func decode(_ line: ArraySlice<UInt8>) throws(StreamFault) -> (id: [UInt8], record: StreamRecord) {
        guard String(validating: line, as: UTF8.self) != nil else {
            throw StreamFault(.notUTF8, "the line is not UTF-8", id: RecordID.atStart(of: line))
        }
        let members: RecordMembers
        do { members = try JSONDecoder().decode(RecordMembers.self, from: Data(line)) } catch {
            throw fault(error, id: RecordID.atStart(of: line))
        }
        let id = members.id?.json
        do throws(StreamFault) {
            guard !RepeatedMember.isIn(line) else {
                throw StreamFault(.memberTwice, "an object on the line names a member twice")
            }
            return (id ?? RecordID.none, try record(members, line))
        } catch {
            var fault = error
            fault.id = id
            throw fault
        }
    }

    private static func fault(_ error: any Error, id: [UInt8]?) -> StreamFault {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            let path = context.codingPath.prefix(2).map(\.stringValue).joined(separator: ".")
            let what = path.isEmpty ? "the line is no JSON object" : "'\(path.prefix(64))' has another type"
            return StreamFault(.wrongType, what, id: id)
        default: return StreamFault(.notJSON, "the line is no JSON", id: id)
        }
    }

    private static func record(_ members: RecordMembers, _ line: ArraySlice<UInt8>) throws(StreamFault) -> StreamRecord
    {
        // Whoever sends both says of one document what only one of the two holds.
        guard members.sod == nil || members.format == nil else {
            throw StreamFault(.notARecord, "the line has both a 'sod' and the 'format' of evidence")
        }
        if members.sod != nil { return .object(try object(members)) }
        guard members.format != nil else {
            throw StreamFault(.notARecord, "the line has neither a 'sod' nor the 'format' of evidence")
        }
        do throws(EvidenceError) { return .reading(try StoredReading(line: line)) } catch {
            throw StreamFault(.evidence, "\(error)")
        }
    }

    private static func object(_ members: RecordMembers) throws(StreamFault) -> SecurityObjectRecord {
        var record = SecurityObjectRecord(sod: [])
        guard TextBytes.decodeBase64(Array((members.sod ?? "").utf8)[...], into: &record.sod), !record.sod.isEmpty
        else { throw StreamFault(.base64, "'sod' is not base64") }
        if let name = members.hashAlgorithm {
            guard let algorithm = HashAlgorithm(recordName: name) else {
                throw StreamFault(.hashAlgorithm, "'hashAlgorithm' names no known hash function")
            }
            record.hashAlgorithm = algorithm
        }
        if let text = members.readAt {
            guard let time = Timestamp(iso8601: text) else {
                throw StreamFault(.time, "'readAt' is no time such as 2026-01-31T09:30:00Z")
            }
            record.readAt = time
        }
        for (name, text) in (members.dataGroups ?? [:]).sorted(by: { $0.key < $1.key }) {
            let number = try number(name, record)
            guard record.withFile(of: number, { TextBytes.decodeBase64(Array(text.utf8)[...], into: &$0) }) else {
                throw StreamFault(.base64, "data group \(number) is not base64")
            }
        }
        for (name, text) in (members.dataGroupHashes ?? [:]).sorted(by: { $0.key < $1.key }) {
            let number = try number(name, record)
            guard record.withHash(of: number, { TextBytes.decodeHexadecimal(Array(text.utf8)[...], into: &$0) })
            else { throw StreamFault(.hexadecimal, "the hash of data group \(number) is not hexadecimal") }
            guard HashAlgorithm.lengths.contains(text.utf8.count / 2) else {
                throw StreamFault(
                    .hashLength, "the hash of data group \(number) has \(text.utf8.count / 2) bytes, as none has")
            }
        }
        return record
    }

    private static func number(_ name: String, _ record: SecurityObjectRecord) throws(StreamFault) -> Int {
        guard let number = Int(name), "\(number)" == name, DataGroup(rawValue: number) != nil else {
            throw StreamFault(.dataGroupNumber, "there is no data group '\(name.prefix(16))'")
        }
        guard !record.has(number) else {
            throw StreamFault(.dataGroupTwice, "data group \(number) is there as a file and as a hash")
        }
        return number
    }
}

/// The members of a line that are asked for; others are left alone.
private struct RecordMembers: Decodable {
    var id: RecordID?
    var format: String?
    var sod: String?
    var dataGroupHashes: [String: String]?
    var dataGroups: [String: String]?
    var hashAlgorithm: String?
    var readAt: String?
}

/// A record's own name: a string or a whole number.
enum RecordID: Decodable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    static let none = Array("null".utf8)

    var json: [UInt8] {
        switch self {
        case .text(let text): StreamText.string(text)
        case .number(let number): Array("\(number)".utf8)
        }
    }

    /// The name in a line that cannot be decoded: there where it is the first member and plain text.
    static func atStart(of line: ArraySlice<UInt8>) -> [UInt8]? {
        let text = line.prefix(1024).filter { $0 != 0x20 && $0 != 0x09 }
        let start = Array(#"{"id":""#.utf8)
        guard text.starts(with: start) else { return nil }
        let name = line.prefix(1024).drop { $0 != UInt8(ascii: ":") }.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
        guard let end = name.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let id = name[..<end]
        guard id.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        return [UInt8(ascii: "\"")] + id + [UInt8(ascii: "\"")]
    }
}

extension HashAlgorithm {
    /// The lengths of hash values.
    static let lengths = Set(allCases.map(\.byteCount))

    /// Reads `SHA-256`, also in lower case and without the hyphen.
    init?(recordName: String) {
        guard let algorithm = Self.byName[recordName.uppercased().filter { $0 != "-" }] else { return nil }
        self = algorithm
    }

    private static let byName = Dictionary(
        allCases.map { ($0.name.filter { $0 != "-" }, $0) }, uniquingKeysWith: { first, _ in first })
}
