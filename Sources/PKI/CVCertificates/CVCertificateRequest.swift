public import ByteCoding

/// A request for a card verifiable certificate: signed with the key that is to be certified, and around that, for the
/// following certificates of a holder, with the key of the certificate before.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §8.1; BSI TR-03110-3 C.2.
public struct CVCertificateRequest: Hashable, Sendable {
    /// The request as it is stored, tag 67 or 7F21 included.
    public let encoded: [UInt8]
    /// DO'7F21' as it is stored, whether or not something is around it.
    public let certificate: [UInt8]
    /// What the inner signature covers: DO'7F4E' as it is stored.
    public let body: [UInt8]
    /// The authority that the certificate is expected from, where the request names it.
    public let authorityReference: CertificateReference?
    public let holderReference: CertificateReference
    /// With domain parameters, which an authority has to compare with its own.
    public let publicKey: CVPublicKey
    public let extensions: [CVCertificateExtension]
    /// By the key that is to be certified.
    public let signature: [UInt8]
    /// Who vouches for the request, where it is authenticated.
    public let outer: Outer?

    /// The signature around a request.
    public struct Outer: Hashable, Sendable {
        /// Whose key has signed: the CAR of DO'67'.
        public let authorityReference: CertificateReference
        /// What the signature covers: DO'7F21' and DO'42' as they are stored.
        public let signedBytes: [UInt8]
        public let signature: [UInt8]
    }

    /// Decodes one request, and nothing may follow it.
    public init(encoded: some Collection<UInt8>) throws(DecodingFailure) {
        var reader = ByteReader(Array(encoded))
        let object = try reader.dataObject()
        try reader.end()
        guard object.encoded.count <= CVCertificate.maximumByteCount else {
            throw DecodingFailure(.tooComplex(limit: CVCertificate.maximumByteCount), at: 0)
        }
        let inner: DataObject
        switch object.tag {
        case CVTag.certificate:
            inner = object
            outer = nil
        case CVTag.authenticatedRequest:
            var reader = object.reader
            inner = try reader.dataObject(CVTag.certificate)
            let reference = try reader.dataObject(CVTag.authorityReference)
            let signature = try reader.dataObject(CVTag.signature)
            try reader.end()
            outer = Outer(
                authorityReference: try CVCertificateParts.reference(reference),
                signedBytes: Array(inner.encoded + reference.encoded), signature: Array(signature.value))
        default:
            throw DecodingFailure(.unexpectedTag(found: object.tag, expected: CVTag.certificate), at: object.offset)
        }
        let parts = try CVCertificateParts(inner)
        guard parts.authorization == nil, parts.effectiveDate == nil, parts.expirationDate == nil else {
            throw inner.failure("request")  // a certificate: what it grants is for the authority to say
        }
        self.encoded = Array(object.encoded)
        certificate = Array(inner.encoded)
        body = parts.body
        authorityReference = parts.authorityReference
        holderReference = parts.holderReference
        publicKey = parts.publicKey
        extensions = parts.extensions
        signature = parts.signature
    }
}
