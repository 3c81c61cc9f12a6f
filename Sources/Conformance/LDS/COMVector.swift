package import ByteCoding
package import LDS
import Standards

/// EF.COM.
package struct COMVector: DecodingVector {
    package static let places = ["lds/com/"]

    package let id: String
    package let file: HexBytes
    package let ldsVersion: String?
    package let unicodeVersion: String?
    package let groups: [Int]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> COM { try COM(encoded: file.bytes) }

    package func compareFields(of com: COM) throws {
        try compare("ldsVersion", com.ldsVersion, with: ldsVersion)
        try compare("unicodeVersion", com.unicodeVersion, with: unicodeVersion)
        try compare("groups", com.dataGroups.map(\.rawValue), with: groups)
        try compare(notes: com.notes, with: notes)
    }
}
