import ByteCoding
public import Cryptography
public import Standards

/// Encodes the security infos that EF.DG14 and EF.CardAccess hold.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.
public enum SecurityInfoEncoder {
    /// ActiveAuthenticationInfo for an ECDSA key.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.10.
    public static func activeAuthentication(_ hash: HashAlgorithm) -> [UInt8] {
        DER.sequence(
            DER.oid(OID(2, 23, 136, 1, 1, 5)), DER.integer(1), DER.oid(SignatureAlgorithm.plainECDSA(hash)))
    }

    /// PACEInfo, version 2.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.1.
    public static func pace(_ protocolIdentifier: OID, parameterIdentifier: Int) -> [UInt8] {
        DER.sequence(DER.oid(protocolIdentifier), DER.integer(2), DER.integer(parameterIdentifier))
    }

    /// A security info of any kind; `required` and `optional` are already encoded.
    public static func info(_ protocolIdentifier: OID, required: [UInt8], optional: [UInt8]? = nil) -> [UInt8] {
        DER.sequence(of: [DER.oid(protocolIdentifier), required] + (optional.map { [$0] } ?? []))
    }

    /// The whole of EF.CardAccess.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.3.
    public static func cardAccess(_ infos: [[UInt8]]) -> [UInt8] {
        DER.setOf(infos)
    }
}
