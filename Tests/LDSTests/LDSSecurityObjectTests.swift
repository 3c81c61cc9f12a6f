import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("LDS security object: Doc 9303-10 Appendix D")
struct LDSSecurityObjectTests {
    struct Vector: DecodingVector {
        let id: String
        let content: String
        let version: Int?
        let hashAlgorithm: String?
        let groups: [Int]?
        let hashes: [String: String]?
        let noHash: [Int]?
        let ldsVersion: String?
        let unicodeVersion: String?
        let notes: [String]?
        let expect: String?
    }

    static func vectors() throws -> [Vector] {
        try VectorFile.load("lds/security-object/doc9303-10-appendix-d.json").vectors
    }

    @Test(arguments: try vectors())
    func `decodes the hashes in stored order`(_ vector: Vector) throws {
        guard
            let object = vector.decode({ () throws(DecodingFailure) in
                try LDSSecurityObject(encoded: [UInt8](hex: vector.content))
            })
        else { return }

        #expect(object.version == vector.version)
        #expect(object.hashAlgorithm.description == vector.hashAlgorithm)
        #expect(object.dataGroups.map(\.rawValue) == vector.groups)
        #expect(object.ldsVersion == vector.ldsVersion)
        #expect(object.unicodeVersion == vector.unicodeVersion)
        #expect(object.notes.codes == vector.notes)
        for (number, hash) in vector.hashes ?? [:] {
            let group = try #require(Int(number).flatMap(DataGroup.init(rawValue:)))
            #expect(object.hash(of: group)?.hex == hash)
        }
        for number in vector.noHash ?? [] {
            #expect(object.hash(of: try #require(DataGroup(rawValue: number))) == nil)
        }
    }

    @Test
    func `knows the content types of the drafts`() {
        #expect(
            LDSSecurityObject.contentTypes.map(\.description) == [
                "2.23.136.1.1.1", "1.3.27.1.1.1", "2.16.528.1.1006.1.20.1",
            ])
    }
}
