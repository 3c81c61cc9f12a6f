internal import ByteCoding
internal import Standards

/// Kinds of keys, as SubjectPublicKeyInfo names them.
///
/// Spec: RFC 3279 §2.3; RFC 4055 §1.2; RFC 5480 §2.1; BSI TR-03110-3 §A.2.1.1 (standardised domain parameters).
enum KeyOID {
    static let rsaEncryption = OID(1, 2, 840, 113549, 1, 1, 1)
    static let rsaPSS = OID(1, 2, 840, 113549, 1, 1, 10)
    static let x509RSA = OID(2, 5, 8, 1, 1)
    static let ecPublicKey = OID(1, 2, 840, 10045, 2, 1)
    static let ecDH = OID(1, 3, 132, 1, 12)
    static let dhPublicNumber = OID(1, 2, 840, 10046, 2, 1)
    static let dhKeyAgreement = OID(1, 2, 840, 113549, 1, 3, 1)
    static let dsa = OID(1, 2, 840, 10040, 4, 1)
    static let standardizedDomainParameters = OID(0, 4, 0, 127, 0, 7, 1, 2)
    static let primeField = OID(1, 2, 840, 10045, 1, 1)
}

/// The few DER values that keys and signatures are made of.
enum DER {
    /// A non-negative INTEGER from a big-endian number of any length.
    static func integer(_ number: some Collection<UInt8>) -> [UInt8] {
        let digits = number.withoutLeadingZeros
        return DataObjectWriter.encode(0x02, (digits.first ?? 0x80) & 0x80 != 0 ? [0] + digits : digits)
    }

    static func oid(_ oid: OID) -> [UInt8] { DataObjectWriter.encode(0x06, oid.contents) }
}
