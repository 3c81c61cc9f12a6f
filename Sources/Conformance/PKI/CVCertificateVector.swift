package import ByteCoding
package import PKI
import Standards

/// A card verifiable certificate and what its publication prints of it.
package struct CVCertificateVector: DecodingVector {
    package static let places = ["pki/cv-certificates/"]

    package let id: String
    package let certificate: HexBytes
    package let authorityReference: String?
    package let holderReference: String?
    package let algorithm: String?
    /// The numbers of the key in the order of their tags.
    package let numbers: [HexBytes]?
    package let terminalType: String?
    package let authorization: HexBytes?
    package let role: String?
    package let effectiveDate: String?
    package let expirationDate: String?
    package let signature: HexBytes?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> CVCertificate {
        try CVCertificate(encoded: certificate.bytes)
    }

    package func compareFields(of value: CVCertificate) throws {
        try compare("encoded", value.encoded, with: certificate.bytes)
        try compare("authorityReference", value.authorityReference.description, with: authorityReference)
        try compare("holderReference", value.holderReference.description, with: holderReference)
        try compare("algorithm", value.publicKey.identifier.description, with: algorithm)
        try compare("numbers", value.publicKey.key.numbers, with: numbers?.map(\.bytes))
        try compare("terminalType", value.authorization.terminalType.description, with: terminalType)
        try compare("authorization", value.authorization.bytes, with: authorization?.bytes)
        try compare("role", "\(value.authorization.role)", with: role)
        try compare("effectiveDate", value.effectiveDate.description, with: effectiveDate)
        try compare("expirationDate", value.expirationDate.description, with: expirationDate)
        try compare("signature", value.signature, with: signature?.bytes)
        try compare("body and signature", Array(value.contents.suffix(value.signature.count)), with: value.signature)
        try compare("body", Array(value.contents.prefix(value.body.count)), with: value.body)
    }
}

extension CVPublicKey.Key {
    /// The numbers in the order of their tags.
    fileprivate var numbers: [[UInt8]] {
        switch self {
        case .rsa(let modulus, let exponent): [modulus, exponent]
        case .ellipticCurve(nil, let point): [point]
        case .ellipticCurve(let curve?, let point):
            [curve.prime, curve.a, curve.b, curve.generator, curve.order, point] + [curve.cofactor].compactMap { $0 }
        case .diffieHellman(nil, let value): [value]
        case .diffieHellman(let group?, let value): [group.prime, group.order, group.generator, value]
        }
    }
}
