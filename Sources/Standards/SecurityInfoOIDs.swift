/// Object identifiers of `SecurityInfo` and of the LDS security object, by the names of the publications.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) Table 99; Doc 9303-11 §9.2; BSI TR-03110-3 A.1.1.
extension OID {
    /// `bsi-de protocols smartcard`.
    private static let bsiSmartcard = OID(0, 4, 0, 127, 0, 7, 2, 2)
    /// `id-icao-mrtd-security`.
    private static let icaoSecurity = OID(2, 23, 136, 1, 1)

    /// `id-PK-DH`.
    public static let idPKDH = bsiSmartcard.appending(1).appending(1)
    /// `id-PK-ECDH`.
    public static let idPKECDH = bsiSmartcard.appending(1).appending(2)
    /// `id-TA`.
    public static let idTA = bsiSmartcard.appending(2)
    /// `id-TA-RSA`, above every algorithm of Terminal Authentication with RSA.
    public static let idTARSA = idTA.appending(1)
    /// `id-TA-ECDSA`, above every algorithm of Terminal Authentication with ECDSA.
    public static let idTAECDSA = idTA.appending(2)
    /// `id-CA`, above every Chip Authentication protocol.
    public static let idCA = bsiSmartcard.appending(3)
    /// `id-PACE`, above every PACE protocol.
    public static let idPACE = bsiSmartcard.appending(4)
    /// `id-SecurityObject`, the content of EF.CardSecurity.
    public static let idSecurityObject = OID(0, 4, 0, 127, 0, 7, 3, 2, 1)

    /// `id-roles`, above every kind of terminal.
    private static let idRoles = OID(0, 4, 0, 127, 0, 7, 3, 1, 2)
    /// `id-IS`, an inspection system.
    public static let idIS = idRoles.appending(1)
    /// `id-AT`, an authentication terminal.
    public static let idAT = idRoles.appending(2)
    /// `id-ST`, a signature terminal.
    public static let idST = idRoles.appending(3)

    /// `id-icao-aaProtocolObject`.
    public static let idActiveAuthentication = icaoSecurity.appending(5)
    /// `id-EFDIR`.
    public static let idEFDIR = icaoSecurity.appending(13)
}
