internal import ByteCoding
import Standards

extension PublicKey {
    /// Whether `signature` is one by RSASSA-PKCS1-v1_5 over `message` that differs in one thing: its DigestInfo has no NULL
    /// behind the identifier of the hash function.
    ///
    /// RFC 8017 §9.2 wants the NULL, and `verify` refuses such a signature; nothing else is tolerated here either, since
    /// the whole block is made anew and compared.
    ///
    /// Spec: RFC 8017 §9.2 (EMSA-PKCS1-v1_5) and its note 1.
    public func verifiesWithoutNull(
        signature: [UInt8], over message: some Collection<UInt8>, hash: HashAlgorithm
    ) -> Bool {
        guard signature.count == modulusByteCount, let found = recoverRSA(signature) else { return false }
        let algorithm = DataObjectWriter.encode(0x30, DataObjectWriter.encode(0x06, hash.oid.contents))
        let digestInfo = DataObjectWriter.encode(
            0x30, containing: [algorithm, DataObjectWriter.encode(0x04, hash.hash(message))])
        let paddingByteCount = found.count - digestInfo.count - 3
        guard paddingByteCount >= 8 else { return false }
        let padding = [0x00, 0x01] + [UInt8](repeating: 0xFF, count: paddingByteCount) + [0x00]
        return equalInConstantTime(found, padding + digestInfo)
    }
}
