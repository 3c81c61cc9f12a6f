import Cryptography
import Standards

/// The numbers of a standardized curve.
package struct DomainParametersVector: ConformanceVector {
    package static let places = ["cryptography/curve/doc9303-11-domain-parameters.json"]

    /// The name of the curve.
    package let id: String
    /// The number in the table of standardized domain parameters.
    package let number: Int
    package let oid: String
    package let bitCount: Int
    package let p: HexBytes
    package let a: HexBytes
    package let b: HexBytes
    package let generator: HexBytes
    package let order: HexBytes

    package var requiredAlgorithms: [String] { [id] }

    package func check() throws {
        guard let curve = EllipticCurve(standardizedDomainParameters: number) else {
            throw Mismatch("number", expected: "the curve of number \(number)", found: "nothing")
        }
        let numbers = curve.domainParameters
        try compare("name", curve.name, with: id)
        try compare("oid", curve.oid.description, with: oid)
        try compare("bitCount", curve.bitCount, with: bitCount)
        try compare("p", numbers.p, with: p.bytes)
        try compare("a", numbers.a, with: a.bytes)
        try compare("b", numbers.b, with: b.bytes)
        try compare("generator", numbers.generator, with: generator.bytes)
        try compare("order", numbers.order, with: order.bytes)
    }
}

/// A scalar and its multiple of the generator.
package struct PointProductVector: ConformanceVector {
    package static let places = ["cryptography/curve/rfc6932.json"]

    package let id: String
    package let curve: CurveName
    package let scalar: HexBytes
    package let point: HexBytes

    package var requiredAlgorithms: [String] { [curve.curve.name] }

    package func check() throws {
        let curve = curve.curve
        try compare("point", curve.generator.times(scalar.bytes)?.encoded, with: point.bytes)
        let key = try PrivateKey(curve: curve, scalar: scalar.bytes).publicKey
        try compare("public key", key.kind, with: .ellipticCurve(CurvePoint(point.bytes, on: curve), .named))
    }
}

/// Bytes that are a point of a curve, or are none.
package struct PointVector: ConformanceVector {
    package static let places = ["cryptography/curve/cavp-public-key-validation.json"]

    package let id: String
    package let curve: CurveName
    package let point: HexBytes
    /// Why this is no point; nil where it is one.
    package let expect: Fault?

    package enum Fault: String, Codable, Sendable { case malformed, notOnCurve }

    package var requiredAlgorithms: [String] { [curve.curve.name] }

    package func check() throws {
        let curve = curve.curve
        switch expect {
        case .malformed:
            try compareFailure("point", with: CryptographyError.invalidPoint(.malformed)) {
                try CurvePoint(point.bytes, on: curve)
            }
        case .notOnCurve:
            try compareFailure("point", with: CryptographyError.invalidPoint(.notOnCurve)) {
                try CurvePoint(point.bytes, on: curve)
            }
        case nil: try compare("point", CurvePoint(point.bytes, on: curve).encoded, with: point.bytes)
        }
    }
}

/// A public key that writes its curve out in numbers.
package struct ExplicitParametersVector: ConformanceVector {
    package static let places = ["cryptography/curve/pyca-explicit-parameters.json"]

    package let id: String
    package let curve: CurveName
    package let subjectPublicKeyInfo: HexBytes

    package var requiredAlgorithms: [String] { [curve.curve.name] }

    package func check() throws {
        let key = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo.bytes)
        guard case .ellipticCurve(let point, .explicit) = key.kind else {
            throw Mismatch("kind", expected: "a curve of explicit parameters", found: key.description)
        }
        try compare("curve", point.curve, with: curve.curve)
    }
}
