internal import COpenSSL

/// A point of a curve other than the point at infinity.
///
/// It is on its curve, and since the cofactor of these curves is one, in the group of the generator.
public struct CurvePoint: Hashable, Sendable {
    /// The curve.
    public let curve: EllipticCurve
    /// 04 ‖ x ‖ y.
    public let encoded: [UInt8]

    /// Reads an uncompressed, compressed or hybrid point.
    ///
    /// Tolerated: ICAO Doc 9303-12 (8th ed.) §4.4.3 wants uncompressed points; the others are as unambiguous.
    ///
    /// Spec: BSI TR-03111 §3.2; SEC 1 §2.3.4.
    public init(_ encoded: some Collection<UInt8>, on curve: EllipticCurve) throws(CryptographyError) {
        try curve.requireAvailable()
        let count = curve.byteCount
        switch encoded.first {
        case 0x00 where encoded.allSatisfy { $0 == 0 }: throw .invalidPoint(.atInfinity)
        case 0x02, 0x03: guard encoded.count == 1 + count else { throw .invalidPoint(.malformed) }
        case 0x04, 0x06, 0x07: guard encoded.count == 1 + 2 * count else { throw .invalidPoint(.malformed) }
        default: throw .invalidPoint(.malformed)
        }
        var result: CInt = 0
        let uncompressed = [UInt8](count: 1 + 2 * count) { output in
            result = encoded.withContiguousBytes {
                emrtd_decode_point(
                    curve.group.pointer, $0.baseAddress, $0.count, POINT_CONVERSION_UNCOMPRESSED, output.baseAddress,
                    output.count)
            }
        }
        guard result == 1 else { throw .invalidPoint(.notOnCurve) }
        self.init(curve: curve, uncompressed: uncompressed)
    }

    init(curve: EllipticCurve, uncompressed: [UInt8]) {
        self.curve = curve
        encoded = uncompressed
    }

    /// The x coordinate, as long as the prime.
    public var x: ArraySlice<UInt8> { encoded[1...curve.byteCount] }

    /// The y coordinate, as long as the prime.
    public var y: ArraySlice<UInt8> { encoded[(1 + curve.byteCount)...] }

    /// 02 or 03, which tells y from −y, and x.
    public var compressed: [UInt8] { [0x02 | (encoded.last ?? 0) & 1] + x }

    /// This point times `scalar`, in constant time in the scalar; nil where that is the point at infinity.
    public func multiplied(by scalar: borrowing SecretBytes) -> CurvePoint? {
        let number = scalar.withBytes { BigNumber($0) }
        return multiplied(by: number)
    }

    /// This point times a big-endian number that is no secret; nil where that is the point at infinity.
    public func multiplied(byScalar scalar: [UInt8]) -> CurvePoint? { multiplied(by: BigNumber(scalar)) }

    func multiplied(by scalar: borrowing BigNumber) -> CurvePoint? {
        var result: CInt = 0
        let product = [UInt8](count: encoded.count) { output in
            result = emrtd_multiply_point(
                curve.group.pointer, scalar.pointer, encoded, encoded.count, output.baseAddress, output.count)
        }
        precondition(result != 0, "multiplying a point fails only without memory")
        return result == 1 ? CurvePoint(curve: curve, uncompressed: product) : nil
    }

    /// The sum of two points of the same curve; nil where that is the point at infinity.
    public func adding(_ other: CurvePoint) -> CurvePoint? {
        precondition(curve == other.curve, "points of two curves have no sum")
        var result: CInt = 0
        let sum = [UInt8](count: encoded.count) { output in
            result = emrtd_add_points(
                curve.group.pointer, encoded, other.encoded, output.baseAddress, output.count)
        }
        precondition(result != 0, "adding points fails only without memory")
        return result == 1 ? CurvePoint(curve: curve, uncompressed: sum) : nil
    }
}

extension CurvePoint: CustomStringConvertible {
    /// The curve alone, since a product may be a secret.
    public var description: String { "a point of \(curve)" }
}
