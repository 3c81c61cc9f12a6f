internal import ByteCoding

/// The numbers that make a curve y² = x³ + ax + b over the integers modulo p; its cofactor is one.
public struct DomainParameters: Hashable, Sendable {
    /// The prime, big-endian; a, b and the order have the same length.
    public let p: [UInt8]
    public let a: [UInt8]
    public let b: [UInt8]
    /// The generator as an uncompressed point.
    public let generator: [UInt8]
    /// The order of the generator.
    public let order: [UInt8]
}

extension DomainParameters {
    /// ECParameters, with the generator uncompressed, the cofactor and no seed.
    ///
    /// Spec: BSI TR-03111 §6.2.1; RFC 3279 §2.3.5; ICAO Doc 9303-12 (8th ed.) §4.4.3.
    public var encoded: [UInt8] {
        DataObjectWriter.encode(
            0x30,
            containing: [
                DER.integer([1]),
                DataObjectWriter.encode(0x30, containing: [DER.oid(KeyOID.primeField), DER.integer(p)]),
                DataObjectWriter.encode(
                    0x30, containing: [DataObjectWriter.encode(0x04, a), DataObjectWriter.encode(0x04, b)]),
                DataObjectWriter.encode(0x04, generator), DER.integer(order), DER.integer([1]),
            ])
    }
}
