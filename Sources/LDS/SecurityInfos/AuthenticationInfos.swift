import ByteCoding
public import Standards

/// One variant of Chip Authentication.
public struct ChipAuthenticationVariant: Hashable, Sendable {
    public let agreement: KeyAgreementKind
    public let cipher: SessionCipher

    /// Takes a protocol identifier apart; nil where it is none of Chip Authentication.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.5.
    public init?(_ identifier: OID) {
        let arcs = identifier.contents.dropFirst(OID.idCA.contents.count)
        guard identifier.isBelow(.idCA), arcs.count == 2, let first = arcs.first, let last = arcs.last,
            let agreement = KeyAgreementKind(rawValue: first), let cipher = SessionCipher(rawValue: last)
        else { return nil }
        self.agreement = agreement
        self.cipher = cipher
    }
}

/// `ChipAuthenticationInfo`.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.5.
public struct ChipAuthenticationInfo: Hashable, Sendable {
    public let identifier: OID
    public let variant: ChipAuthenticationVariant
    /// 1, or 2 where Terminal Authentication comes first.
    public let version: Int
    /// Tells several keys apart.
    public let keyID: Int?

    init(
        _ identifier: OID, _ variant: ChipAuthenticationVariant, _ reader: inout ByteReader
    ) throws(DecodingFailure) {
        self.identifier = identifier
        self.variant = variant
        version = try reader.smallInteger("version")
        keyID = try reader.optionalInteger("keyId")
    }
}

/// `ChipAuthenticationPublicKeyInfo`: the chip's static public key.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.6.
public struct ChipAuthenticationPublicKeyInfo: Hashable, Sendable {
    public let identifier: OID
    public let agreement: KeyAgreementKind
    /// The `SubjectPublicKeyInfo` as stored.
    public let subjectPublicKeyInfo: [UInt8]
    public let keyID: Int?

    init(_ identifier: OID, _ reader: inout ByteReader) throws(DecodingFailure) {
        self.identifier = identifier
        agreement = identifier == .idPKDH ? .dh : .ecdh
        subjectPublicKeyInfo = Array(try reader.dataObject(0x30).encoded)
        keyID = try reader.optionalInteger("keyId")
    }
}

/// `TerminalAuthenticationInfo`.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.7; BSI TR-03110-3 A.1.1.3.
public struct TerminalAuthenticationInfo: Hashable, Sendable {
    public let version: Int
    /// Where EF.CVCA lies, if not at its usual place.
    public let cvcaFile: FileIdentifier?

    /// `FileID`.
    public struct FileIdentifier: Hashable, Sendable {
        public let identifier: [UInt8]
        public let shortIdentifier: UInt8?
    }

    init(_ reader: inout ByteReader) throws(DecodingFailure) {
        version = try reader.smallInteger("version")
        guard var file = try reader.dataObject(ifTag: 0x30)?.reader else {
            cvcaFile = nil
            return
        }
        cvcaFile = FileIdentifier(
            identifier: Array(try file.dataObject(0x04).value),
            shortIdentifier: try file.dataObject(ifTag: 0x04)?.value.first)
    }
}

/// `ActiveAuthenticationInfo`: with which algorithm an ECDSA chip signs.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.4.
public struct ActiveAuthenticationInfo: Hashable, Sendable {
    public let version: Int
    /// One of the `ecdsa-plain` algorithms of BSI TR-03111.
    public let signatureAlgorithm: OID

    init(_ reader: inout ByteReader) throws(DecodingFailure) {
        version = try reader.smallInteger("version")
        signatureAlgorithm = OID(contents: try reader.dataObject(0x06).value)
    }
}
