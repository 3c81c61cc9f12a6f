import ByteCoding
import Conformance
import LDS
import Standards
import TestSupport
import Testing

@Suite("SecurityInfos: Doc 9303-11 §9.2")
struct SecurityInfosTests {
    struct Vector: DecodingVector {
        let id: String
        let file: String
        let entries: [String]?
        let notes: [String]?
        let expect: String?
    }

    static func vectors() throws -> [Vector] {
        try VectorFile<Vector>.load("lds/security-infos/doc9303-11-appendix-g.json").vectors
            + VectorFile<Vector>.load("lds/security-infos/tr03110-worked-example.json").vectors
    }

    @Test(arguments: try vectors())
    func `decodes every entry in stored order`(_ vector: Vector) {
        guard
            let infos = vector.decode({ () throws(DecodingFailure) in
                try SecurityInfos(encoded: [UInt8](hex: vector.file))
            })
        else { return }

        #expect(infos.infos.map(\.summary) == vector.entries)
        #expect(infos.notes.codes == vector.notes)
    }

    @Test
    func `hands out the public key as it is stored`() throws {
        let vector = try #require(try Self.vectors().first { $0.id == "BSI TR-03105-5 DG14" })
        let infos = try SecurityInfos(encoded: [UInt8](hex: vector.file))
        let key = try #require(infos.chipAuthenticationPublicKeys.first)

        #expect(vector.file.contains(key.subjectPublicKeyInfo.hex))
        #expect(key.subjectPublicKeyInfo.hex.hasPrefix("308201133081D406072A8648CE3D0201"))
        #expect(infos.chipAuthentication.count == 1)
        #expect(infos.terminalAuthentication.count == 1)
        #expect(infos.pace.isEmpty)
    }
}

extension SecurityInfo {
    /// One line, as the vectors write it.
    fileprivate var summary: String {
        func optional(_ name: String, _ value: Int?) -> String { value.map { " \(name) \($0)" } ?? "" }
        switch content {
        case .pace(let info):
            let variant = info.variant
            return "pace \(variant.mapping) \(variant.agreement) \(variant.cipher) version \(info.version)"
                + optional("parameter", info.parameterID)
        case .paceDomainParameters(let info):
            return "paceDomainParameters \(info.mapping) \(info.agreement)" + optional("parameter", info.parameterID)
        case .chipAuthentication(let info):
            return "chipAuthentication \(info.variant.agreement) \(info.variant.cipher) version \(info.version)"
                + optional("key", info.keyID)
        case .chipAuthenticationPublicKey(let info):
            return "chipAuthenticationPublicKey \(info.agreement)" + optional("key", info.keyID)
        case .terminalAuthentication(let info):
            let file = info.cvcaFile.map { " file \(Hexadecimal.encode($0.identifier))" } ?? ""
            return "terminalAuthentication version \(info.version)\(file)"
                + optional("sfi", info.cvcaFile?.shortIdentifier.map(Int.init))
        case .activeAuthentication(let info):
            return "activeAuthentication version \(info.version) \(info.signatureAlgorithm)"
        case .applicationDirectory(let bytes): return "applicationDirectory \(Hexadecimal.encode(bytes))"
        case .unknown: return "unknown \(identifier)"
        case .malformed: return "malformed \(identifier)"
        }
    }
}
