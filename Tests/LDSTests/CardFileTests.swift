import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("EF.COM: Doc 9303-10 §4.6.1")
struct COMTests {
    struct Vector: DecodingVector {
        let id: String
        let file: String
        let ldsVersion: String?
        let unicodeVersion: String?
        let groups: [Int]?
        let notes: [String]?
        let expect: String?
    }

    static func vectors() throws -> [Vector] {
        try VectorFile<Vector>.load("lds/com/doc9303-10-appendix-a.json").vectors
            + VectorFile<Vector>.load("lds/com/bsi-tr03105-5.json").vectors
    }

    @Test(arguments: try vectors())
    func `decodes versions and data groups`(_ vector: Vector) {
        guard let com = vector.decode({ () throws(DecodingFailure) in try COM(encoded: [UInt8](hex: vector.file)) })
        else { return }

        #expect(com.ldsVersion == vector.ldsVersion)
        #expect(com.unicodeVersion == vector.unicodeVersion)
        #expect(com.dataGroups.map(\.rawValue) == vector.groups)
        #expect(com.notes.codes == vector.notes)
    }
}

@Suite("EF.ATR/INFO and EF.DIR: Doc 9303-10 §3.11")
struct CardFileTests {
    struct AttributesVector: DecodingVector {
        let id: String
        let file: String
        let capabilities: String?
        let chaining: Bool?
        let extendedLength: Bool?
        let shortIdentifier: Bool?
        let command: Int?
        let response: Int?
        let notes: [String]?
        let expect: String?
    }

    struct DirectoryVector: DecodingVector {
        let id: String
        let file: String
        let applications: [String]?
        let listsLDS1: Bool?
        let notes: [String]?
        let expect: String?
    }

    static func attributesVectors() throws -> [AttributesVector] {
        try VectorFile.load("lds/attributes/iso7816-4.json").vectors
    }

    static func directoryVectors() throws -> [DirectoryVector] {
        try VectorFile.load("lds/directory/doc9303-10-table-31.json").vectors
    }

    @Test(arguments: try attributesVectors())
    func `decodes what the chip says it can do`(_ vector: AttributesVector) {
        guard
            let attributes = vector.decode({ () throws(DecodingFailure) in
                try CardAttributes(encoded: [UInt8](hex: vector.file))
            })
        else { return }

        #expect(attributes.capabilities?.hex == vector.capabilities)
        #expect(attributes.supportsCommandChaining == vector.chaining)
        #expect(attributes.supportsExtendedLength == vector.extendedLength)
        #expect(attributes.selectsByShortIdentifier == vector.shortIdentifier)
        #expect(attributes.bufferSizes?.command == vector.command)
        #expect(attributes.bufferSizes?.response == vector.response)
        #expect(attributes.notes.codes == vector.notes)
    }

    @Test(arguments: try directoryVectors())
    func `decodes the applications`(_ vector: DirectoryVector) {
        guard
            let directory = vector.decode({ () throws(DecodingFailure) in
                try ApplicationDirectory(encoded: [UInt8](hex: vector.file))
            })
        else { return }

        #expect(directory.applicationIdentifiers.map(\.hex) == vector.applications)
        #expect(directory.listsLDS1 == vector.listsLDS1)
        #expect(directory.notes.codes == vector.notes)
    }
}
