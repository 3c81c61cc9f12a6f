import ByteCoding
import Conformance
import LDS
import PKI
import Standards
import TestSupport
import Testing

@Suite("EF.SOD: Doc 9303-10 §4.6.2")
struct SODTests {
    static func vectors() throws -> [SODVector] { try SODVector.published() }

    @Test(arguments: try vectors())
    func `decodes the signed hashes and the three algorithms apart`(_ vector: SODVector) throws {
        try vector.check()
    }
}
