internal import ByteCoding
internal import COpenSSL
internal import Standards

/// Reads SubjectPublicKeyInfo structures as issuers write them.
///
/// Spec: RFC 3279 §2.3; RFC 5480 §2; BSI TR-03110-3 §A.2.1.1 and §A.2.3.
enum SubjectPublicKeyInfoDecoder {
    typealias Key = (kind: PublicKey.Kind, handle: KeyHandle?)

    static func decode(_ encoded: [UInt8]) throws(CryptographyError) -> Key {
        let (algorithm, parameters, bits) = try fields(encoded)
        switch algorithm {
        // Tolerated: RFC 3279 §2.3.1 wants NULL parameters for RSA; they are not looked at.
        case KeyOID.rsaEncryption, KeyOID.rsaPSS, KeyOID.x509RSA: return try rsa(bits)
        case KeyOID.ecPublicKey, KeyOID.ecDH: return try ellipticCurve(bits, parameters)
        case KeyOID.dhPublicNumber, KeyOID.dhKeyAgreement:
            return try diffieHellman(bits, parameters, isX942: algorithm == KeyOID.dhPublicNumber)
        case KeyOID.dsa: return try dsa(bits, parameters)
        case KeyOID.standardizedDomainParameters: return try standardized(bits, parameters)
        default: throw .unsupportedKeyAlgorithm(algorithm)
        }
    }

    private static func fields(_ encoded: [UInt8]) throws(CryptographyError) -> (OID, DataObject?, ArraySlice<UInt8>) {
        do throws(DecodingFailure) {
            var outer = ByteReader(encoded)
            var reader = try outer.dataObject(0x30).reader
            try outer.end()
            var algorithm = try reader.dataObject(0x30).reader
            let oid = OID(contents: try algorithm.dataObject(0x06).value)
            let parameters = algorithm.isAtEnd ? nil : try algorithm.dataObject()
            let bits = try reader.dataObject(0x03)
            guard bits.value.first == 0 else {
                throw DecodingFailure(.invalidValue("subjectPublicKey"), at: bits.value.startIndex)
            }
            return (oid, parameters, bits.value.dropFirst())
        } catch { throw .malformedKey(error) }
    }

    // MARK: RSA

    private static func rsa(_ bits: ArraySlice<UInt8>) throws(CryptographyError) -> Key {
        let numbers = try integers(in: bits, count: 2)
        try RSALimits.check(modulus: numbers[0], exponent: numbers[1])
        let n = BigNumber(numbers[0])
        let e = BigNumber(numbers[1])
        guard let handle = KeyHandle(emrtd_rsa_key(n.pointer, e.pointer, nil)) else {
            throw .invalidRSAKey(.unusableExponent)
        }
        return (.rsa(modulus: numbers[0], exponent: numbers[1]), handle)
    }

    // MARK: Elliptic curves

    private static func ellipticCurve(
        _ bits: ArraySlice<UInt8>, _ parameters: DataObject?
    ) throws(CryptographyError) -> Key {
        let (curve, form) = try curve(parameters)
        let point = try CurvePoint(bits, on: curve)
        return (.ellipticCurve(point, form), try handle(of: point))
    }

    private static func curve(
        _ parameters: DataObject?
    ) throws(CryptographyError) -> (EllipticCurve, PublicKey.Parameters) {
        switch parameters {
        case let parameters? where parameters.tag == 0x06:
            let oid = OID(contents: parameters.value)
            guard let named = EllipticCurve(oid: oid) else { throw .unknownCurve(oid) }
            return (named, .named)
        case let parameters? where parameters.tag == 0x30:
            return (try EllipticCurve(explicitParameters: parameters), .explicit)
        default: throw .unknownCurve(nil)  // implicitlyCA, or nothing at all
        }
    }

    static func handle(of point: CurvePoint) throws(CryptographyError) -> KeyHandle {
        let parameters = point.curve.group.parameters.pointer
        guard let handle = KeyHandle(emrtd_ec_public_key(parameters, point.encoded, point.encoded.count)) else {
            throw .invalidPoint(.notOnCurve)
        }
        return handle
    }

    // MARK: Finite fields

    private static func diffieHellman(
        _ bits: ArraySlice<UInt8>, _ parameters: DataObject?, isX942: Bool
    ) throws(CryptographyError) -> Key {
        return try diffieHellman(bits, group(parameters, isX942: isX942))
    }

    private static func group(_ parameters: DataObject?, isX942: Bool) throws(CryptographyError) -> DHGroup {
        // DomainParameters of X9.42 are p, g, q and more; DHParameter of PKCS #3 is p, g and perhaps a length.
        guard let parameters else { throw .malformedKey(DecodingFailure(.missing("DH parameters"), at: 0)) }
        let numbers = try integers(in: parameters.encoded, count: isX942 ? 3 : 2)
        return try DHGroup(p: numbers[0], g: numbers[1], q: isX942 ? numbers[2] : nil)
    }

    private static func diffieHellman(_ bits: ArraySlice<UInt8>, _ group: DHGroup) throws(CryptographyError) -> Key {
        let value = try integer(in: bits)
        try group.check(publicValue: value)
        return (.diffieHellman(group, publicValue: value), nil)
    }

    private static func dsa(_ bits: ArraySlice<UInt8>, _ parameters: DataObject?) throws(CryptographyError) -> Key {
        guard let parameters else { throw .malformedKey(DecodingFailure(.missing("DSA parameters"), at: 0)) }
        let numbers = try integers(in: parameters.encoded, count: 3)
        let group = try DHGroup(p: numbers[0], g: numbers[2], q: numbers[1])
        let value = try integer(in: bits)
        try group.check(publicValue: value)
        let p = BigNumber(numbers[0])
        let q = BigNumber(numbers[1])
        let g = BigNumber(numbers[2])
        let y = BigNumber(value)
        guard let handle = KeyHandle(emrtd_dsa_key(p.pointer, q.pointer, g.pointer, y.pointer)) else {
            throw .invalidGroupElement
        }
        return (.dsa(bitCount: numbers[0].bitCount), handle)
    }

    private static func standardized(
        _ bits: ArraySlice<UInt8>, _ parameters: DataObject?
    ) throws(CryptographyError) -> Key {
        switch try standardized(parameters) {
        case .ecdh(let curve):
            let point = try CurvePoint(bits, on: curve)
            return (.ellipticCurve(point, .named), try handle(of: point))
        case .dh(let group): return try diffieHellman(bits, group)
        }
    }

    private static func standardized(_ parameters: DataObject?) throws(CryptographyError) -> KeyAgreementParameters {
        guard let parameters, parameters.tag == 0x02, parameters.value.count == 1, let number = parameters.value.first,
            let standardized = KeyAgreementParameters(standardized: Int(number))
        else { throw .unknownCurve(KeyOID.standardizedDomainParameters) }
        return standardized
    }

    // MARK: Parameters without a key

    /// The parameters that an AlgorithmIdentifier names or writes out.
    static func parameters(_ encoded: [UInt8]) throws(CryptographyError) -> KeyAgreementParameters {
        let (algorithm, parameters) = try algorithm(encoded)
        switch algorithm {
        case KeyOID.ecPublicKey, KeyOID.ecDH: return .ecdh(try curve(parameters).0)
        case KeyOID.dhPublicNumber, KeyOID.dhKeyAgreement:
            return .dh(try group(parameters, isX942: algorithm == KeyOID.dhPublicNumber))
        case KeyOID.standardizedDomainParameters: return try standardized(parameters)
        default: throw .unsupportedKeyAlgorithm(algorithm)
        }
    }

    private static func algorithm(_ encoded: [UInt8]) throws(CryptographyError) -> (OID, DataObject?) {
        do throws(DecodingFailure) {
            var outer = ByteReader(encoded)
            var reader = try outer.dataObject(0x30).reader
            try outer.end()
            let oid = OID(contents: try reader.dataObject(0x06).value)
            return (oid, reader.isAtEnd ? nil : try reader.dataObject())
        } catch { throw .malformedKey(error) }
    }

    // MARK: Numbers

    /// The first `count` integers of a SEQUENCE; more may follow.
    private static func integers(in bytes: ArraySlice<UInt8>, count: Int) throws(CryptographyError) -> [[UInt8]] {
        do throws(DecodingFailure) {
            var outer = ByteReader(bytes)
            var reader = try outer.dataObject(0x30).reader
            try outer.end()
            var numbers: [[UInt8]] = []
            for _ in 0..<count { numbers.append(try integer(&reader)) }
            return numbers
        } catch { throw .malformedKey(error) }
    }

    private static func integer(in bytes: ArraySlice<UInt8>) throws(CryptographyError) -> [UInt8] {
        do throws(DecodingFailure) {
            var reader = ByteReader(bytes)
            let number = try integer(&reader)
            try reader.end()
            return number
        } catch { throw .malformedKey(error) }
    }

    /// Tolerated: X.690 §8.3 makes a number negative that starts with a one bit; in keys only the zero before it is missing.
    private static func integer(_ reader: inout ByteReader) throws(DecodingFailure) -> [UInt8] {
        try reader.dataObject(0x02).value.withoutLeadingZeros
    }
}
