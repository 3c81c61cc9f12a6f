internal import ByteCoding
internal import Standards

extension PrivateKey {
    /// A signature by RSASSA-PKCS1-v1_5 whose DigestInfo lacks the NULL behind the identifier of the hash function.
    ///
    /// For tests of those who have to refuse it, or to take it by name: `PublicKey.verifiesWithoutNull`.
    ///
    /// Spec: RFC 8017 §9.2 (EMSA-PKCS1-v1_5) and its note 1.
    package func signWithoutNull(
        _ message: some Collection<UInt8>, hash: HashAlgorithm
    ) throws(CryptographyError) -> [UInt8] {
        guard let byteCount = publicKey.modulusByteCount else { throw .algorithmDoesNotFitKey }
        let algorithm = DataObjectWriter.encode(0x30, DER.oid(hash.oid))
        let digestInfo = DataObjectWriter.encode(
            0x30, containing: [algorithm, DataObjectWriter.encode(0x04, hash.hash(message))])
        let paddingByteCount = byteCount - digestInfo.count - 3
        guard paddingByteCount >= 8 else {
            throw .undersizedKey(bitCount: publicKey.bitCount, limit: (digestInfo.count + 11) * 8)
        }
        return try rawRSA([0x00, 0x01] + [UInt8](repeating: 0xFF, count: paddingByteCount) + [0x00] + digestInfo)
    }
}
