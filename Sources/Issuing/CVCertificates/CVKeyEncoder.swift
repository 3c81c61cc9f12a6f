import ByteCoding
import Cryptography
import PKI
import Standards

/// Encodes public keys as card verifiable certificates hold them.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.2.3; BSI TR-03110-3 D.3.
enum CVKeyEncoder {
    /// DO'7F49'; nil for keys that Terminal Authentication has no use for.
    static func encode(_ key: PublicKey, identifier: OID, includesDomainParameters: Bool) -> [UInt8]? {
        guard let numbers = numbers(of: key, includesDomainParameters: includesDomainParameters) else { return nil }
        return DataObjectWriter.encode(
            CVTag.publicKey,
            containing: [DER.oid(identifier)] + numbers.map { DataObjectWriter.encode($0.tag, $0.number) })
    }

    private static func numbers(of key: PublicKey, includesDomainParameters: Bool) -> [(tag: Int, number: [UInt8])]? {
        switch key.kind {
        case .rsa(let modulus, let exponent): return [(0x81, unsigned(modulus)), (0x82, unsigned(exponent))]
        case .ellipticCurve(let point, _):
            guard includesDomainParameters else { return [(0x86, point.encoded)] }
            let curve = point.curve.domainParameters
            return [
                (0x81, unsigned(curve.p)), (0x82, unsigned(curve.a)), (0x83, unsigned(curve.b)),
                (0x84, curve.generator), (0x85, unsigned(curve.order)), (0x86, point.encoded), (0x87, [1]),
            ]
        case .diffieHellman, .dsa: return nil
        }
    }

    /// The fewest octets of a number.
    private static func unsigned(_ number: [UInt8]) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        return digits.isEmpty ? [0] : digits
    }
}
