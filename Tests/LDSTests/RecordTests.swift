import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("LDS2 records: Doc 9303-10 §5")
struct RecordTests {
    static func vectors() throws -> [RecordVector] { try RecordVector.published() }

    @Test(arguments: try vectors())
    func `decodes every field and keeps the signed bytes as they are stored`(_ vector: RecordVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors())
    func `tells a sound record by its first tag`(_ vector: RecordVector) throws {
        guard vector.expect == nil, let file = RecordFile(rawValue: vector.kind) else { return }
        let found = try #require(RecordFile.detect(vector.file.bytes))

        #expect(try DecodedRecord(found, encoded: vector.file.bytes) == vector.decoded())
        #expect(ElementaryFile.detect(vector.file.bytes) == nil)
        #expect(
            try RecordReading(file: file, number: 1, bytes: vector.file.bytes).decoded() == vector.decoded())
    }

    @Test
    func `takes other bytes for no record`() {
        #expect(RecordFile.detect([]) == nil)
        #expect(RecordFile.detect([0x60, 0x00]) == nil)
    }
}

@Suite("Additional biometrics: Doc 9303-10 §5.5")
struct AdditionalBiometricsTests {
    static func vectors() throws -> [AdditionalBiometricsVector] { try AdditionalBiometricsVector.published() }

    @Test(arguments: try vectors())
    func `decodes the data and keeps the signed bytes as they are stored`(
        _ vector: AdditionalBiometricsVector
    ) throws {
        try vector.check()
    }

    @Test
    func `is told by its tag and decoded as a file of the application`() throws {
        let vector = try #require(try Self.vectors().first)
        let file = try #require(ElementaryFile.detect(vector.file.bytes))

        #expect(file.application == .additionalBiometrics)
        guard case .biometrics = try DecodedFile(file, encoded: vector.file.bytes) else {
            Issue.record("decoded as something else")
            return
        }
    }
}
