extension EllipticCurve {
    /// The generator of the generic mapping, G̃ = s·G + H.
    ///
    /// - Parameters:
    ///   - s: The chip's nonce.
    ///   - h: The point that the mapping keys agree on.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.3.1.
    public func generator(
        genericMapping s: borrowing SecretBytes, sharedPoint h: CurvePoint
    ) throws(CryptographyError) -> CurvePoint {
        guard h.curve == self else { throw .algorithmDoesNotFitKey }
        guard let multiple = generator.multiplied(by: s) else { return h }
        guard let mapped = multiple.adding(h) else { throw .degenerateSecret }
        return mapped
    }

    /// Whether a generator can be mapped by the integrated mapping, whose square root needs p ≡ 3 mod 4.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.5.1 Table 12 and Appendix B.
    public var allowsIntegratedMapping: Bool {
        isAvailable && (domainParameters.p.last ?? 0) & 0x03 == 0x03
    }

    /// The generator of the integrated mapping: the point that the field element t stands for.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) Appendix B.2, whose symbols are kept below; B.3 gives −G̃ for some t.
    public func generator(integratedMapping t: [UInt8]) throws(CryptographyError) -> CurvePoint {
        try requireAvailable()
        guard allowsIntegratedMapping else { throw .unsuitableParameters }
        let numbers = domainParameters
        let p = BigNumber(numbers.p)
        let a = BigNumber(numbers.a)
        let b = BigNumber(numbers.b)
        let t = BigNumber(t)
        let one = BigNumber([1])
        func inverse(_ x: borrowing BigNumber) -> BigNumber { x.power(p.less(2), modulo: p) }
        func negative(_ x: borrowing BigNumber) -> BigNumber { p.less(1).times(x, modulo: p) }
        func equation(_ x: borrowing BigNumber) -> BigNumber {
            let squareAndA = x.times(x, modulo: p).plus(a, modulo: p)
            return squareAndA.times(x, modulo: p).plus(b, modulo: p)
        }

        // 1) α = −t²; 2) X₂ = −b·a⁻¹·(1 + (α + α²)⁻¹)
        let square = t.times(t, modulo: p)
        let alpha = negative(square)
        let sum = alpha.plus(alpha.times(alpha, modulo: p), modulo: p)
        guard !sum.isZero, !a.isZero else { throw .degenerateSecret }
        let factor = inverse(sum).plus(one, modulo: p)
        let x2 = negative(b).times(inverse(a), modulo: p).times(factor, modulo: p)
        // 3) X₃ = α·X₂; 4) h₂ = X₂³ + a·X₂ + b; 5) h₃ likewise, which the point itself is checked for.
        let x3 = alpha.times(x2, modulo: p)
        let h2 = equation(x2)
        // 6) U = t³·h₂; 7) A = h₂^(p−1−(p+1)/4)
        let u = square.times(t, modulo: p).times(h2, modulo: p)
        let quarter = p.divided(by: BigNumber([4])).plus(one, modulo: p)
        let root = h2.power(quarter.subtracted(from: p.less(1)), modulo: p)
        // 8) A²·h₂ = 1 tells which of the two is a point.
        let isSecond = root.times(root, modulo: p).times(h2, modulo: p).isOne
        let y = root.times(isSecond ? h2 : u, modulo: p)
        let x = (isSecond ? x2 : x3).bytes(count: numbers.p.count)
        return try CurvePoint([0x04] + x + y.bytes(count: numbers.p.count), on: self)
    }
}
