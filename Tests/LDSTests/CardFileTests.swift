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
