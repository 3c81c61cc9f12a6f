import PKI
import Standards

/// A certificate and what another program reads in it.
package struct CertificateVector: ConformanceVector {
    package static let places = ["pki/certificates/"]

    package let id: String
    package let certificate: HexBytes
    package let serialNumber: String
    package let issuer: String
    package let subject: String
    package let notBefore: String
    package let notAfter: String
    package let signatureAlgorithm: String
    package let subjectKeyIdentifier: HexBytes?
    package let authorityKeyIdentifier: HexBytes?
    package let keyUsage: Int?
    package let isAuthority: Bool?
    package let pathLength: Int?
    package let usedFrom: String?
    package let usedUntil: String?
    package let documentTypes: [String]?
    package let extendedKeyUsage: [String]?
    package let localities: [String]

    package func check() throws {
        let decoded = try Certificate(encoded: certificate.bytes)
        try compare("encoded", decoded.encoded, with: certificate.bytes)
        try compare("version", decoded.version, with: 3)
        try compare("serialNumber", decoded.serialNumberText, with: serialNumber)
        try compare("issuer", decoded.issuer.description, with: issuer)
        try compare("subject", decoded.subject.description, with: subject)
        try compare("notBefore", decoded.notBefore.description, with: notBefore)
        try compare("notAfter", decoded.notAfter.description, with: notAfter)
        try compare("signatureAlgorithm", decoded.signatureAlgorithm.oid.description, with: signatureAlgorithm)
        try compare("signed algorithm", decoded.signedAlgorithm, with: decoded.signatureAlgorithm)
        try compare("subjectKeyIdentifier", decoded.subjectKeyIdentifier, with: subjectKeyIdentifier?.bytes)
        try compare("authorityKeyIdentifier", decoded.authorityKeyIdentifier, with: authorityKeyIdentifier?.bytes)
        try compare("keyUsage", (decoded.keyUsage?.rawValue).map { Int($0) }, with: keyUsage)
        try compare("isAuthority", decoded.basicConstraints?.isAuthority, with: isAuthority)
        try compare("pathLength", decoded.basicConstraints?.pathLength, with: pathLength)
        try compare("usedFrom", decoded.privateKeyUsagePeriod?.notBefore?.description, with: usedFrom)
        try compare("usedUntil", decoded.privateKeyUsagePeriod?.notAfter?.description, with: usedUntil)
        try compare("documentTypes", decoded.documentTypeList, with: documentTypes)
        try compare("extendedKeyUsage", decoded.extendedKeyUsage?.map(\.description), with: extendedKeyUsage)
        let places = decoded.alternativeNames(.subjectAlternativeName).compactMap { $0.value(of: .localityName) }
        try compare("localities", places, with: localities)
        try compare("malformed extensions", decoded.malformedExtensions.map(\.description), with: [])
        try compare("self-issued", decoded.isSelfIssued, with: issuer == subject)
    }
}
