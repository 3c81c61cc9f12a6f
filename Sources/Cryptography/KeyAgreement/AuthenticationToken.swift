internal import ByteCoding
public import Standards

/// The token by which each side proves that it has derived the session keys.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.4 and §6.2; BSI TR-03110-3 D.3.4.
public enum AuthenticationToken {
    /// The public key data object `7F49`: the protocol, and one side's ephemeral public key.
    ///
    /// - Parameter publicKey: 04 ‖ x ‖ y in tag 86 for a curve, the number as it was sent in tag 84 otherwise.
    public static func input(
        identifier: OID, publicKey: some Collection<UInt8>, parameters: KeyAgreementParameters
    ) -> [UInt8] {
        let tag =
            switch parameters {
            case .ecdh: 0x86
            case .dh: 0x84
            }
        return DataObjectWriter.encode(
            0x7F49, containing: [DER.oid(identifier), DataObjectWriter.encode(tag, Array(publicKey))])
    }

    /// The eight bytes of the token over the *other* side's ephemeral public key.
    ///
    /// - Parameter ksMAC: KSMAC, as long as a key of `cipher`.
    public static func make(
        _ cipher: BlockCipher, ksMAC: [UInt8], identifier: OID, publicKey: some Collection<UInt8>,
        parameters: KeyAgreementParameters
    ) -> [UInt8] {
        let input = input(identifier: identifier, publicKey: publicKey, parameters: parameters)
        guard cipher == .tripleDES else { return Array(CMACKey(ksMAC).mac(over: input).prefix(8)) }
        return RetailMACKey(ksMAC).mac(over: input)
    }
}
