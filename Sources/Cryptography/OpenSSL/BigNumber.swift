internal import COpenSSL

/// A non-negative number of any length; erased when its owner goes away.
struct BigNumber: ~Copyable {
    let pointer: OpaquePointer

    /// Reads a big-endian number.
    init(_ bytes: some Collection<UInt8>) {
        let pointer = bytes.withContiguousBytes { BN_bin2bn($0.baseAddress, CInt(clamping: $0.count), nil) }
        self.init(owning: pointer)
    }

    /// The number zero, to be written to.
    init() { self.init(owning: BN_new()) }

    init(owning pointer: OpaquePointer?) {
        guard let pointer else { preconditionFailure("numbers fail only without memory") }
        self.pointer = pointer
    }

    deinit { BN_clear_free(pointer) }

    var bitCount: Int { Int(BN_num_bits(pointer)) }
    var isOdd: Bool { BN_is_odd(pointer) == 1 }
    var isZero: Bool { BN_is_zero(pointer) == 1 }
    var isOne: Bool { BN_is_one(pointer) == 1 }

    /// Big-endian, in exactly `byteCount` bytes, which must suffice.
    func bytes(count byteCount: Int) -> [UInt8] {
        [UInt8](count: byteCount) {
            let done = BN_bn2binpad(pointer, $0.baseAddress, CInt(byteCount))
            precondition(done == CInt(byteCount), "the number fits")
        }
    }

    func isLess(than other: borrowing BigNumber) -> Bool { BN_cmp(pointer, other.pointer) < 0 }
    func equals(_ other: borrowing BigNumber) -> Bool { BN_cmp(pointer, other.pointer) == 0 }

    /// This number to the power of `exponent`, in constant time in the exponent.
    func power(_ exponent: borrowing BigNumber, modulo modulus: borrowing BigNumber) -> BigNumber {
        let result = BigNumber()
        let done = emrtd_power(result.pointer, pointer, exponent.pointer, modulus.pointer)
        precondition(done == 1, "powers modulo an odd number fail only without memory")
        return result
    }

    /// This number times `other`.
    func times(_ other: borrowing BigNumber, modulo modulus: borrowing BigNumber) -> BigNumber {
        let result = BigNumber()
        let done = emrtd_multiply(result.pointer, pointer, other.pointer, modulus.pointer)
        precondition(done == 1, "products modulo a number that is not zero fail only without memory")
        return result
    }

    /// This number and `other`.
    func plus(_ other: borrowing BigNumber, modulo modulus: borrowing BigNumber) -> BigNumber {
        let result = BigNumber()
        let done = emrtd_add(result.pointer, pointer, other.pointer, modulus.pointer)
        precondition(done == 1, "sums modulo a number that is not zero fail only without memory")
        return result
    }

    /// This number divided by `divisor`, which is not zero, rounded down.
    func divided(by divisor: borrowing BigNumber) -> BigNumber {
        let result = BigNumber()
        precondition(emrtd_divide(result.pointer, pointer, divisor.pointer) == 1, "numbers fail only without memory")
        return result
    }

    /// This number less `small`, which must not be greater.
    func less(_ small: UInt8) -> BigNumber { BigNumber([small]).subtracted(from: self) }

    /// Whether this is a prime, with all but no doubt.
    var isPrime: Bool { emrtd_is_prime(pointer) == 1 }

    /// `other` less this number, which must not be greater.
    func subtracted(from other: borrowing BigNumber) -> BigNumber {
        let result = BigNumber()
        precondition(BN_sub(result.pointer, other.pointer, pointer) == 1, "numbers fail only without memory")
        return result
    }
}

extension Collection<UInt8> {
    /// The bytes of a number without the zeros in front.
    var withoutLeadingZeros: [UInt8] { Array(drop { $0 == 0 }) }

    /// How many bits a big-endian number has.
    var bitCount: Int {
        let digits = drop { $0 == 0 }
        guard let first = digits.first else { return 0 }
        return digits.count * 8 - first.leadingZeroBitCount
    }
}
