import ByteCoding
import Cryptography
import Standards
import Synchronization

/// Decoded keys, by what they were decoded from: explicit curve parameters take most of the time of a verification.
final class PublicKeyCache: Sendable {
    private static let limit = 4096
    private let keys = Mutex<[[UInt8]: PublicKey]>([:])

    /// Decodes a key, or returns it as it was decoded before.
    func key(subjectPublicKeyInfo: [UInt8]) throws(CryptographyError) -> PublicKey {
        if let known = keys.withLock({ $0[subjectPublicKeyInfo] }) { return known }
        let key = try Self.decode(subjectPublicKeyInfo)
        keys.withLock { keys in
            if keys.count >= Self.limit { keys.removeAll() }
            keys[subjectPublicKeyInfo] = key
        }
        return key
    }

    /// Tolerated: a curve that is named wrongly, which Lithuanian signers are said to do (RFC 5480 §2.1.1 wants the one
    /// of the key): where the point is not on it, the one of the same length that it is on is meant.
    private static func decode(_ subjectPublicKeyInfo: [UInt8]) throws(CryptographyError) -> PublicKey {
        do throws(CryptographyError) {
            return try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo)
        } catch {
            guard case .invalidPoint(.notOnCurve) = error, let (named, point) = NamedPoint.read(subjectPublicKeyInfo)
            else { throw error }
            for curve in EllipticCurve.allCases where curve != named && curve.bitCount == named.bitCount {
                if let point = try? CurvePoint(point, on: curve) { return try PublicKey(point: point) }
            }
            throw error
        }
    }
}

/// The parts of a key that names its curve.
private enum NamedPoint {
    /// Curve and uncompressed point; nil for any other key.
    static func read(_ subjectPublicKeyInfo: [UInt8]) -> (EllipticCurve, ArraySlice<UInt8>)? {
        var outer = ByteReader(subjectPublicKeyInfo)
        guard let parts = try? outer.dataObject(0x30).children(), parts.count == 2,
            let algorithm = try? parts[0].children(), algorithm.count == 2, algorithm[1].tag == 0x06,
            let curve = EllipticCurve(oid: OID(contents: algorithm[1].value)), parts[1].value.first == 0,
            parts[1].value.dropFirst().first == 0x04
        else { return nil }
        return (curve, parts[1].value.dropFirst())
    }
}
