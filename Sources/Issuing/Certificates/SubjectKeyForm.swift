import ByteCoding
import Cryptography
import Standards

/// The public key of a certificate in the ways in which some issuers write it.
///
/// Spec: RFC 3279 §2.3.1 (RSA) and §2.3.5 (ECParameters).
enum SubjectKeyForm {
    /// Applies the deviations that are about the key; those for another kind of key change nothing.
    static func encode(_ subjectPublicKeyInfo: [UInt8], _ deviations: Set<CertificateProfile.Deviation>) -> [UInt8] {
        guard
            !deviations.isDisjoint(with: [
                .keyWithoutNull, .curveSeed, .curveWithoutCofactor, .unknownCurve, .wronglyNamedCurve,
            ]), let (algorithm, parameters, bits) = parts(subjectPublicKeyInfo)
        else { return subjectPublicKeyInfo }
        if parameters.tag == 0x05, deviations.contains(.keyWithoutNull) {
            return DER.sequence(DER.sequence(algorithm), bits)
        }
        if parameters.tag == 0x06, deviations.contains(.wronglyNamedCurve),
            let curve = EllipticCurve(oid: OID(contents: parameters.value)),
            let other = EllipticCurve.allCases.first(where: { $0 != curve && $0.bitCount == curve.bitCount })
        {
            return DER.sequence(DER.sequence(algorithm, DER.oid(other.oid)), bits)
        }
        guard parameters.tag == 0x30, let curve = curve(parameters, deviations) else { return subjectPublicKeyInfo }
        return DER.sequence(DER.sequence(algorithm, curve), bits)
    }

    /// The ECParameters: version, field, curve (a, b and perhaps a seed), generator, order, cofactor.
    private static func curve(
        _ parameters: DataObject, _ deviations: Set<CertificateProfile.Deviation>
    ) -> [UInt8]? {
        guard let fields = try? parameters.children(), fields.count == 6,
            let numbers = try? fields[2].children(), numbers.count >= 2
        else { return nil }
        var coefficients = numbers.prefix(2).map { Array($0.encoded) }
        if deviations.contains(.unknownCurve), !coefficients[1].isEmpty {
            coefficients[1][coefficients[1].count - 1] ^= 0x01
        }
        if deviations.contains(.curveSeed) { coefficients.append(DER.bitString([UInt8](repeating: 0x5E, count: 20))) }
        var parts = fields.map { Array($0.encoded) }
        parts[2] = DER.sequence(of: coefficients)
        if deviations.contains(.curveWithoutCofactor) { parts.removeLast() }
        return DER.sequence(of: parts)
    }

    private static func parts(_ encoded: [UInt8]) -> (algorithm: [UInt8], parameters: DataObject, bits: [UInt8])? {
        var reader = ByteReader(encoded)
        guard let parts = try? reader.dataObject(0x30).children(), parts.count == 2,
            let algorithm = try? parts[0].children(), algorithm.count == 2
        else { return nil }
        return (Array(algorithm[0].encoded), algorithm[1], Array(parts[1].encoded))
    }
}
