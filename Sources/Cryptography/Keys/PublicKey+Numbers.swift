internal import ByteCoding
internal import Standards

extension PublicKey {
    /// An RSA key from its numbers, big-endian, as card verifiable certificates hold it.
    public convenience init(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
        let numbers = DataObjectWriter.encode(0x30, containing: [DER.integer(modulus), DER.integer(exponent)])
        let algorithm = DataObjectWriter.encode(0x30, containing: [DER.oid(KeyOID.rsaEncryption), [0x05, 0x00]])
        try self.init(
            subjectPublicKeyInfo: DataObjectWriter.encode(
                0x30, containing: [algorithm, DataObjectWriter.encode(0x03, [0x00] + numbers)]))
    }
}

extension EllipticCurve {
    /// The curve of the table whose numbers these are, big-endian; zeros in front do not matter.
    ///
    /// - Parameter generator: The generator as a point in any form.
    /// - Throws: `CryptographyError.unknownCurve` for numbers of no curve of the table, since anybody can make a curve
    ///   on which a signature comes out right.
    public init(
        prime: [UInt8], a: [UInt8], b: [UInt8], generator: [UInt8], order: [UInt8], cofactor: [UInt8] = [1]
    ) throws(CryptographyError) {
        guard cofactor.withoutLeadingZeros == [1] else { throw .unknownCurve(nil) }
        let encoded = DomainParameters(p: prime, a: a, b: b, generator: generator, order: order).encoded
        let object: DataObject
        do {
            var reader = ByteReader(encoded)
            object = try reader.dataObject()
        } catch { throw .malformedKey(error) }
        try self.init(explicitParameters: object)
    }
}
