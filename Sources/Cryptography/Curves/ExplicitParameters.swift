internal import ByteCoding
internal import Standards

extension EllipticCurve {
    /// The curve whose numbers these explicit parameters are.
    ///
    /// Tolerated: RFC 5480 §2.1.1 wants named curves; most issuers of EC certificates write the numbers out. The seed
    /// says how the curve was made and is not looked at. Numbers that belong to no curve of the table are refused,
    /// since anybody can make a curve on which a signature comes out right.
    init(explicitParameters object: DataObject) throws(CryptographyError) {
        if let curve = Self.byEncodedParameters[Array(object.encoded)] {
            self = curve
            return
        }
        let parameters: ExplicitParameters
        do { parameters = try ExplicitParameters(object) } catch { throw .malformedKey(error) }
        guard parameters.fieldType == KeyOID.primeField, parameters.cofactor == [1],
            let curve = CurveNumbers.table[parameters.numbers],
            let generator = try? CurvePoint(parameters.generator, on: curve), generator == curve.generator
        else { throw .unknownCurve(nil) }
        self = curve
    }

    /// Parameters in the encoding that most issuers write, which need no second look.
    private static let byEncodedParameters = Dictionary(
        uniqueKeysWithValues: allCases.filter(\.isAvailable).map { ($0.domainParameters.encoded, $0) })
}

/// ECParameters over a prime field.
///
/// Spec: RFC 3279 §2.3.5.
private struct ExplicitParameters {
    let fieldType: OID
    let numbers: CurveNumbers
    let generator: ArraySlice<UInt8>
    /// One where it is left out.
    let cofactor: [UInt8]

    init(_ object: DataObject) throws(DecodingFailure) {
        var reader = object.reader
        _ = try reader.dataObject(0x02)  // version
        var field = try reader.dataObject(0x30).reader
        fieldType = OID(contents: try field.dataObject(0x06).value)
        let p = try field.dataObject().value.withoutLeadingZeros
        var curve = try reader.dataObject(0x30).reader
        let a = try curve.dataObject(0x04).value.withoutLeadingZeros
        let b = try curve.dataObject(0x04).value.withoutLeadingZeros
        generator = try reader.dataObject(0x04).value
        let order = try reader.dataObject(0x02).value.withoutLeadingZeros
        numbers = CurveNumbers(p: p, a: a, b: b, order: order)
        cofactor = try reader.dataObject(ifTag: 0x02)?.value.withoutLeadingZeros ?? [1]
    }
}

/// A curve but for its generator, which has several encodings; numbers without zeros in front.
private struct CurveNumbers: Hashable {
    let p: [UInt8]
    let a: [UInt8]
    let b: [UInt8]
    let order: [UInt8]

    static let table: [CurveNumbers: EllipticCurve] = Dictionary(
        uniqueKeysWithValues: EllipticCurve.allCases.filter(\.isAvailable).map {
            (CurveNumbers($0.domainParameters), $0)
        })

    init(p: [UInt8], a: [UInt8], b: [UInt8], order: [UInt8]) {
        self.p = p
        self.a = a
        self.b = b
        self.order = order
    }

    init(_ parameters: DomainParameters) {
        self.init(
            p: parameters.p.withoutLeadingZeros, a: parameters.a.withoutLeadingZeros,
            b: parameters.b.withoutLeadingZeros, order: parameters.order.withoutLeadingZeros)
    }
}
