import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("SecurityInfos: Doc 9303-11 §9.2")
struct SecurityInfosTests {
    static func vectors() throws -> [SecurityInfosVector] {
        try SecurityInfosVector.published()
    }

    @Test(arguments: try vectors())
    func `decodes every entry in stored order`(_ vector: SecurityInfosVector) throws {
        try vector.check()
    }

    @Test
    func `hands out the public key as it is stored`() throws {
        let vector = try #require(try Self.vectors().first { $0.id == "BSI TR-03105-5 DG14" })
        let infos = try SecurityInfos(encoded: vector.file.bytes)
        let key = try #require(infos.chipAuthenticationPublicKeys.first)

        #expect(vector.file.text.contains(key.subjectPublicKeyInfo.hex))
        #expect(key.subjectPublicKeyInfo.hex.hasPrefix("308201133081D406072A8648CE3D0201"))
        #expect(infos.chipAuthentication.count == 1)
        #expect(infos.terminalAuthentication.count == 1)
        #expect(infos.pace.isEmpty)
    }
}
