import ByteCoding
import Standards

/// The tags of card verifiable certificates.
///
/// Spec: BSI TR-03110-3 D.2.
package enum CVTag {
    package static let certificate = 0x7F21
    package static let body = 0x7F4E
    package static let profile = 0x5F29
    package static let authorityReference = 0x42
    package static let publicKey = 0x7F49
    package static let holderReference = 0x5F20
    package static let authorization = 0x7F4C
    package static let effectiveDate = 0x5F25
    package static let expirationDate = 0x5F24
    package static let extensions = 0x65
    package static let signature = 0x5F37
    package static let authenticatedRequest = 0x67
}

/// The fields that certificates and requests share, in the order that both give them.
struct CVCertificateParts {
    let body: [UInt8]
    let authorityReference: CertificateReference?
    let publicKey: CVPublicKey
    let holderReference: CertificateReference
    let authorization: CertificateHolderAuthorization?
    let effectiveDate: CVDate?
    let expirationDate: CVDate?
    let extensions: [CVCertificateExtension]
    let signature: [UInt8]

    /// Reads the contents of DO'7F21'.
    init(_ certificate: DataObject) throws(DecodingFailure) {
        var outer = certificate.reader
        let body = try outer.dataObject(CVTag.body)
        signature = Array(try outer.dataObject(CVTag.signature).value)
        try outer.end()
        self.body = Array(body.encoded)

        var reader = body.reader
        let profile = try reader.dataObject(CVTag.profile)
        guard profile.value.elementsEqual([0]) else { throw profile.failure("certificate profile identifier") }
        authorityReference = try reader.dataObject(ifTag: CVTag.authorityReference).map(Self.reference)
        publicKey = try CVPublicKey(reader.dataObject(CVTag.publicKey))
        holderReference = try Self.reference(reader.dataObject(CVTag.holderReference))
        authorization = try reader.dataObject(ifTag: CVTag.authorization).map(Self.authorization)
        effectiveDate = try reader.dataObject(ifTag: CVTag.effectiveDate).map(Self.date)
        expirationDate = try reader.dataObject(ifTag: CVTag.expirationDate).map(Self.date)
        var extensions: [CVCertificateExtension] = []
        for entry in try reader.dataObject(ifTag: CVTag.extensions)?.children(limit: 64) ?? [] {
            extensions.append(try CVCertificateExtension(entry))
        }
        self.extensions = extensions
        try reader.end()
    }

    static func reference(_ object: DataObject) throws(DecodingFailure) -> CertificateReference {
        do { return try CertificateReference(encoded: object.value) } catch {
            throw DecodingFailure(error.reason, at: object.offset)
        }
    }

    private static func date(_ object: DataObject) throws(DecodingFailure) -> CVDate {
        do { return try CVDate(encoded: object.value) } catch {
            throw DecodingFailure(error.reason, at: object.offset)
        }
    }

    private static func authorization(_ object: DataObject) throws(DecodingFailure) -> CertificateHolderAuthorization {
        try CertificateHolderAuthorization(object)
    }
}
