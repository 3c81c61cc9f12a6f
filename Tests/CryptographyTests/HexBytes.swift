import ByteCoding
import Cryptography
import Testing

/// Bytes that a vector file writes in hexadecimal.
struct HexBytes: Decodable, Hashable, Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let bytes = Hexadecimal.decode(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        self.bytes = bytes
    }

    var testDescription: String { "\(bytes.count) bytes" }
}

/// A block cipher by the name of its case.
struct CipherName: Decodable, Sendable {
    let cipher: BlockCipher

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let cipher = BlockCipher.allCases.first(where: { "\($0)" == text }) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        self.cipher = cipher
    }
}

/// A hash function by the name FIPS 180-4 gives it.
struct HashName: Decodable, Sendable {
    let algorithm: HashAlgorithm

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let algorithm = HashAlgorithm.allCases.first(where: { $0.name == text }) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        self.algorithm = algorithm
    }
}

extension [UInt8] {
    /// These bytes with the lowest bit of one of them turned.
    func flippingBit(at index: Int) -> [UInt8] {
        var bytes = self
        bytes[index] ^= 0x01
        return bytes
    }
}

/// A curve by its name.
struct CurveName: Decodable, Sendable {
    let curve: EllipticCurve

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let curve = EllipticCurve(rawValue: text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        self.curve = curve
    }
}

extension CurvePoint {
    /// The multiple of a point by a number that is no secret.
    func times(_ number: [UInt8]) -> CurvePoint? { multiplied(by: SecretBytes(number)) }
}

extension SecretBytes {
    /// A copy to compare with.
    consuming func copied() -> [UInt8] { withBytes { Array($0) } }
}
