public import PKI
public import Standards

/// What a card verifiable certificate says of its holder, beside the key.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.2.2; BSI TR-03110-3 C.1.
public struct CVCertificateProfile: Hashable, Sendable {
    public var holderReference: CertificateReference
    public var authorization: CertificateHolderAuthorization
    public var effectiveDate: CVDate
    /// The last day of its validity.
    public var expirationDate: CVDate
    public var extensions: [Extension] = []
    /// Whether a key of a curve is written with all domain parameters: a self-signed certificate needs them, a link
    /// certificate where they change, and no other may have them.
    public var includesDomainParameters = false

    /// One extension: its identifier, and the data objects behind it.
    public struct Extension: Hashable, Sendable {
        public let identifier: OID
        public let contents: [UInt8]

        public init(identifier: OID, contents: [UInt8]) {
            self.identifier = identifier
            self.contents = contents
        }
    }

    public init(
        holderReference: CertificateReference, authorization: CertificateHolderAuthorization, effectiveDate: CVDate,
        expirationDate: CVDate
    ) {
        self.holderReference = holderReference
        self.authorization = authorization
        self.effectiveDate = effectiveDate
        self.expirationDate = expirationDate
    }
}

extension CertificateHolderAuthorization {
    /// The authorization of an inspection system, or of who certifies inspection systems.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.2.2; BSI TR-03110-4 §2.2.3.1: role in bits 8 and 7, DG4 in bit 2, DG3 in bit 1.
    public static func inspectionSystem(
        _ role: Role, readsDG3: Bool, readsDG4: Bool
    ) -> CertificateHolderAuthorization? {
        let rights: UInt8 = (readsDG3 ? 0x01 : 0) | (readsDG4 ? 0x02 : 0)
        return CertificateHolderAuthorization(terminalType: .idIS, bytes: [role.rawValue << 6 | rights])
    }
}
