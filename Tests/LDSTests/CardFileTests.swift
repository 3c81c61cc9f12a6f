import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("EF.COM: Doc 9303-10 §4.6.1")
struct COMTests {
    static func vectors() throws -> [COMVector] {
        try COMVector.published()
    }

    @Test(arguments: try vectors())
    func `decodes versions and data groups`(_ vector: COMVector) throws {
        try vector.check()
    }
}

@Suite("EF.ATR/INFO and EF.DIR: Doc 9303-10 §3.11")
struct CardFileTests {
    static func attributesVectors() throws -> [CardAttributesVector] {
        try CardAttributesVector.published()
    }

    static func directoryVectors() throws -> [DirectoryVector] {
        try DirectoryVector.published()
    }

    @Test(arguments: try attributesVectors())
    func `decodes what the chip says it can do`(_ vector: CardAttributesVector) throws {
        try vector.check()
    }

    @Test(arguments: try directoryVectors())
    func `decodes the applications`(_ vector: DirectoryVector) throws {
        try vector.check()
    }
}

@Suite("EF.COM beside EF.SOD: Doc 9303-10 §4.6")
struct COMDifferenceTests {
    /// A security object of version 0, or of version 1 with signed versions.
    static func object(_ numbers: [UInt8], signedVersions: (lds: String, unicode: String)? = nil) throws
        -> LDSSecurityObject
    {
        var hashes: [UInt8] = []
        for number in numbers { hashes += [0x30, 0x06, 0x02, 0x01, number, 0x04, 0x01, number] }
        var body: [UInt8] = [0x02, 0x01, signedVersions == nil ? 0 : 1, 0x30, 0x03, 0x06, 0x01, 0x2A]
        body += DataObjectWriter.encode(0x30, hashes)
        if let signedVersions {
            let lds = DataObjectWriter.encode(0x13, Array(signedVersions.lds.utf8))
            let unicode = DataObjectWriter.encode(0x13, Array(signedVersions.unicode.utf8))
            body += DataObjectWriter.encode(0x30, lds + unicode)
        }
        return try LDSSecurityObject(encoded: DataObjectWriter.encode(0x30, body))
    }

    static func com(_ version: String, _ tags: [UInt8]) throws -> COM {
        try COM(
            encoded: DataObjectWriter.encode(
                0x60,
                DataObjectWriter.encode(0x5F01, Array(version.utf8))
                    + DataObjectWriter.encode(0x5F36, Array("040000".utf8)) + DataObjectWriter.encode(0x5C, tags)))
    }

    @Test
    func `agrees where both list the same, in LDS 1.7 and 1.8`() throws {
        #expect(try Self.com("0107", [0x75, 0x61]).differences(from: Self.object([1, 2])) == [])
        let signed = try Self.object([1, 2], signedVersions: ("0108", "040000"))
        #expect(try Self.com("0108", [0x61, 0x75]).differences(from: signed) == [])
    }

    @Test
    func `names groups that only one of them lists`() throws {
        let differences = try Self.com("0107", [0x61, 0x75, 0x6F]).differences(from: Self.object([1, 2, 14]))
        #expect(differences.codes == ["notSigned", "notListed"])
        #expect(differences.map(\.text).map { $0.contains("DG15") } == [true, false])
    }

    @Test
    func `names versions that differ from the signed ones`() throws {
        let signed = try Self.object([1], signedVersions: ("0108", "050000"))
        #expect(
            try Self.com("0107", [0x61]).differences(from: signed).codes == ["otherLDSVersion", "otherUnicodeVersion"])
    }

    @Test
    func `names a version from 1.8 on that is not signed`() throws {
        #expect(try Self.com("0108", [0x61]).differences(from: Self.object([1])).codes == ["versionNotSigned"])
        #expect(try Self.com("01XX", [0x61]).differences(from: Self.object([1])) == [])
    }
}
