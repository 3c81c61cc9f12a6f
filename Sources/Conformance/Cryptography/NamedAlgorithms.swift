package import Cryptography

/// A block cipher by the name of its case.
package struct CipherName: Codable, Sendable {
    package let cipher: BlockCipher

    package init(from decoder: any Decoder) throws {
        cipher = try decoder.named("block cipher") { text in BlockCipher.allCases.first { "\($0)" == text } }
    }

    package func encode(to encoder: any Encoder) throws { try encoder.write("\(cipher)") }

    /// As the cryptographic library names it, in CBC mode.
    package var requiredAlgorithm: String {
        switch cipher {
        case .tripleDES: "DES-EDE3-CBC"
        case .aes128: "AES-128-CBC"
        case .aes192: "AES-192-CBC"
        case .aes256: "AES-256-CBC"
        }
    }
}

/// A hash function by the name FIPS 180-4 gives it.
package struct HashName: Codable, Sendable {
    package let algorithm: HashAlgorithm

    package init(from decoder: any Decoder) throws {
        algorithm = try decoder.named("hash function") { text in HashAlgorithm.allCases.first { $0.name == text } }
    }

    package func encode(to encoder: any Encoder) throws { try encoder.write(algorithm.name) }
}

/// A curve by its name.
package struct CurveName: Codable, Sendable {
    package let curve: EllipticCurve

    package init(from decoder: any Decoder) throws {
        curve = try decoder.named("curve") { EllipticCurve(rawValue: $0) }
    }

    package func encode(to encoder: any Encoder) throws { try encoder.write(curve.rawValue) }
}

extension Decoder {
    /// Reads a name and finds what it stands for.
    fileprivate func named<Value>(_ what: String, _ find: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = find(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no \(what) is named '\(text)'")
        }
        return value
    }
}

extension Encoder {
    fileprivate func write(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}

extension SecretBytes {
    /// A copy to compare with a published figure.
    package consuming func copied() -> [UInt8] { withBytes { Array($0) } }
}

extension CurvePoint {
    /// The multiple of a point by a number that is no secret.
    package func times(_ number: [UInt8]) -> CurvePoint? { multiplied(by: SecretBytes(number)) }
}
