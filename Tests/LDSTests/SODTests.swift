import ByteCoding
import Conformance
import LDS
import PKI
import Standards
import TestSupport
import Testing

@Suite("EF.SOD: Doc 9303-10 §4.6.2")
struct SODTests {
    struct Vector: DecodingVector {
        let id: String
        let file: String
        let groups: [Int]?
        let hashAlgorithm, contentType: String?
        let digestAlgorithm, signatureAlgorithm, certificateSignatureAlgorithm: String?
        let notes: [String]?
        let expect: String?
    }

    static func vectors() throws -> [Vector] { try VectorFile.load("lds/sod/bsi-tr03105-5.json").vectors }

    @Test(arguments: try vectors())
    func `decodes the signed hashes and the three algorithms apart`(_ vector: Vector) {
        guard let sod = vector.decode({ () throws(DecodingFailure) in try SOD(encoded: [UInt8](hex: vector.file)) })
        else { return }

        #expect(sod.securityObject.dataGroups.map(\.rawValue) == vector.groups)
        #expect(sod.securityObject.hashAlgorithm.description == vector.hashAlgorithm)
        #expect(sod.signedData.eContentType.description == vector.contentType)
        let signer = sod.signedData.signerInfos.first
        #expect(signer?.digestAlgorithm.oid.description == vector.digestAlgorithm)
        #expect(signer?.signatureAlgorithm.oid.description == vector.signatureAlgorithm)
        let certificate = sod.signedData.certificates.first
        #expect(certificate?.signatureAlgorithm.oid.description == vector.certificateSignatureAlgorithm)
        #expect(sod.notes.codes == vector.notes)
    }
}
