import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("DG1, DG15, DG16: Doc 9303-10 §4.7")
struct PlainDataGroupTests {
    static func zones() throws -> [DG1Vector] {
        try DG1Vector.published()
    }

    static func keys() throws -> [DG15Vector] {
        try DG15Vector.published()
    }

    static func persons() throws -> [DG16Vector] {
        try DG16Vector.published()
    }

    @Test(arguments: try zones())
    func `splits the zone into its lines`(_ vector: DG1Vector) throws {
        try vector.check()
    }

    @Test(arguments: try keys())
    func `hands out the public key as it is stored`(_ vector: DG15Vector) throws {
        try vector.check()
    }

    @Test(arguments: try persons())
    func `decodes the persons to notify`(_ vector: DG16Vector) throws {
        try vector.check()
    }
}

@Suite("DG11 and DG12: Doc 9303-10 §4.7.11, §4.7.12, field notes 63, 64, 66")
struct DetailDataGroupTests {
    static func holders() throws -> [DG11Vector] {
        try DG11Vector.published()
    }

    static func documents() throws -> [DG12Vector] { try DG12Vector.published() }

    @Test(arguments: try holders())
    func `decodes the details of the holder`(_ vector: DG11Vector) throws {
        try vector.check()
    }

    @Test(arguments: try documents())
    func `decodes the details of the document`(_ vector: DG12Vector) throws {
        try vector.check()
    }
}
