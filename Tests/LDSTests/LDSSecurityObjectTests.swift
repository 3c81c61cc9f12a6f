import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("LDS security object: Doc 9303-10 Appendix D")
struct LDSSecurityObjectTests {
    static func vectors() throws -> [SecurityObjectVector] {
        try SecurityObjectVector.published()
    }

    @Test(arguments: try vectors())
    func `decodes the hashes in stored order`(_ vector: SecurityObjectVector) throws {
        try vector.check()
    }

    @Test
    func `knows the content types of the drafts`() {
        #expect(
            LDSSecurityObject.contentTypes.map(\.description) == [
                "2.23.136.1.1.1", "1.3.27.1.1.1", "2.16.528.1.1006.1.20.1",
            ])
    }
}
