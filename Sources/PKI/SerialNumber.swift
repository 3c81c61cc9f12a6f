/// Serial numbers as they are compared: as numbers, not as octets.
///
/// Tolerated: leading zeros, so that a certificate is found however its issuer, or who names it, pads its number.
public enum SerialNumber {
    /// The content octets of a serial number without leading zeros; one octet for zero.
    public static func significant(_ octets: some Collection<UInt8>) -> [UInt8] {
        let significant = octets.drop { $0 == 0 }
        return significant.isEmpty ? [0] : Array(significant)
    }

    /// Whether two encodings stand for one number.
    public static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one == other || significant(one) == significant(other)
    }
}
