package import ByteCoding
package import LDS
import PKI
import Standards

/// DG1.
package struct DG1Vector: DecodingVector {
    package static let places = ["lds/dg1/"]

    package let id: String
    package let file: HexBytes
    package let lines: [String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DG1 { try DG1(encoded: file.bytes) }

    package func compareFields(of group: DG1) throws {
        try compare("lines", group.lines, with: lines)
        try compare(notes: group.notes, with: notes)
    }
}

/// DG15.
package struct DG15Vector: DecodingVector {
    package static let places = ["lds/dg15/"]

    package let id: String
    package let file: HexBytes
    package let subjectPublicKeyInfo: HexBytes?
    package let algorithm: String?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DG15 { try DG15(encoded: file.bytes) }

    package func compareFields(of group: DG15) throws {
        try compare("subjectPublicKeyInfo", group.subjectPublicKeyInfo, with: subjectPublicKeyInfo?.bytes)
        try compare("algorithm", group.algorithm.description, with: algorithm)
        try compare(notes: group.notes, with: notes)
    }
}

/// DG16.
package struct DG16Vector: DecodingVector {
    package static let places = ["lds/dg16/"]

    package let id: String
    package let file: HexBytes
    /// Date, `PRIMARY|SECONDARY`, telephone and address of each, `-` for what is absent.
    package let persons: [String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DG16 { try DG16(encoded: file.bytes) }

    package func compareFields(of group: DG16) throws {
        let found = group.persons.map { person in
            [
                person.recordedOn?.description ?? "-", person.name?.vectorText ?? "-", person.telephone ?? "-",
                person.address?.joined(separator: "/") ?? "-",
            ].joined(separator: " ")
        }
        try compare("persons", found, with: persons ?? [])
        try compare(notes: group.notes, with: notes)
    }
}

/// A data group that is kept as it is.
package struct RawDataGroupVector: DecodingVector {
    package static let places = ["lds/raw/"]

    package let id: String
    package let group: Int
    package let file: HexBytes
    package let content: HexBytes?
    /// The tags of the data objects inside; nil where the content is no sequence of them.
    package let tags: [String]?
    package let announcedCount: Int?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> RawDataGroup {
        guard let group = DataGroup(rawValue: group) else { throw DecodingFailure(.invalidValue("group"), at: 0) }
        return try RawDataGroup(group, encoded: file.bytes)
    }

    package func compareFields(of group: RawDataGroup) throws {
        try compare("content", Array(group.content), with: content?.bytes)
        try compare("tags", group.objects?.map { Hexadecimal.number($0.tag) }, with: tags)
        try compare("announcedCount", group.announcedCount, with: announcedCount)
        try compare(notes: group.notes, with: notes)
    }
}

extension RecordedName {
    /// `PRIMARY|SECONDARY`, as the vectors write it.
    var vectorText: String { "\(primary)|\(secondary)" }
}
