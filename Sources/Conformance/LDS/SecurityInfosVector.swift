package import ByteCoding
package import LDS
import Standards

/// EF.CardAccess or DG14.
package struct SecurityInfosVector: DecodingVector {
    package static let places = ["lds/security-infos/"]

    package let id: String
    package let file: HexBytes
    /// One line for each entry.
    package let entries: [String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> SecurityInfos { try SecurityInfos(encoded: file.bytes) }

    package func compareFields(of infos: SecurityInfos) throws {
        try compare("entries", infos.infos.map(\.vectorText), with: entries)
        try compare(notes: infos.notes, with: notes)
    }
}

extension SecurityInfo {
    /// One line, as the vectors write it.
    fileprivate var vectorText: String {
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
