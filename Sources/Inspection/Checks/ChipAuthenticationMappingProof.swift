import Cryptography
import LDS
import Standards

/// What PACE with Chip Authentication Mapping shows, verified with the keys of EF.CardSecurity.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.5.
enum ChipAuthenticationMappingProof: Equatable {
    /// CA_IC · PK_IC is PK_Map,IC for the key with this number.
    case given(keyID: Int?, curve: EllipticCurve)
    /// It is so for none of the keys.
    case wrong
    /// There is no key that the chip could have used.
    case noKey
    /// No key can be decoded.
    case unverifiable(String)

    /// The most bytes of CA_IC; a number of the largest curve has 66.
    private static let byteLimit = 256

    init(_ mapping: PACEReading.ChipAuthenticationMapping, parameterID: Int?, keys: [ChipAuthenticationPublicKeyInfo]) {
        // Field note 94: the key with the number of the parameters first, then those on the same curve.
        let ordered = keys.filter { $0.keyID == parameterID } + keys.filter { $0.keyID != parameterID }
        let wanted = parameterID.flatMap { EllipticCurve(standardizedDomainParameters: $0) }
        var fault: String?
        var hasKey = false
        for info in ordered where info.agreement == .ecdh {
            let key: PublicKey
            do { key = try PublicKey(subjectPublicKeyInfo: info.subjectPublicKeyInfo) } catch {
                fault = fault ?? "its key cannot be decoded: \(error)"
                continue
            }
            guard let point = key.point, wanted == nil || point.curve == wanted else { continue }
            hasKey = true
            if Self.fits(mapping, point) {
                self = .given(keyID: info.keyID, curve: point.curve)
                return
            }
        }
        if hasKey {
            self = .wrong
        } else {
            self = fault.map { .unverifiable($0) } ?? .noKey
        }
    }

    private static func fits(_ mapping: PACEReading.ChipAuthenticationMapping, _ key: CurvePoint) -> Bool {
        guard (1...byteLimit).contains(mapping.chipAuthenticationData.count),
            let expected = try? CurvePoint(mapping.mappingPublicKey, on: key.curve)
        else { return false }
        return key.multiplied(by: SecretBytes(mapping.chipAuthenticationData)) == expected
    }
}
