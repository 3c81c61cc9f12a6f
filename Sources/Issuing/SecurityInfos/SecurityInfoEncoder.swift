import ByteCoding
public import Cryptography
import LDS
public import Standards

/// Encodes the security infos that EF.DG14, EF.CardAccess and EF.CardSecurity hold.
///
/// What is put in is not judged: a test may want an entry that breaks a rule.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2; BSI TR-03110-3 A.1.1.
public enum SecurityInfoEncoder {
    /// ActiveAuthenticationInfo for an ECDSA key.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.4.
    public static func activeAuthentication(_ hash: HashAlgorithm) -> [UInt8] {
        info(.idActiveAuthentication, required: DER.integer(1), optional: DER.oid(SignatureAlgorithm.plainECDSA(hash)))
    }

    /// PACEInfo.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.1.
    public static func pace(_ protocolIdentifier: OID, version: Int = 2, parameterIdentifier: Int?) -> [UInt8] {
        info(
            protocolIdentifier, required: DER.integer(version), optional: parameterIdentifier.map { DER.integer($0) })
    }

    /// PACEDomainParameterInfo.
    ///
    /// - Parameter mapping: The protocol without its cipher, such as `OID.paceMapping(.generic, .ecdh)`.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.2.
    public static func paceDomainParameters(
        _ mapping: OID, _ parameters: KeyParameters, parameterIdentifier: Int?
    ) -> [UInt8] {
        info(mapping, required: parameters.encoded, optional: parameterIdentifier.map { DER.integer($0) })
    }

    /// ChipAuthenticationInfo; version 2 where Terminal Authentication comes first.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.5.
    public static func chipAuthentication(_ protocolIdentifier: OID, version: Int = 1, keyID: Int? = nil) -> [UInt8] {
        info(protocolIdentifier, required: DER.integer(version), optional: keyID.map { DER.integer($0) })
    }

    /// ChipAuthenticationDomainParameterInfo, which EAC 2 puts into EF.CardAccess.
    ///
    /// - Parameter agreement: `OID.idCA.appending(1)` for DH, `OID.idCA.appending(2)` for ECDH.
    ///
    /// Spec: BSI TR-03110-3 A.1.1.2.
    public static func chipAuthenticationDomainParameters(
        _ agreement: OID, _ parameters: KeyParameters, keyID: Int? = nil
    ) -> [UInt8] {
        info(agreement, required: parameters.encoded, optional: keyID.map { DER.integer($0) })
    }

    /// ChipAuthenticationPublicKeyInfo for a key pair.
    ///
    /// - Parameter form: How the key names its curve or group.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.6.
    public static func chipAuthenticationPublicKey(
        _ key: ChipAuthenticationKey, form: KeyParameters.Form = .explicit
    ) -> [UInt8] {
        switch key.pair {
        case .ecdh(let pair):
            chipAuthenticationPublicKey(
                .idPKECDH, KeyParameters(of: pair.publicPoint.curve, form), bits: pair.publicPoint.encoded,
                keyID: key.keyID)
        case .dh(let pair):
            chipAuthenticationPublicKey(
                .idPKDH, KeyParameters(of: pair.group, form), bits: DER.integer(unsigned: pair.publicValue),
                keyID: key.keyID)
        }
    }

    /// ChipAuthenticationPublicKeyInfo from its parts; `bits` go into the BIT STRING.
    public static func chipAuthenticationPublicKey(
        _ agreement: OID, _ parameters: KeyParameters, bits: [UInt8], keyID: Int?
    ) -> [UInt8] {
        info(
            agreement, required: DER.sequence(parameters.encoded, DER.bitString(bits)),
            optional: keyID.map { DER.integer($0) })
    }

    /// TerminalAuthenticationInfo.
    ///
    /// - Parameter cvcaFile: Where EF.CVCA lies, if not at its usual place.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.7; BSI TR-03110-3 A.1.1.3.
    public static func terminalAuthentication(
        version: Int = 1, cvcaFile: (identifier: [UInt8], shortIdentifier: UInt8?)? = nil
    ) -> [UInt8] {
        let file = cvcaFile.map { file in
            DER.sequence(
                of: [DER.octetString(file.identifier)]
                    + (file.shortIdentifier.map { [DER.octetString([$0])] } ?? []))
        }
        return info(.idTA, required: DER.integer(version), optional: file)
    }

    /// EFDIRInfo: a copy of EF.DIR.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.9.
    public static func applicationDirectory(_ directory: [UInt8]) -> [UInt8] {
        info(.idEFDIR, required: DER.octetString(directory))
    }

    /// A security info of any kind; `required` and `optional` are already encoded.
    public static func info(_ protocolIdentifier: OID, required: [UInt8], optional: [UInt8]? = nil) -> [UInt8] {
        DER.sequence(of: [DER.oid(protocolIdentifier), required] + (optional.map { [$0] } ?? []))
    }

    /// The whole of EF.CardAccess.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.3.
    public static func cardAccess(_ infos: [[UInt8]], form: SecurityInfosForm = .der) -> [UInt8] {
        form.encode(infos)
    }
}
