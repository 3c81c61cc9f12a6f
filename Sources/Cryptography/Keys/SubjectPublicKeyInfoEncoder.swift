internal import ByteCoding

/// Writes SubjectPublicKeyInfo structures.
enum SubjectPublicKeyInfoEncoder {
    static func encode(_ point: CurvePoint, _ parameters: PublicKey.Parameters) -> [UInt8] {
        let curve = point.curve
        let encoded = parameters == .named ? DER.oid(curve.oid) : curve.domainParameters.encoded
        return encode([DER.oid(KeyOID.ecPublicKey), encoded], point.encoded)
    }

    static func encode(rsaModulus modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        encode(
            [DER.oid(KeyOID.rsaEncryption), [0x05, 0x00]],
            DataObjectWriter.encode(0x30, containing: [DER.integer(modulus), DER.integer(exponent)]))
    }

    /// X9.42 where the order of the subgroup is known, PKCS #3 otherwise.
    static func encode(_ group: DHGroup, publicValue: [UInt8]) -> [UInt8] {
        let numbers = [DER.integer(group.p), DER.integer(group.g)] + (group.q.map { [DER.integer($0)] } ?? [])
        let oid = group.q == nil ? KeyOID.dhKeyAgreement : KeyOID.dhPublicNumber
        return encode([DER.oid(oid), DataObjectWriter.encode(0x30, containing: numbers)], DER.integer(publicValue))
    }

    private static func encode(_ algorithm: [[UInt8]], _ key: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(
            0x30,
            containing: [
                DataObjectWriter.encode(0x30, containing: algorithm), DataObjectWriter.encode(0x03, [0x00] + key),
            ])
    }
}
