import Conformance
import Cryptography
import Standards
import TestSupport
import Testing

@Suite("Hash functions: FIPS 180-4")
struct HashTests {
    static func vectors() throws -> [HashVector] {
        try HashVector.published()
    }

    @Test(arguments: try vectors())
    func `hashes the published message at once and piece by piece`(_ vector: HashVector) throws {
        try vector.check()
    }

    @Test
    func `hashes a slice by its own bytes`() {
        let bytes: [UInt8] = [1, 2, 3, 4, 5]

        #expect(HashAlgorithm.sha256.hash(bytes[1..<3]) == HashAlgorithm.sha256.hash([2, 3]))
        #expect(HashAlgorithm.sha256.hash([3, 2, 1].lazy.map { UInt8($0) }) == HashAlgorithm.sha256.hash([3, 2, 1]))
    }

    @Test(arguments: HashAlgorithm.allCases)
    func `is found by its object identifier`(_ algorithm: HashAlgorithm) {
        #expect(HashAlgorithm(oid: algorithm.oid) == algorithm)
    }

    @Test
    func `knows no hash function by the identifier of MD5`() {
        #expect(HashAlgorithm.sha256.oid.description == "2.16.840.1.101.3.4.2.1")
        #expect(HashAlgorithm.sha1.oid.description == "1.3.14.3.2.26")
        #expect(HashAlgorithm(oid: OID(1, 2, 840, 113549, 2, 5)) == nil)
    }
}
