package import Cryptography

/// The representative F = 6A ‖ M1 ‖ H ‖ T that an RSA signature recovers.
///
/// M1 fills all that header, hash and trailer leave, so its length follows from the modulus: c − 4 bits, c = k − Lh − 8t − 4.
/// Where that is no whole number of bytes M1 is shorter, with more bits of padding in front of it.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.2.2 and Appendix F; ISO/IEC 9796-2 scheme 1 (§8.1 trailers, §8.2 padding).
package struct RecoveredMessage {
    /// Whether the trailer is BC, which names no hash function.
    package let leavesHashOpen: Bool
    /// Whether M1 begins within a byte, so that its hash is one over bits.
    package let beginsWithinByte: Bool
    private let body: ArraySlice<UInt8>  // M1 ‖ H
    private let hashes: [HashAlgorithm]

    /// Takes F apart; nil where header or trailer are not those of a partly recovered message.
    ///
    /// - Parameters:
    ///   - representative: F as a number, as many bytes as the modulus.
    ///   - bitCount: The length of the modulus, k; F is as long, its header on the left.
    package init?(_ representative: [UInt8], bitCount: Int) {
        let spareBitCount = representative.count * 8 - bitCount
        guard (0..<8).contains(spareBitCount), representative.count > 3, let last = representative.last,
            let opening = Self.open(representative, spareBitCount)
        else { return nil }
        let message: [UInt8]
        switch opening {
        case .message(let bytes): (message, beginsWithinByte) = (bytes, false)
        case .withinByte: (message, beginsWithinByte) = ([], true)
        }
        switch last {
        case 0xBC:
            leavesHashOpen = true
            // Doc 9303 has BC with SHA-1. Tolerated: any other, which ISO/IEC 9796-2 allows where both sides know it.
            hashes = [.sha1] + HashAlgorithm.allCases.filter { $0 != .sha1 }
            body = message.dropLast(1)
        case 0xCC:
            leavesHashOpen = false
            guard let hash = Self.trailers[representative[representative.count - 2]] else { return nil }
            hashes = [hash]
            body = message.dropLast(2)
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

    /// What follows the header and its padding.
    private enum Opening {
        case message([UInt8])
        case withinByte
    }

    /// Takes the header and its padding off; nil where there is none.
    ///
    /// The padding is zeros and a one behind 011; the nibbles from the second one on, to that with the one, are masked by B.
    private static func open(_ representative: [UInt8], _ spareBitCount: Int) -> Opening? {
        guard spareBitCount > 0 else {
            return representative.first == 0x6A ? .message(Array(representative.dropFirst())) : nil
        }
        var head = representative.prefix(3).reduce(0) { $0 << 8 | Int($1) }
        let shift = { (index: Int) in 20 - spareBitCount - 4 * index }
        var start: Int?
        switch head >> shift(0) {
        case 0x7: start = 4  // 0111: no padding
        case 0x6:
            for index in 1...3 where start == nil {
                head ^= 0xB << shift(index)
                let nibble = head >> shift(index) & 0xF
                if nibble != 0 { start = 4 * index + 5 - (Int.bitWidth - nibble.leadingZeroBitCount) }
            }
        default: break
        }
        guard let start else { return nil }
        guard (spareBitCount + start).isMultiple(of: 8) else { return .withinByte }
        let opened = [16, 8, 0].map { UInt8(truncatingIfNeeded: head >> $0) } + representative.dropFirst(3)
        return .message(Array(opened.dropFirst((spareBitCount + start) / 8)))
    }

    /// The first byte of a trailer of two, by ISO/IEC 10118-3.
    private static let trailers: [UInt8: HashAlgorithm] = [
        0x33: .sha1, 0x34: .sha256, 0x35: .sha512, 0x36: .sha384, 0x38: .sha224,
    ]
}
