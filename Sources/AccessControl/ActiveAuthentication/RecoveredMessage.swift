package import Cryptography

/// The representative F = 6A ‖ M1 ‖ H ‖ T that an RSA signature recovers.
///
/// M1 fills all that header, hash and trailer leave, so its length follows from the modulus: c − 4 bits, c = k − Lh − 8t − 4.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.2.2 and Appendix F; ISO/IEC 9796-2 scheme 1 (§8.1 trailers, §8.2 padding).
package struct RecoveredMessage {
    /// Whether the trailer is BC, which names no hash function.
    package let leavesHashOpen: Bool
    private let body: ArraySlice<UInt8>  // M1 ‖ H
    private let hashes: [HashAlgorithm]

    /// Takes F apart; nil where header or trailer are not those of a partly recovered message without padding.
    package init?(_ representative: [UInt8]) {
        guard representative.first == 0x6A, let last = representative.last, representative.count > 3 else { return nil }
        switch last {
        case 0xBC:
            leavesHashOpen = true
            // Doc 9303 has BC with SHA-1. Tolerated: any other, which ISO/IEC 9796-2 allows where both sides know it.
            hashes = [.sha1] + HashAlgorithm.allCases.filter { $0 != .sha1 }
            body = representative[1..<(representative.count - 1)]
        case 0xCC:
            leavesHashOpen = false
            guard let hash = Self.trailers[representative[representative.count - 2]] else { return nil }
            hashes = [hash]
            body = representative[1..<(representative.count - 2)]
        default: return nil
        }
    }

    /// The hash function under which H is the hash of M1 ‖ `m2`; nil where it is under none.
    package func hash(over m2: [UInt8]) -> HashAlgorithm? {
        hashes.first { hash in
            guard body.count > hash.byteCount else { return false }
            let m1 = body.dropLast(hash.byteCount)
            return equalInConstantTime(hash.hash(m1 + m2), body.suffix(hash.byteCount))
        }
    }

    /// The first byte of a trailer of two, by ISO/IEC 10118-3.
    private static let trailers: [UInt8: HashAlgorithm] = [
        0x33: .sha1, 0x34: .sha256, 0x35: .sha512, 0x36: .sha384, 0x38: .sha224,
    ]
}
