/// What an RSA public key must be so that computing with it is defined and takes bounded time.
enum RSALimits {
    static let modulusBitCount = 512...16384
    /// OpenSSL takes exponents of any length only up to this modulus, and of 64 bits beyond.
    private static let longExponentModulusBitCount = 3072
    private static let longExponentBitCount = 64

    /// Tolerated: exponents in use are 3, 65537, and many odd numbers between; any odd one verifies.
    static func check(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
        let (bits, exponentBits) = (modulus.bitCount, exponent.bitCount)
        guard let last = modulus.last, !last.isMultiple(of: 2) else { throw .invalidRSAKey(.evenModulus) }
        guard bits <= modulusBitCount.upperBound else {
            throw .oversizedKey(bitCount: bits, limit: modulusBitCount.upperBound)
        }
        guard bits >= modulusBitCount.lowerBound else {
            throw .undersizedKey(bitCount: bits, limit: modulusBitCount.lowerBound)
        }
        guard let lastOfExponent = exponent.last, !lastOfExponent.isMultiple(of: 2), exponent != [1],
            exponentBits < bits || BigNumber(exponent).isLess(than: BigNumber(modulus))
        else { throw .invalidRSAKey(.unusableExponent) }
        guard bits <= longExponentModulusBitCount || exponentBits <= longExponentBitCount else {
            throw .oversizedKey(bitCount: exponentBits, limit: longExponentBitCount)
        }
    }
}
