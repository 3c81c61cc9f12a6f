import ByteCoding
public import Standards

/// The cipher and the checksum of the session that a protocol opens.
///
/// Spec: the last arc of the protocol identifiers in BSI TR-03110-3 A.1.1.
public enum SessionCipher: UInt8, CaseIterable, Hashable, Sendable {
    /// Triple DES and the retail MAC.
    case tripleDES = 1
    /// AES and CMAC.
    case aes128, aes192, aes256
}

/// How two sides of a protocol agree on a key.
public enum KeyAgreementKind: UInt8, Hashable, Sendable {
    case dh = 1
    case ecdh
}

/// How PACE maps the nonce to a generator.
public enum PACEMapping: Hashable, Sendable {
    case generic, integrated, chipAuthentication
}

/// One variant of PACE.
public struct PACEVariant: Hashable, Sendable {
    public let mapping: PACEMapping
    public let agreement: KeyAgreementKind
    public let cipher: SessionCipher

    /// Takes a protocol identifier apart; nil where it is none of PACE.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.1.
    public init?(_ identifier: OID) {
        let prefix = OID.idPACE.contents
        guard identifier.isBelow(.idPACE), identifier.contents.count == prefix.count + 2,
            let last = identifier.contents.last, let cipher = SessionCipher(rawValue: last),
            let mapping = Self.mapping(OID(contents: identifier.contents.dropLast()))
        else { return nil }
        // Chip Authentication Mapping is not defined for triple DES.
        if mapping.0 == .chipAuthentication, cipher == .tripleDES { return nil }
        (self.mapping, agreement) = mapping
        self.cipher = cipher
    }

    /// Mapping and key agreement of an identifier without its last arc.
    static func mapping(_ identifier: OID) -> (PACEMapping, KeyAgreementKind)? {
        guard identifier.isBelow(.idPACE), identifier.contents.count == OID.idPACE.contents.count + 1 else {
            return nil
        }
        switch identifier.contents.last {
        case 1: return (.generic, .dh)
        case 2: return (.generic, .ecdh)
        case 3: return (.integrated, .dh)
        case 4: return (.integrated, .ecdh)
        case 6: return (.chipAuthentication, .ecdh)
        default: return nil
        }
    }
}

/// `PACEInfo`: one way to open the chip.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.1.
public struct PACEInfo: Hashable, Sendable {
    public let identifier: OID
    public let variant: PACEVariant
    /// 2 in everything that Doc 9303 describes.
    public let version: Int
    /// The standardized domain parameters, or those of a `PACEDomainParameterInfo`.
    public let parameterID: Int?

    init(_ identifier: OID, _ variant: PACEVariant, _ reader: inout ByteReader) throws(DecodingFailure) {
        self.identifier = identifier
        self.variant = variant
        version = try reader.smallInteger("version")
        parameterID = try reader.optionalInteger("parameterId")
    }
}

/// `PACEDomainParameterInfo`: explicit domain parameters.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.2.
public struct PACEDomainParameterInfo: Hashable, Sendable {
    public let identifier: OID
    public let mapping: PACEMapping
    public let agreement: KeyAgreementKind
    /// The `AlgorithmIdentifier` as stored.
    public let domainParameter: [UInt8]
    public let parameterID: Int?

    init(
        _ identifier: OID, _ mapping: (PACEMapping, KeyAgreementKind), _ reader: inout ByteReader
    ) throws(DecodingFailure) {
        self.identifier = identifier
        (self.mapping, agreement) = mapping
        domainParameter = Array(try reader.dataObject(0x30).encoded)
        parameterID = try reader.optionalInteger("parameterId")
    }
}
