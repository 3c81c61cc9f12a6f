public import ByteCoding

/// The name by which card verifiable certificates refer to a key: of the authority (CAR) or of the holder (CHR).
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.2.2; BSI TR-03110-3 A.6.1: two letters of a country, a mnemonic of at most nine
/// characters in ISO/IEC 8859-1, a sequence number of five.
public struct CertificateReference: Hashable, Sendable {
    /// The octets as they are stored, at most 16.
    public let bytes: [UInt8]

    /// Takes octets as they were read.
    ///
    /// Tolerated: references of another form than the specification's, since they are compared and nothing else; none
    /// may be empty or longer than 16 octets.
    public init(encoded: some Collection<UInt8>) throws(DecodingFailure) {
        guard (1...Self.maximumByteCount).contains(encoded.count) else {
            throw DecodingFailure(.invalidValue("certificate reference"), at: 0)
        }
        bytes = Array(encoded)
    }

    /// Reads a reference as people write it; nil for text that is none, or longer than 16 characters.
    public init?(_ text: some StringProtocol) {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        guard (1...Self.maximumByteCount).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// The longest reference.
    public static let maximumByteCount = 16

    /// The two letters of the country; nil where the reference is too short.
    public var country: String? { bytes.count >= 7 ? Self.text(bytes.prefix(2)) : nil }
    /// What the holder calls itself; nil where the reference is too short.
    public var mnemonic: String? { bytes.count >= 7 ? Self.text(bytes.dropFirst(2).dropLast(5)) : nil }
    /// The number of the key; nil where the reference is too short.
    public var sequenceNumber: String? { bytes.count >= 7 ? Self.text(bytes.suffix(5)) : nil }

    /// Whether the reference is of the form that the specification gives it.
    public var isWellFormed: Bool {
        (8...Self.maximumByteCount).contains(bytes.count)
            && bytes.prefix(2).allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            && bytes.suffix(5).allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
            }
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension CertificateReference: CustomStringConvertible {
    /// The characters, those that do not print as a dot.
    public var description: String {
        Self.text(bytes.map { (0x20..<0x7F).contains($0) || $0 >= 0xA0 ? $0 : UInt8(ascii: ".") })
    }
}
