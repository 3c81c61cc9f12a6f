extension DHGroup {
    /// The generator of the generic mapping, g̃ = g^s · h.
    ///
    /// - Parameters:
    ///   - s: The chip's nonce.
    ///   - h: The number that the mapping keys agree on.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.3.1.
    public func generator(
        genericMapping s: borrowing SecretBytes, sharedSecret h: borrowing SecretBytes
    ) throws(CryptographyError) -> [UInt8] {
        let prime = BigNumber(p)
        let exponent = s.withBytes { BigNumber($0) }
        let agreed = h.withBytes { BigNumber($0) }
        let mapped = BigNumber(g).power(exponent, modulo: prime).times(agreed, modulo: prime)
        guard !mapped.isOne, !mapped.isZero else { throw .degenerateSecret }
        return mapped.bytes(count: p.count)
    }

    /// The generator of the integrated mapping, g̃ = t^((p−1)/q), which must not be one.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.3.2 and Appendix B.1.
    public func generator(integratedMapping t: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let q else { throw .unsuitableParameters }
        let prime = BigNumber(p)
        let cofactor = prime.less(1).divided(by: BigNumber(q))
        let mapped = BigNumber(t).power(cofactor, modulo: prime)
        guard !mapped.isOne, !mapped.isZero else { throw .degenerateSecret }
        return mapped.bytes(count: p.count)
    }
}
