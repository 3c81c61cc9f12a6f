public import ByteCoding

/// Certificates in a file: one or several, DER or PEM.
///
/// Spec: RFC 7468 §3 and §5; RFC 5280 §4.
public enum CertificateFile {
    /// The most certificates of one file.
    public static let limit = 10_000

    /// Decodes every certificate of a file, in stored order.
    ///
    /// PEM blocks of other kinds are passed over, and so is text outside the blocks.
    ///
    /// - Throws: `DecodingFailure` for the first block that is no certificate, and for a file without any.
    public static func certificates(in file: [UInt8]) throws(DecodingFailure) -> [Certificate] {
        var certificates: [Certificate] = []
        for block in try blocks(in: file, label: "CERTIFICATE") { certificates.append(try Certificate(encoded: block)) }
        guard !certificates.isEmpty else { throw DecodingFailure(.missing("certificate"), at: 0) }
        return certificates
    }

    /// Decodes every revocation list of a file, in stored order.
    public static func revocationLists(in file: [UInt8]) throws(DecodingFailure) -> [CertificateRevocationList] {
        var lists: [CertificateRevocationList] = []
        for block in try blocks(in: file, label: "X509 CRL") {
            lists.append(try CertificateRevocationList(encoded: block))
        }
        return lists
    }

    /// The encoded objects of a file: the PEM blocks with `label`, or the DER objects one after another.
    public static func blocks(in file: [UInt8], label: String) throws(DecodingFailure) -> [[UInt8]] {
        if file.first == UInt8(DERTag.sequence) {
            var reader = ByteReader(file)
            return try reader.dataObjects(limit: limit).map { Array($0.encoded) }
        }
        return try pemBlocks(file, label: label)
    }

    private static func pemBlocks(_ file: [UInt8], label: String) throws(DecodingFailure) -> [[UInt8]] {
        let (begin, end) = (Array("-----BEGIN \(label)-----".utf8), Array("-----END \(label)-----".utf8))
        var blocks: [[UInt8]] = []
        var body: [UInt8]?
        for line in file.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let trimmed = line.filter { $0 != UInt8(ascii: "\t") }
            if trimmed.starts(with: begin) {
                body = []
            } else if trimmed.starts(with: end), let text = body {
                guard blocks.count < limit else {
                    throw DecodingFailure(.tooComplex(limit: limit), at: line.startIndex)
                }
                guard let decoded = Base64.decode(text) else {
                    throw DecodingFailure(.invalidValue("base64"), at: line.startIndex)
                }
                blocks.append(decoded)
                body = nil
            } else {
                body?.append(contentsOf: trimmed)
            }
        }
        guard body == nil else { throw DecodingFailure(.missing("END \(label)"), at: file.count) }
        return blocks
    }
}

/// Base 64 as PEM uses it.
///
/// Spec: RFC 4648 §4.
package enum Base64 {
    /// The octets; nil for a character outside the alphabet, padding elsewhere than at the end, or a lone last character.
    package static func decode(_ text: [UInt8]) -> [UInt8]? {
        let characters = text.filter { $0 != UInt8(ascii: " ") }
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard characters.count.isMultiple(of: 4), padding <= 2 else { return nil }
        var octets: [UInt8] = []
        octets.reserveCapacity(characters.count * 3 / 4)
        var (buffer, bitCount) = (0, 0)
        for character in characters.dropLast(padding) {
            guard let value = value(of: character) else { return nil }
            buffer = (buffer << 6 | value) & 0xFFFF
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                octets.append(UInt8(truncatingIfNeeded: buffer >> bitCount))
            }
        }
        return octets
    }

    private static func value(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
