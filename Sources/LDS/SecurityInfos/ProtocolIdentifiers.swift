public import Standards

extension OID {
    /// A PACE protocol, or nil for a mapping that the key agreement does not have.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.1.
    public static func pace(_ mapping: PACEMapping, _ agreement: KeyAgreementKind, _ cipher: SessionCipher) -> OID? {
        guard let parent = paceMapping(mapping, agreement) else { return nil }
        let identifier = parent.appending(cipher.rawValue)
        return PACEVariant(identifier) == nil ? nil : identifier
    }

    /// A PACE mapping and key agreement without a cipher, as `PACEDomainParameterInfo` names them.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.2.
    public static func paceMapping(_ mapping: PACEMapping, _ agreement: KeyAgreementKind) -> OID? {
        switch (mapping, agreement) {
        case (.generic, .dh): idPACE.appending(1)
        case (.generic, .ecdh): idPACE.appending(2)
        case (.integrated, .dh): idPACE.appending(3)
        case (.integrated, .ecdh): idPACE.appending(4)
        case (.chipAuthentication, .ecdh): idPACE.appending(6)
        case (.chipAuthentication, .dh): nil
        }
    }

    /// A Chip Authentication protocol.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.5.
    public static func chipAuthentication(_ agreement: KeyAgreementKind, _ cipher: SessionCipher) -> OID {
        idCA.appending(agreement.rawValue).appending(cipher.rawValue)
    }
}
