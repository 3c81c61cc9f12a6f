import ByteCoding
public import Cryptography

extension BlockCipher {
    /// The most plain bytes that a protected answer of `responseByteCount` bytes (without SW1 SW2) has room for.
    ///
    /// For an answer of 256 bytes these are 231 (3DES) and 223 (AES).
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.4: DO87 or DO85, DO99 of 4 bytes and DO8E of 10.
    public func largestPayload(inResponseOf responseByteCount: Int, oddInstruction: Bool = false) -> Int {
        let indicator = oddInstruction ? 0 : 1
        func encodedCount(_ padded: Int) -> Int {
            DataObjectWriter.header(0x87, valueCount: padded + indicator).count + indicator + padded + 4 + 10
        }
        var padded = responseByteCount / blockByteCount * blockByteCount
        while padded > 0, encodedCount(padded) > responseByteCount { padded -= blockByteCount }
        return max(0, padded - 1)
    }
}
